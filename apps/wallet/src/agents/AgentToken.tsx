/** Replaces the token that an agent asks with: the old one stops at once, and the new one is shown once, for agents that can't get one with their key. */
import type { Connection } from '@pursestrings/sdk'
import { Sheet } from '@pursestrings/ui/Sheet'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../client.ts'
import { Copy } from '../frame/Copy.tsx'
import { Fault } from '../frame/Fault.tsx'

export const AgentToken = ({ connection: { connection_id, source } }: { readonly connection: Connection }) => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const replace = useMutation({
    mutationFn: async () => (await api().connections.rotateToken(connection_id)).connection_token,
    gcTime: 0,
  })
  const close = () => {
    setAsks(false)
    replace.reset()
  }
  const name = source.agent_name
  return (
    <section className="group" aria-label={t('agent.token.title')}>
      <div className="card rows">
        <div className="line">
          <span className="line-words">
            {t('agent.token.title')}
            <span className="small muted">{t('agent.token.means')}</span>
          </span>
          <button type="button" className="button" data-size="small" onClick={() => setAsks(true)}>
            {t('agent.token.replace')}
          </button>
        </div>
      </div>
      {asks && (
        <Sheet title={t(replace.data ? 'agent.token.freshTitle' : 'agent.token.askTitle', { name })} onClose={close}>
          <p className="muted">{t(replace.data ? 'agent.token.freshMeans' : 'agent.token.askMeans', { name })}</p>
          {replace.data && (
            <p className="agent-token mono" translate="no">
              {replace.data} <Copy value={replace.data} what={t('agent.token.token')} />
            </p>
          )}
          {replace.error ? <Fault error={replace.error} /> : null}
          <div className="pair-of-buttons">
            <button type="button" className="button" onClick={close}>
              {t(replace.data ? 'agent.token.done' : 'frame.cancel')}
            </button>
            {!replace.data && (
              <button
                type="button"
                className="button"
                data-kind="danger"
                disabled={replace.isPending}
                onClick={() => replace.mutate()}
              >
                {t('agent.token.replace')}
              </button>
            )}
          </div>
        </Sheet>
      )}
    </section>
  )
}
