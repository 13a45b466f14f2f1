/** For an address without a page, and for a record that is not there or not ours: the two look the same. */
import './not-found.css'
import { ApiError } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ask } from '../palette/ask.ts'
import { Heading } from './Heading.tsx'
import { Icon } from './Icon.tsx'

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const NotFound = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <div className="page not-found">
      <svg
        width="60"
        height="60"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M4 12.5 9.2 18" strokeWidth="3" />
        <path d="M11.4 15.4 20 6" strokeWidth="3" strokeDasharray="0 4.2" opacity=".5" />
        <path d="M4 21.5h16" strokeWidth="1.5" opacity=".45" />
      </svg>
      <Heading title={t('notFound.title')} lead={t('notFound.lead')} />
      <p className="actions">
        <Link className="button" data-kind="primary" to="/">
          {t('notFound.go')}
        </Link>
        <button type="button" className="button" onClick={() => ask('palette')}>
          <Icon name="search" />
          {t('notFound.search')}
        </button>
      </p>
      <p className="mono muted">{pathname}</p>
    </div>
  )
}
