/** The most that wallets can be asked to grant this agent. */
import type { Agent } from '@pursestrings/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { useUpdate } from '../frame/Conflict.tsx'
import { Dialog, DialogButtons } from '../frame/Dialog.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Icon } from '../frame/Icon.tsx'
import { useAgentScopes } from './agent-scopes.ts'
import { ScopeTicks } from './ScopeTicks.tsx'

export const AgentScopes = ({ agent, may }: { readonly agent: Agent; readonly may: boolean }) => {
  const { t } = useTranslation()
  const [edits, setEdits] = useState(false)
  const known = useAgentScopes()
  return (
    <section className="card pad">
      <div className="card-row">
        <h2>{t('agent.scopes')}</h2>
        {may && (
          <button type="button" className="link" onClick={() => setEdits(true)}>
            {t('agent.edit')}
          </button>
        )}
      </div>
      <ul className="agent-scopes">
        {known.map(([scope, word]) => {
          const has = agent.allowed_scopes.includes(scope)
          return (
            <li key={scope} data-has={has ? '' : undefined}>
              <Icon name={has ? 'check' : 'cross'} />
              <span>
                {t(`agent.scope.${word}`)}
                {!has && <span className="visually-hidden"> {t('agent.notAllowed')}</span>}
                <span className="mono muted rows-note">{scope}</span>
              </span>
            </li>
          )
        })}
      </ul>
      {edits && <Edit agent={agent} onClose={() => setEdits(false)} />}
    </section>
  )
}

const Edit = ({ agent, onClose }: { readonly agent: Agent; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { agent_id, version } = agent
  const [scopes, setScopes] = useState(agent.allowed_scopes)
  const update = useUpdate({
    saved: { values: agent, version },
    read: () => api.agents.read(agent_id).then(({ agent: now }) => ({ values: now, version: now.version })),
    write: ({ allowed_scopes }, at) =>
      api.agents.update(agent_id, { allowed_scopes, version: at }).then((answer) => answer),
    rows: { allowed_scopes: { label: t('agent.scopes'), show: (value) => value.join(', ') } },
    onDone: onClose,
  })
  return (
    <Dialog
      title={t('agent.scopesTitle')}
      onClose={onClose}
      onSubmit={() => update.mutate({ allowed_scopes: scopes })}
      foot={
        <DialogButtons
          onClose={onClose}
          disabled={update.isPending || scopes.length === 0}
          {...(scopes.length === 0 && { why: t('keys.chooseScopes') })}
        >
          {t('dialog.save')}
        </DialogButtons>
      }
    >
      <p className="muted">{t('agent.scopesLead')}</p>
      <ScopeTicks quiet chosen={scopes} onChange={setScopes} />
      {update.error ? <Fault error={update.error} /> : null}
      {update.conflict}
    </Dialog>
  )
}
