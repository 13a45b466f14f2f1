/** What a person must decide or repair: disputed requests, changes of payees that wait, missing proofs, and endpoints that fail. */
import './notices.css'
import type { MerchantDomain, WebhookEndpoint } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { useApprovals } from '../recipients/Approvals.tsx'
import { useCount } from '../requests/use-count.ts'
import { useOrganization } from '../settings/use-organization.ts'
import { pathOf, useEndpoints } from './use-endpoints.ts'

const at = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Nothing where all is well. */
const aboutDomain = (t: TFunction, { domain, failing_since, lapses_at, status }: MerchantDomain): string => {
  if (status === 'lapsed') return t('overview.notice.lapsed', { domain })
  if (failing_since === null || lapses_at === null) return ''
  return t('overview.notice.failing', { domain, time: at(lapses_at) })
}

const aboutEndpoint = (t: TFunction, { url, failing_since, disabled_reason }: WebhookEndpoint): string => {
  const path = pathOf(url)
  if (disabled_reason === 'gone' || disabled_reason === 'failing') return t('overview.notice.disabled', { path })
  if (failing_since === null || disabled_reason !== null) return ''
  return t('overview.notice.endpoint', { path, time: at(failing_since) })
}

interface Notice {
  readonly to: string
  readonly title: string
}

/** Everything besides requests. */
export const useNotices = (): readonly Notice[] => {
  const { t } = useTranslation()
  const { data: endpoints = [] } = useEndpoints()
  const { data: domains = [] } = useQuery({
    queryKey: ['domains', 'failing'],
    queryFn: () => api.merchantDomains.list().toArray({ limit: 100 }),
  })
  const { data: payees = [] } = useQuery({
    queryKey: ['recipients'],
    queryFn: () => api.recipients.list().toArray({ limit: 100 }),
  })
  const lowers_at = useOrganization().data?.payee_change_approvals?.lowers_at
  const approvals = useApprovals().filter(({ lapsed }) => !lapsed)
  return [
    ...approvals.map(({ recipient: { recipient_id, name } }) => ({
      to: `/recipients/${recipient_id}`,
      title: t('overview.notice.approval', { name }),
    })),
    ...payees.flatMap(({ recipient_id, name, active_version, activates_at }) =>
      activates_at === null
        ? []
        : {
            to: `/recipients/${recipient_id}`,
            title: t(active_version ? 'overview.notice.changes' : 'overview.notice.cooling', {
              name,
              time: at(activates_at),
            }),
          },
    ),
    ...(lowers_at == null
      ? []
      : [{ to: '/settings?tab=security', title: t('overview.notice.lowers', { time: at(lowers_at) }) }]),
    ...domains.map((one) => ({ to: `/domains/${one.domain_id}`, title: aboutDomain(t, one) })),
    ...endpoints.map((one) => ({ to: `/webhooks/${one.webhook_endpoint_id}`, title: aboutEndpoint(t, one) })),
  ].filter(({ title }) => title !== '')
}

/** Of the overview: with the disputed requests, which the list has under the same words. */
export const Notices = () => {
  const { t } = useTranslation()
  const disputed = useCount('needsYou')?.total ?? 0
  const others = useNotices()
  const title = t('overview.notice.disputed', { count: disputed })
  return <NoticeList notices={disputed === 0 ? others : [{ to: '/requests?standing=disputed', title }, ...others]} />
}

export const NoticeList = ({ notices }: { readonly notices: readonly Notice[] }) => {
  const { t } = useTranslation()
  const id = useId()
  if (notices.length === 0) return null
  return (
    <section className="needs-you" aria-labelledby={id}>
      <h2 id={id}>{t('overview.needsYou')}</h2>
      {notices.map(({ to, title }) => (
        <div key={`${to} ${title}`} className="notice" data-tone="look">
          <StatusGlyph tone="look" glyph="alert" />
          <p>
            <b>{title}</b> <Link to={to}>{t('overview.notice.look')}</Link>
          </p>
        </div>
      ))}
    </section>
  )
}
