/** An agent that used one of this wallet's keys: who it is, what it wants, and the answer. */
import type { ConnectInvitation } from '@pursestrings/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { api, queries } from '../client.ts'
import { Ago, Left, useIsOver } from '../frame/Ago.tsx'
import { Fault } from '../frame/Fault.tsx'
import { Foot } from '../frame/Foot.tsx'
import { Loading } from '../frame/Loading.tsx'
import { TopBar } from '../frame/TopBar.tsx'
import { pinShownKeys } from './agent-keys.ts'
import { Outcome } from './Outcome.tsx'
import { type Scope, ScopeSwitches } from './ScopeSwitches.tsx'
import { Who } from './Who.tsx'

const changed = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [first] }) => first === 'invitations' || first === 'invitation' || first === 'connections',
  })

interface ConnectedProps {
  readonly connection_id: string
  /** That were shown while the person decided, here and now. */
  readonly keys: ConnectInvitation['agent_keys']
}

/** The connection exists once the agent has taken it: then the agent's keys are kept with it. */
const Connected = ({ connection_id, keys }: ConnectedProps) => {
  const [kept, setKept] = useState(keys === undefined)
  useEffect(() => {
    if (!kept) void pinShownKeys(connection_id, keys).finally(() => setKept(true))
  }, [kept, connection_id, keys])
  return kept ? <Navigate to={`/agents/${connection_id}`} replace /> : null
}

export const Invitation = () => {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const read = useQuery({
    queryKey: ['invitation', id],
    queryFn: async () => (await api().connectInvitations.read(id)).connect_invitation,
  })
  const [chosen, setChosen] = useState<readonly Scope[]>()
  const shown = useRef<ConnectInvitation['agent_keys']>(undefined)
  const approve = useMutation({
    mutationFn: (scopes: readonly Scope[]) => api().connectInvitations.approve(id, { scopes: [...scopes] }),
    onSuccess: changed,
  })
  const reject = useMutation({ mutationFn: () => api().connectInvitations.reject(id), onSuccess: changed })
  const over = useIsOver(read.data?.expires_at)
  const invitation = read.data
  if (!invitation) {
    return (
      <div className="page">
        <TopBar title={t('pair.title')} back="/agents" />
        <Loading of={read} as="card" lines={4} />
      </div>
    )
  }
  const { status, source, requested_scopes, created_at, expires_at, connection_id } = invitation
  shown.current ??= invitation.agent_keys
  if (connection_id !== null)
    return <Connected connection_id={connection_id} keys={approve.isSuccess ? shown.current : undefined} />
  if (reject.isSuccess || status === 'rejected') return <Outcome of="declined" />
  if (over || status === 'expired') return <Outcome of="over" />
  const granted = chosen ?? requested_scopes
  const approved = status === 'approved'
  const busy = approve.isPending || reject.isPending
  return (
    <div className="page">
      <TopBar title={t('pair.title')} back="/agents" aside={<Left until={expires_at} />} />
      <Who source={source} named>
        <p className="muted">
          {t('invitation.lead')} {t('pair.asked')} <Ago at={created_at} />.
        </p>
      </Who>
      {approved ? (
        <p className="aside" role="status">
          <span className="spinner" aria-hidden="true" />
          <span>{t('invitation.done')}</span>
        </p>
      ) : (
        <ScopeSwitches asked={requested_scopes} granted={granted} onChange={setChosen} />
      )}
      <p className="small muted">{t('pair.approve')}</p>
      {approve.error || reject.error ? <Fault error={approve.error ?? reject.error} /> : null}
      <Foot>
        <button type="button" className="button" disabled={busy} onClick={() => reject.mutate()}>
          {t('pair.decline')}
        </button>
        {approved ? (
          <Link className="button" data-kind="primary" to="/agents">
            {t('pair.back')}
          </Link>
        ) : (
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={busy || granted.length === 0}
            onClick={() => approve.mutate(granted)}
          >
            {t('pair.connect')}
          </button>
        )}
      </Foot>
    </div>
  )
}
