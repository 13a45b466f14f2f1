/** A page over the tabs: a way back, its title, what stands beside it, and its buttons at the foot where a thumb is. */
import './leaf.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../frame/Icon.tsx'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'

interface Props {
  readonly title: string
  readonly beside?: ReactNode
  readonly foot?: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}

export const Leaf = ({ title, beside, foot, wide = false, children }: Props) => {
  const { t } = useTranslation()
  const heading = useFocusedHeading(title)
  return (
    <div className="leaf" data-wide={wide ? '' : undefined}>
      <header className="leaf-head">
        <Link to="/" aria-label={t('review.toInbox')} className="leaf-back">
          <Icon name="back" />
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {beside}
      </header>
      <div className="leaf-body">{children}</div>
      {foot !== undefined && <footer className="leaf-foot">{foot}</footer>}
    </div>
  )
}
