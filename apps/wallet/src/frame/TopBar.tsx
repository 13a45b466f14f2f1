/** The page's one h1, with the way back on its left. It takes the focus when the page opens, so that it is read out. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'

interface Props {
  readonly title: string
  /** Where "back" leads; a page without it is a tab. */
  readonly back?: string
  /** On the right: a status, a clock or a button. */
  readonly aside?: ReactNode
}

export const useFocusedHeading = (title: string) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Pursestrings`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return heading
}

export const TopBar = ({ title, back, aside }: Props) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(title)
  return (
    <header className="top-bar" data-back={back === undefined ? undefined : ''}>
      {back !== undefined && (
        <Link className="round" to={back} aria-label={t('frame.back')}>
          <Icon name="back" />
        </Link>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {aside}
    </header>
  )
}
