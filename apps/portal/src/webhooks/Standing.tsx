/** What stands in the way of this endpoint, and what happens next: nothing is shown while all is well. */
import type { WebhookEndpointsReadAnswer } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { useModules } from '../frame/use-service.ts'

/** Deliveries are no events: while the page is open, they are read again. */
export const LOOK_AGAIN_MS = 5_000
/** An endpoint at which nothing succeeds for five days is turned off. */
const TURNED_OFF_AFTER_MS = 5 * 86_400_000

export const timeOf = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

interface Props {
  readonly of: WebhookEndpointsReadAnswer
  readonly may: boolean
}

export const Standing = ({ of, may }: Props) => {
  if (of.webhook_endpoint.status === 'disabled') return <Off of={of} may={may} />
  return of.webhook_endpoint.failing_since === null ? null : (
    <Failing of={of} since={of.webhook_endpoint.failing_since} />
  )
}

const Failing = ({ of, since }: { readonly of: WebhookEndpointsReadAnswer; readonly since: string }) => {
  const { t } = useTranslation()
  const { webhook_endpoint_id } = of.webhook_endpoint
  const waiting = useQuery({
    queryKey: ['webhook', webhook_endpoint_id, 'waiting'],
    queryFn: () => api.webhookDeliveries.list({ webhook_endpoint_id, status: 'pending' }).toArray({ limit: 25 }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  const [next] = (waiting.data ?? []).flatMap(({ next_attempt_at: at }) => (at === null ? [] : [at])).toSorted()
  const today = new Date(since).toDateString() === new Date().toDateString()
  const from = today ? timeOf(since) : `${dayOf(since)}, ${timeOf(since)}`
  const { last_status_code: code } = of
  return (
    <div className="notice" data-tone="look">
      <StatusGlyph tone="look" glyph="alert" />
      <p>
        <b>{code === null ? t('webhook.failing', { since: from }) : t('webhook.failingCode', { code, since: from })}</b>{' '}
        {t('webhook.failingLead')} {next !== undefined && t('webhook.failingNext', { next: timeOf(next) })}{' '}
        {t('webhook.failingEnd', { end: dayOf(new Date(Date.parse(since) + TURNED_OFF_AFTER_MS).toISOString()) })}
      </p>
    </div>
  )
}

const Off = ({ of: { webhook_endpoint: endpoint }, may }: Props) => {
  const { t } = useTranslation()
  const { webhook_endpoint_id, version, disabled_reason, verified_at } = endpoint
  const modules = useModules()
  const on = useMutation({
    // Without a proof its receiver is asked first.
    mutationFn: async () =>
      verified_at === null
        ? api.webhookEndpoints.verify(webhook_endpoint_id)
        : api.webhookEndpoints.update(webhook_endpoint_id, { status: 'active', version }),
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <>
      <div className="notice" data-tone="look">
        <StatusGlyph tone="look" glyph="pause" />
        <p>{t(`webhook.off.${disabled_reason ?? 'operator'}`)}</p>
        {may && (modules || verified_at === null) && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            data-size="small"
            disabled={on.isPending}
            onClick={() => on.mutate()}
          >
            {t('webhook.on')}
          </button>
        )}
      </div>
      {on.error ? <Fault error={on.error} /> : null}
    </>
  )
}
