/** Where a link to a request leads: to its review in the wallet that was asked. */
import './from-link.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { pathOf } from '../requests/payment.ts'
import type { Asked } from './check-request.ts'
import { findLinked } from './find-linked.ts'

export const FromLink = () => {
  const { hash } = useLocation()
  const found = useQuery({ queryKey: ['linked', hash], queryFn: () => findLinked(api(), hash), gcTime: 0 })
  if (typeof found.data === 'object') return <ToReview asked={found.data} />
  if (found.data) return <Elsewhere is={found.data} />
  return (
    <Opening>{found.error ? <Fault error={found.error} onAgain={() => void found.refetch()} /> : undefined}</Opening>
  )
}

/** The review reads it again: what this wallet remembers of it may be over. Forgotten before the review looks, or no event would reach it. */
const ToReview = ({ asked }: { readonly asked: Asked }) => {
  const navigate = useNavigate()
  useEffect(() => {
    queries.removeQueries({ queryKey: ['request', asked.connection_id, asked.request_id] })
    void navigate(pathOf('review', asked), { replace: true })
  }, [asked, navigate])
  return <Opening />
}

const Opening = ({ children = <Skeleton as="card" lines={7} /> }: { readonly children?: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <TopBar title={t('fromLink.opening')} />
      {children}
    </div>
  )
}

const Elsewhere = ({ is }: { readonly is: 'not_here' | 'several' }) => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <TopBar title={t(`fromLink.${is}.title`)} />
      <p>{t(`fromLink.${is}.lead`)}</p>
      {is === 'not_here' && <p className="muted">{t('fromLink.elsewhere')}</p>}
      <div className="from-link-ways">
        {is === 'not_here' && (
          <>
            <Link className="button" data-kind="primary" to="/agents/connect">
              {t('fromLink.connect')}
            </Link>
            <Link className="button" to="/settings/link">
              {t('welcome.link')}
            </Link>
          </>
        )}
        <Link className="button" to="/">
          {t('notFound.go')}
        </Link>
      </div>
    </div>
  )
}
