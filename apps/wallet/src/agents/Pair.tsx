/**
 * Is it the agent in front of the user? The user picks the two words that the agent shows, out of three. A wrong pick rejects:
 * then somebody else's session was looked up, or the user did not look.
 */
import type { PairingSession } from '@pursestrings/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { api, queries } from '../client.ts'
import { Ago, Left, useIsOver } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { pinShownKeys } from './agent-keys.ts'
import { Outcome } from './Outcome.tsx'
import { ScopeSwitches } from './ScopeSwitches.tsx'
import { Who } from './Who.tsx'

export interface Found {
  readonly session: PairingSession
  readonly code: string
  /** What the service says the agent shows. */
  readonly right: string
  readonly phrases: readonly string[]
}

export const Pair = () => {
  const found = useLocation().state as Found | null
  return found ? <Decide found={found} /> : <Navigate to="/agents/connect" replace />
}

const Decide = ({ found: { session, code, right, phrases } }: { readonly found: Found }) => {
  const { t } = useTranslation()
  const go = useNavigate()
  const id = session.pairing_session_id
  const [picked, setPicked] = useState<string>()
  const [granted, setGranted] = useState(session.requested_scopes)
  const over = useIsOver(session.expires_at)
  const connect = useMutation({
    // The token in the answer is a copy that dies when the agent takes its own: nobody here keeps it.
    mutationFn: async () => (await api().pairing.approve(id, { code, scopes: [...granted] })).connection,
    onSuccess: async ({ connection_id }) => {
      await pinShownKeys(connection_id, session.agent_keys)
      await queries.invalidateQueries({ queryKey: ['connections'] })
      void go(`/agents/${connection_id}`, { replace: true })
    },
  })
  const reject = useMutation({
    mutationFn: async (why: 'wrong' | 'none' | 'declined') => {
      await api().pairing.reject(id, { code })
      return why
    },
  })
  if (reject.data) return <Outcome of={reject.data} />
  if (over && !connect.isPending) return <Outcome of="over" />
  const busy = connect.isPending || reject.isPending
  return (
    <div className="page">
      <TopBar title={t('pair.title')} back="/agents/connect" aside={<Left until={session.expires_at} />} />
      <Who source={session.source} named>
        <p className="muted">
          {t('pair.asked')} <Ago at={session.created_at} />.
        </p>
      </Who>
      <fieldset className="picks">
        <legend>{t('pair.which')}</legend>
        {phrases.map((phrase) => (
          <label key={phrase}>
            <span>{phrase}</span>
            <input type="radio" name="phrase" checked={picked === phrase} onChange={() => setPicked(phrase)} />
          </label>
        ))}
        <button type="button" className="link" disabled={busy} onClick={() => reject.mutate('none')}>
          {t('pair.none')}
        </button>
      </fieldset>
      <ScopeSwitches
        asked={session.requested_scopes}
        granted={granted}
        onChange={(scopes) => setGranted([...scopes])}
      />
      <p className="small muted">{t('pair.approve')}</p>
      {connect.error || reject.error ? <Fault error={connect.error ?? reject.error} /> : null}
      <Foot>
        <button type="button" className="button" disabled={busy} onClick={() => reject.mutate('declined')}>
          {t('pair.decline')}
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          disabled={busy || picked === undefined || granted.length === 0}
          onClick={() => (picked === right ? connect.mutate() : reject.mutate('wrong'))}
        >
          {t(connect.isPending ? 'pair.connecting' : 'pair.connect')}
        </button>
      </Foot>
    </div>
  )
}
