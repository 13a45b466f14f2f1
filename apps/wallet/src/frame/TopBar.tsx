/** The page's one h1, with the way back on its left. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import { useFocusedHeading } from './use-focused-heading.ts'

interface Props {
  readonly title: string
  /** Where "back" leads; a page without it is a tab. */
  readonly back?: string
  /** On the right: a status, a clock or a button. */
  readonly aside?: ReactNode
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
