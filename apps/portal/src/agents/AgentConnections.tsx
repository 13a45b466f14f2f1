/** Wallets that let this agent ask. The merchant can end a connection, and nobody but the payer can make one. */
import '../frame/table.css'
import type { Connection } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { dayOf } from '../frame/day.ts'
import { Status } from '../frame/Facts.tsx'
import { Loading } from '../frame/Loading.tsx'

const SHOWN = 10

interface Props {
  readonly agent_id: string
  readonly may: boolean
}

export const AgentConnections = ({ agent_id, may }: Props) => {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(SHOWN)
  const list = useQuery({
    queryKey: ['agent', agent_id, 'connections', limit],
    queryFn: async () => api.connections.list({ asked_by: agent_id, limit }).page(),
  })
  const { connections = [], counts, next_cursor } = list.data ?? {}
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>
          {t('agent.connections')} {counts && <span className="muted">{t('agent.counts', { ...counts })}</span>}
        </h2>
      </div>
      <Loading of={list} />
      {list.data && connections.length === 0 && <p className="muted pad">{t('agent.noConnections')}</p>}
      {connections.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th>{t('agent.connection')}</th>
              <th>{t('agent.status')}</th>
              <th>{t('agent.used')}</th>
              <th>{t('agent.since')}</th>
              <th>
                <span className="visually-hidden">{t('agent.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {connections.map((one) => (
              <Row key={one.connection_id} of={one} may={may} />
            ))}
          </tbody>
        </table>
      )}
      {typeof next_cursor === 'string' && limit < 100 && (
        <p className="pager">
          <button type="button" className="button" data-size="small" onClick={() => setLimit(100)}>
            {t('agent.more')}
          </button>
        </p>
      )}
    </section>
  )
}

const Row = ({ of, may }: { readonly of: Connection; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { connection_id, status, created_at } = of
  return (
    <tr>
      <td className="mono">{connection_id}</td>
      <td>
        <Status of={status} />
      </td>
      <td data-label={t('agent.used')}>
        <Ago at={of.last_used_at} />
      </td>
      <td data-label={t('agent.since')}>{dayOf(created_at)}</td>
      <td className="is-action">
        {may && status !== 'revoked' && (
          <button
            type="button"
            className="link tone-stop"
            aria-label={t('agent.endOne', { id: connection_id })}
            onClick={() => setAsks(true)}
          >
            {t('agent.revoke')}
          </button>
        )}
        {asks && (
          <Confirm
            title={t('agent.endTitle')}
            verb={t('agent.end')}
            run={() => api.connections.revoke(connection_id).then(() => queries.invalidateQueries())}
            onClose={() => setAsks(false)}
          >
            <p>{t('agent.endLead')}</p>
            <p className="mono muted">{connection_id}</p>
          </Confirm>
        )}
      </td>
    </tr>
  )
}
