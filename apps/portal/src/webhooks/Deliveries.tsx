/** Every delivery to one endpoint, read again while the page is open; filters and the page are kept in the address. */
import '../frame/table.css'
import type { WebhookDelivery, WebhookEndpoint } from '@pursestrings/sdk'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Beyond } from '../frame/Beyond.tsx'
import { Status } from '../frame/Facts.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Attempts, lastResponse, Tries } from './Attempts.tsx'
import { lookOf } from './delivery-look.ts'
import { LOOK_AGAIN_MS } from './Standing.tsx'

const STATUSES = ['pending', 'held', 'delivered', 'failed'] as const

interface Props {
  readonly endpoint: WebhookEndpoint
  readonly may: boolean
}

export const Deliveries = ({ endpoint, may }: Props) => {
  const { t } = useTranslation()
  const { webhook_endpoint_id } = endpoint
  const [query, setQuery] = useSearchParams()
  const status = STATUSES.find((one) => one === query.get('status'))
  const [about, cursor] = [query.get('about') ?? '', query.get('cursor')]
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query)
    next.delete('cursor')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: name !== 'cursor' })
  }
  const asked = {
    webhook_endpoint_id,
    limit: 25,
    ...(status && { status }),
    ...(about !== '' && { about }),
    ...(cursor !== null && { cursor }),
  }
  const list = useQuery({
    queryKey: ['webhook', webhook_endpoint_id, 'deliveries', asked],
    queryFn: async () => api.webhookDeliveries.list(asked).page(),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  const { webhook_deliveries: rows = [], next_cursor = null } = list.data ?? {}
  const filtered = status !== undefined || about !== ''
  return (
    <>
      <div className="delivery-filters">
        <label>
          <span className="visually-hidden">{t('webhook.status')}</span>
          <select value={status ?? ''} onChange={({ target }) => set('status', target.value)}>
            <option value="">{t('webhook.anyStatus')}</option>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {t(`status.${one === 'pending' ? 'retrying' : one}.word`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="visually-hidden">{t('webhook.about')}</span>
          <input
            type="search"
            placeholder={t('webhook.aboutHint')}
            defaultValue={about}
            maxLength={160}
            onChange={({ target }) => set('about', target.value.trim())}
          />
        </label>
      </div>
      <Loading of={list} />
      {list.data && rows.length === 0 && (
        <p className="muted webhook-none">{t(filtered ? 'webhook.noneFound' : 'webhook.none')}</p>
      )}
      {rows.length > 0 && <Table rows={rows} may={may && endpoint.status === 'active'} />}
      <div className="pager webhook-pager">
        <span className="muted">{t('webhook.kept')}</span>
        {cursor !== null && (
          <button type="button" className="button" data-size="small" onClick={() => set('cursor', '')}>
            {t('webhook.newer')}
          </button>
        )}
        {next_cursor !== null && (
          <button type="button" className="button" data-size="small" onClick={() => set('cursor', next_cursor ?? '')}>
            {t('webhook.older')}
          </button>
        )}
      </div>
    </>
  )
}

const Table = ({ rows, may }: { readonly rows: readonly WebhookDelivery[]; readonly may: boolean }) => {
  const { t } = useTranslation()
  return (
    <table className="table deliveries">
      <thead>
        <tr>
          {(['status', 'event', 'about', 'tries', 'response', 'time'] as const).map((name) => (
            <th key={name}>{t(`webhook.${name}`)}</th>
          ))}
          <th>
            <span className="visually-hidden">{t('webhook.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.webhook_delivery_id} of={row} may={may} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ of, may }: { readonly of: WebhookDelivery; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <tr>
        <td className="is-status">
          <Status of={lookOf(of)} />
        </td>
        <td className="mono is-event">{of.event_type}</td>
        <td className="mono is-about">{of.about}</td>
        <td className="is-tries">
          <Tries of={of} open={open} onOpen={setOpen} />
        </td>
        <td className="is-response">{lastResponse(t, of)}</td>
        <td className="is-time">
          <time dateTime={of.created_at} title={new Date(of.created_at).toLocaleString()}>
            {new Date(of.created_at).toLocaleTimeString()}
          </time>
        </td>
        <td className="is-action">
          {may && (
            <Beyond>
              <Again of={of} />
            </Beyond>
          )}
        </td>
      </tr>
      {open && (
        <tr className="deliveries-open">
          <td colSpan={7}>
            <Attempts of={of} />
          </td>
        </tr>
      )}
    </>
  )
}

/** What can be done with it: one that is being sent right now needs nothing. */
const wordFor = ({ status, next_attempt_at }: WebhookDelivery) => {
  if (status === 'pending') return next_attempt_at === null ? undefined : 'webhook.now'
  return status === 'held' ? 'webhook.send' : 'webhook.again'
}

const Again = ({ of }: { readonly of: WebhookDelivery }) => {
  const { t } = useTranslation()
  const send = useMutation({
    mutationFn: async () => api.webhookDeliveries.redeliver({ webhook_delivery_id: of.webhook_delivery_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
  const word = wordFor(of)
  if (send.error) return <Fault error={send.error} />
  if (word === undefined) return null
  return (
    <button
      type="button"
      className={word === 'webhook.now' ? 'button' : 'link'}
      data-size="small"
      disabled={send.isPending}
      aria-label={`${t(word)}: ${of.event_type}`}
      onClick={() => send.mutate()}
    >
      {t(word)}
    </button>
  )
}
