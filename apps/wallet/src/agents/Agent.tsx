/** One agent: whose it is, how its requests ended, what it may do, and the two ways to stop it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Ask } from '../frame/Ask.tsx'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Status } from '../frame/Status.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { PolicyRows } from '../policies/PolicyRows.tsx'
import { EndedRow } from '../requests/RequestRow.tsx'
import { AgentFigures } from './AgentFigures.tsx'
import { AgentScopes } from './AgentScopes.tsx'
import { AgentSignature } from './AgentSignature.tsx'
import { Who } from './Who.tsx'

const HISTORY = 5

const changed = () =>
  queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === 'connections' || first === 'connection' })

export const Agent = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asks, setAsks] = useState(false)
  const read = useQuery({
    queryKey: ['connection', id],
    queryFn: async () => (await api().connections.read(id)).connection,
  })
  const history = useQuery({
    queryKey: ['requests', 'of', id],
    queryFn: () => api().paymentRequests.list({ connection_id: id }).toArray({ limit: HISTORY }),
  })
  const setStatus = useMutation({
    mutationFn: (status: 'active' | 'paused') => api().connections.update(id, { status }),
    onSuccess: changed,
  })
  const connection = read.data
  if (!connection) {
    return (
      <div className="page">
        <TopBar title={t('agents.title')} back="/agents" />
        {read.error ? <Fault error={read.error} onAgain={() => void read.refetch()} /> : null}
      </div>
    )
  }
  const { source, status, created_at, last_used_at, paused_by } = connection
  return (
    <div className="page">
      <TopBar title={source.agent_name} back="/agents" aside={<Status of={status} />} />
      {status === 'paused' && (
        <div className="notice" data-tone="look">
          <Icon name="pause" size={18} />
          <p>
            {paused_by === 'rejections' ? (
              t('agent.pausedByRejections')
            ) : (
              <>
                <b>{t('agent.pausedTitle')}</b> {t('agent.pausedMeans')}
              </>
            )}
          </p>
        </div>
      )}
      {status === 'revoked' && (
        <div className="notice" data-tone="look">
          <Icon name="info" size={18} />
          <p>
            <b>{t('agent.endedTitle')}</b> {t('agent.endedMeans')}
          </p>
        </div>
      )}
      <Who source={source}>
        <p className="muted">
          {t('agent.connected', { day: dayOf(created_at) })}
          {last_used_at !== null && (
            <>
              {' '}
              {t('agent.lastAsked')} <Ago at={last_used_at} />.
            </>
          )}
        </p>
      </Who>
      {connection.request_counts && <AgentFigures counts={connection.request_counts} />}
      {status !== 'revoked' && <AgentScopes connection={connection} onChanged={changed} />}
      {status !== 'revoked' && <AgentSignature connection={connection} onChanged={changed} />}
      <PolicyRows connection_id={id} />
      <section className="group" aria-labelledby="history">
        <header>
          <h2 id="history">{t('agent.history')}</h2>
          {history.data && history.data.length > 0 && <Link to={`/activity?agent=${id}`}>{t('frame.seeAll')}</Link>}
        </header>
        {history.data?.length === 0 && <p className="muted">{t('agent.noHistory')}</p>}
        {history.data && history.data.length > 0 && (
          <ul className="card rows">
            {history.data.map((request) => (
              <EndedRow key={request.request_id} request={request} />
            ))}
          </ul>
        )}
      </section>
      {setStatus.error ? <Fault error={setStatus.error} /> : null}
      {status !== 'revoked' && (
        <Foot>
          <button
            type="button"
            className="button"
            disabled={setStatus.isPending}
            onClick={() => setStatus.mutate(status === 'paused' ? 'active' : 'paused')}
          >
            {status === 'active' && <Icon name="pause" size={18} />}
            {t(status === 'paused' ? 'agent.resume' : 'agent.pause')}
          </button>
          <button type="button" className="button" data-kind="stop" onClick={() => setAsks(true)}>
            {t('agent.disconnect')}
          </button>
        </Foot>
      )}
      {asks && (
        <Ask
          title={t('agent.disconnectTitle', { name: source.agent_name })}
          verb={t('agent.disconnect')}
          run={async () => {
            await api().connections.revoke(id)
            await changed()
          }}
          onClose={() => setAsks(false)}
        >
          <p className="muted">{t('agent.disconnectMeans')}</p>
        </Ask>
      )}
    </div>
  )
}
