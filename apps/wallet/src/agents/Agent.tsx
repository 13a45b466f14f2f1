/** One agent: whose it is, how its requests ended, what it may do, and the two ways to stop it. */

import type { Connection } from '@pursestrings/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { api, loadClient, queries } from '../client.ts'
import { Ago } from '../frame/Ago.tsx'
import { Ask } from '../frame/Ask.tsx'
import { dayOf } from '../frame/day.ts'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { Icon } from '../frame/Icon.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Status } from '../frame/Status.tsx'
import { Switch } from '../frame/Switch.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { unlockDeviceKey } from '../keys/session.ts'
import type { Opener } from '../keys/vault.ts'
import { PolicyRows } from '../policies/PolicyRows.tsx'
import { EndedRow } from '../requests/RequestRow.tsx'
import { settings } from '../settings.ts'
import { useStoppedAt } from '../stop/stop-all.ts'
import { OpenerSheet } from '../unlock/OpenerSheet.tsx'
import { AgentToken } from './AgentToken.tsx'
import type { Scope } from './ScopeSwitches.tsx'
import { Who } from './Who.tsx'

// Whether only answers that this device's key signed count. Switching it on is one press; switching it off takes the key, so that
// whoever has only the wallet's token can't.

const AgentSignature = ({ connection: { connection_id, decision_signature }, onChanged }: Props) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const require = useMutation({
    mutationFn: () => api().connections.update(connection_id, { decision_signature: 'required' }),
    onSuccess: onChanged,
  })
  const stop = async (opener: Opener): Promise<void> => {
    const [device_key, { deviceKid, signConnectionChange }, { service_url }] = await Promise.all([
      unlockDeviceKey(opener),
      loadClient(),
      settings(),
    ])
    const change = { aud: service_url, connection_id, decision_signature: 'optional' } as const
    const kid = await deviceKid(device_key.public_key)
    const change_jws = await signConnectionChange({ ...device_key, kid }, change)
    await api().connections.update(connection_id, { decision_signature: 'optional', change_jws })
    await onChanged()
    setAsks(false)
  }
  return (
    <section className="group" aria-label={t('agent.signed.title')}>
      <div className="card rows">
        <Switch
          label={t('agent.signed.title')}
          hint={t('agent.signed.means')}
          on={decision_signature === 'required'}
          disabled={require.isPending}
          onChange={(on) => (on ? require.mutate() : setAsks(true))}
        />
      </div>
      {require.error ? <Fault error={require.error} /> : null}
      {asks && (
        <OpenerSheet
          title={t('agent.signed.stopTitle')}
          lead={t('agent.signed.stopMeans')}
          run={stop}
          verb={t('agent.signed.stop')}
          no={t('agent.signed.keep')}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}

// What a connected agent may do. Switches only narrow: to give something back, the agent has to ask again.

const SHOWN: readonly Scope[] = ['payment.requests.create', 'payment.requests.read', 'transaction_contexts.create']

interface Props {
  readonly connection: Connection
  readonly onChanged: () => Promise<void>
}

const AgentScopes = ({ connection, onChanged }: Props) => {
  const { t } = useTranslation()
  const [taken, setTaken] = useState<Scope>()
  const { connection_id, scopes } = connection
  const listed = [...SHOWN, ...scopes.filter((scope) => !SHOWN.includes(scope))]
  return (
    <section className="group" aria-labelledby="scopes">
      <header>
        <h2 id="scopes">{t('scopes.title')}</h2>
        <span className="small muted">{t('scopes.narrow')}</span>
      </header>
      <div className="card rows">
        {listed.map((scope) => {
          const on = scopes.includes(scope)
          const last = on && scopes.length === 1
          return (
            <Switch
              key={scope}
              label={t(`scopes.${scope}`)}
              {...(last && { hint: t('agent.last') })}
              on={on}
              disabled={!on || last}
              onChange={() => setTaken(scope)}
            />
          )
        })}
      </div>
      <p className="small muted">{t('scopes.giveBack')}</p>
      {taken !== undefined && (
        <Ask
          title={t('agent.narrowTitle')}
          verb={t('agent.narrowVerb')}
          run={async () => {
            await api().connections.update(connection_id, { scopes: scopes.filter((scope) => scope !== taken) })
            await onChanged()
          }}
          onClose={() => setTaken(undefined)}
        >
          <p className="muted">{t('agent.narrowMeans', { what: t(`scopes.${taken}`) })}</p>
        </Ask>
      )}
    </section>
  )
}

/** How the agent's requests ended, in four figures. */
const AgentFigures = ({ counts }: { readonly counts: NonNullable<Connection['request_counts']> }) => {
  const { t } = useTranslation()
  const asked = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const figures = [
    { name: 'asked', count: asked },
    { name: 'sent', count: counts.confirmed },
    { name: 'rejected', count: counts.rejected },
    { name: 'expired', count: counts.expired },
  ] as const
  return (
    <dl className="card figures" aria-label={t('agent.figures')}>
      {figures.map(({ name, count }) => (
        <div key={name}>
          <dt>{t(`agent.${name}`)}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}

const HISTORY = 5

const changed = () =>
  queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === 'connections' || first === 'connection' })

export const Agent = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [asks, setAsks] = useState(false)
  const stopped_at = useStoppedAt()
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
  const setPauses = useMutation({
    mutationFn: (pause_after_rejections: boolean) => api().connections.update(id, { pause_after_rejections }),
    onSuccess: changed,
  })
  const connection = read.data
  if (!connection) {
    return (
      <div className="page">
        <TopBar title={t('agents.title')} back="/agents" />
        <Loading of={read} as="card" lines={5} />
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
            {paused_by === 'rejections' && t('agent.pausedByRejections')}
            {paused_by === 'stop' && t('stop.agent')}
            {paused_by === 'wallet' && (
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
      {status !== 'revoked' && (
        <section className="group" aria-label={t('agent.pauses.title')}>
          <div className="card rows">
            <Switch
              label={t('agent.pauses.title')}
              hint={t('agent.pauses.means')}
              on={connection.pause_after_rejections}
              disabled={setPauses.isPending}
              onChange={setPauses.mutate}
            />
          </div>
          {setPauses.error ? <Fault error={setPauses.error} /> : null}
        </section>
      )}
      {status !== 'revoked' && <AgentToken connection={connection} />}
      <PolicyRows connection_id={id} />
      <section className="group" aria-labelledby="history">
        <header>
          <h2 id="history">{t('agent.history')}</h2>
          {history.data && history.data.length > 0 && <Link to={`/activity?agent=${id}`}>{t('frame.seeAll')}</Link>}
        </header>
        <Loading of={history} />
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
          {!stopped_at && (
            <button
              type="button"
              className="button"
              disabled={setStatus.isPending}
              onClick={() => setStatus.mutate(status === 'paused' ? 'active' : 'paused')}
            >
              {status === 'active' && <Icon name="pause" size={18} />}
              {t(status === 'paused' ? 'agent.resume' : 'agent.pause')}
            </button>
          )}
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
