/** Where a link to a request leads: to its review in the wallet that was asked. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { api, queries } from '../client.ts'
import { Fault } from '../frame/Fault.tsx'
import { Skeleton } from '../frame/Skeleton.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { pathOf } from '../requests/payment.ts'
import { findLinked } from './find-linked.ts'

/** The review reads it again: what this wallet remembers of it may be over. */
const findNow = async (hash: string) => {
  const found = await findLinked(api(), hash)
  if (typeof found === 'object') queries.removeQueries({ queryKey: ['request', found.connection_id, found.request_id] })
  return found
}

export const FromLink = () => {
  const { hash } = useLocation()
  const found = useQuery({ queryKey: ['linked', hash], queryFn: () => findNow(hash), gcTime: 0 })
  if (typeof found.data === 'object') return <Navigate to={pathOf('review', found.data)} replace />
  return found.data ? (
    <Elsewhere is={found.data} />
  ) : (
    <Opening error={found.error} onAgain={() => void found.refetch()} />
  )
}

const Opening = ({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <TopBar title={t('fromLink.opening')} />
      {error ? <Fault error={error} onAgain={onAgain} /> : <Skeleton as="card" lines={7} />}
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
      <p>
        {is === 'not_here' && (
          <>
            <Link className="button" data-kind="primary" to="/agents/connect">
              {t('fromLink.connect')}
            </Link>{' '}
            <Link className="button" to="/settings/link">
              {t('welcome.link')}
            </Link>{' '}
          </>
        )}
        <Link className="button" to="/">
          {t('notFound.go')}
        </Link>
      </p>
    </div>
  )
}
