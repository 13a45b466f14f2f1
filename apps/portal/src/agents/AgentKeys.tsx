/** The keys of an agent with their last use. A rotation is a second key, then the end of the first. */
import '../frame/table.css'
import type { Agent, AgentCredential } from '@pursestrings/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queries } from '../client.ts'
import { Ago, Until } from '../frame/Ago.tsx'
import { Confirm } from '../frame/Dialog.tsx'
import { dayOf } from '../frame/day.ts'
import { Status } from '../frame/Facts.tsx'
import { Loading } from '../frame/Loading.tsx'
import { AddKey } from './AddKey.tsx'

export const AgentKeys = ({ agent, may }: { readonly agent: Agent; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [adds, setAdds] = useState(false)
  const { agent_id } = agent
  const list = useQuery({
    queryKey: ['agent', agent_id, 'keys'],
    queryFn: () => api.agents.read(agent_id).then(({ credentials }) => credentials),
  })
  const keys = list.data ?? []
  return (
    <section className="card">
      <div className="card-title card-row">
        <h2>
          {t('agent.keys')} <span className="muted">{t('agent.keysLead')}</span>
        </h2>
        {may && (
          <button type="button" className="button" data-kind="primary" onClick={() => setAdds(true)}>
            {t('agent.add')}
          </button>
        )}
      </div>
      <Loading of={list} />
      {list.data && keys.length === 0 && <p className="muted pad">{t('agent.noKeys')}</p>}
      {keys.length > 0 && (
        <table className="table">
          <thead>
            <tr>
              <th>{t('agent.key')}</th>
              <th>{t('agent.status')}</th>
              <th>{t('agent.used')}</th>
              <th>{t('agent.expires')}</th>
              <th>
                <span className="visually-hidden">{t('agent.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <Row key={key.credential_id} of={key} may={may} />
            ))}
          </tbody>
        </table>
      )}
      {adds && <AddKey agent={agent} taken={keys.map(({ kid }) => kid)} onClose={() => setAdds(false)} />}
    </section>
  )
}

/** Short enough to compare by eye, as `agents register-key` prints it in full. */
const shortOf = (fingerprint: string): string => fingerprint.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')

const Row = ({ of: key, may }: { readonly of: AgentCredential; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const { agent_id, credential_id, kid, status, revoked_at } = key
  const works = status === 'active' || status === 'pending'
  return (
    <tr>
      <td>
        <span className="table-name mono">{kid}</span>
        <span className="mono muted" title={key.fingerprint}>
          {shortOf(key.fingerprint)}
        </span>
      </td>
      <td>
        <Status of={status === 'pending' ? 'unproven' : status === 'expired' ? 'ended' : status} />
      </td>
      <td data-label={t('agent.used')}>
        <Ago at={key.last_used_at} />
      </td>
      <td data-label={revoked_at === null ? t('agent.expires') : undefined}>
        {revoked_at === null ? <Until at={key.expires_at} /> : t('agent.revokedOn', { date: dayOf(revoked_at) })}
      </td>
      <td className="is-action">
        {may && works && (
          <button
            type="button"
            className="link tone-stop"
            aria-label={t('agent.revokeOne', { kid })}
            onClick={() => setAsks(true)}
          >
            {t('agent.revoke')}
          </button>
        )}
        {asks && (
          <Confirm
            title={t('agent.revokeTitle', { kid })}
            verb={t('agent.revokeOne', { kid })}
            run={() => api.agentCredentials.revoke(agent_id, credential_id).then(() => queries.invalidateQueries())}
            onClose={() => setAsks(false)}
          >
            <p>{t('agent.revokeLead')}</p>
          </Confirm>
        )}
      </td>
    </tr>
  )
}
