/** What a connected agent may do. Switches only narrow: to give something back, the agent has to ask again. */
import type { Connection } from '@pursestrings/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Ask } from '../frame/Ask.tsx'
import { Switch } from '../frame/Switch.tsx'
import type { Scope } from './scopes.ts'

const SHOWN: readonly Scope[] = ['payment.requests.create', 'payment.requests.read', 'transaction_contexts.create']

interface Props {
  readonly connection: Connection
  readonly onChanged: () => Promise<void>
}

export const AgentScopes = ({ connection, onChanged }: Props) => {
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
