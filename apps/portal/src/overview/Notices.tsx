/** What needs somebody before it gets worse: proofs that are missing, and endpoints that fail or were disabled. */
import type { MerchantDomain, WebhookEndpoint } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../client.ts'
import { pathOf } from './Deliveries.tsx'
import { useEndpoints } from './use-endpoints.ts'

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

export const Notices = () => {
  const { t } = useTranslation()
  const { data: endpoints = [] } = useEndpoints()
  const { data: domains = [] } = useQuery({
    queryKey: ['domains', 'failing'],
    queryFn: () => api.merchantDomains.list().toArray({ limit: 100 }),
  })
  const notices = [
    ...domains.map((one) => ({ to: `/domains/${one.domain_id}`, title: aboutDomain(t, one) })),
    ...endpoints.map((one) => ({ to: `/webhooks/${one.webhook_endpoint_id}`, title: aboutEndpoint(t, one) })),
  ].filter(({ title }) => title !== '')
  return notices.map(({ to, title }) => (
    <div key={to} className="notice" data-tone="look">
      <StatusGlyph tone="look" glyph="alert" />
      <p>
        <b>{title}</b> <Link to={to}>{t('overview.notice.look')}</Link>
      </p>
    </div>
  ))
}
