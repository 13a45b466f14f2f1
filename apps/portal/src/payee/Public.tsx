/** The frame of pages for anybody: no session, no side bar. */
import './payee.css'
import { Wordmark } from '@pursestrings/ui/Wordmark'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Ribbon } from '../frame/Ribbon.tsx'

export const Public = ({ children, another = false }: { readonly children: ReactNode; readonly another?: boolean }) => {
  const { t } = useTranslation()
  return (
    <>
      <Ribbon />
      <header className="public-head">
        <div>
          <Wordmark />
          <span className="public-what muted">{t('payee.title')}</span>
          {another && <Link to="/payee">{t('payee.another')}</Link>}
        </div>
      </header>
      <main className="public">{children}</main>
    </>
  )
}
