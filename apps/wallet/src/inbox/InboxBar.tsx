import { Wordmark } from '@pursestrings/ui/Wordmark'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusedHeading } from '../frame/TopBar.tsx'
import { useVault } from '../keys/session.ts'

/** The inbox has the mark in place of a title; screen readers hear the title. */
export const InboxBar = () => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(t('inbox.title'))
  const { address } = useVault()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <header className="top-bar">
      <Wordmark />
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {t('inbox.title')}
      </h1>
      <button type="button" className="button bar-end" data-size="small" onClick={() => void copy()}>
        <span role="status">{t(copied ? 'inbox.copied' : 'inbox.copyAddress')}</span>
      </button>
    </header>
  )
}
