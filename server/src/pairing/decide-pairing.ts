/**
 * The wallet's answer to a pairing. Session and code together are what it must know: a wrong code is answered like an
 * absent session and counted, even though the call is refused. The session is held while the code is compared, so that
 * many guesses at once come one after the other and the sixth finds it locked (A5, racing pair 20).
 */
import { scopesNotRequested } from '@countersign/contract/connect-invitations/errors'
import { pairingDecided, pairingEnded } from '@countersign/contract/pairing/errors'
import { PAIRING_STATUS_NEXT } from '@countersign/contract/pairing/states'
import type { Scope } from '@countersign/contract/scopes'
import { agentNotActive, resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { shareAgent } from '../agents/read-agent.ts'
import { refuseWithoutKey } from '../connections/decision-signature.ts'
import { type Delivered, openConnection } from '../connections/open-connection.ts'
import { scopesWithin } from '../connections/scopes-within.ts'
import type { TenantTx, Transactions, WalletIdentity } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { countWrongCode, decideSession, findSession, lockSession, type SessionRow } from './pairing.store.ts'
import { isCode } from './pairing-code-hash.ts'

export interface Shown {
  readonly pairing_session_id: Uuid
  readonly code: string
  readonly wallet: WalletIdentity
}

export const approvePairing = (
  transactions: Transactions,
  shown: Shown & {
    readonly scopes: readonly Scope[]
    readonly decision_signature?: 'optional' | 'required' | undefined
  },
): Promise<Delivered> =>
  withRightCode(transactions, shown, async (tx, session, agent_active) => {
    refuseUnlessNext(session, 'approved')
    const { agent_id, source, requested_scopes, pairing_session_id } = session
    const { device_id, wallet_id } = shown.wallet
    const scopes = scopesWithin(shown.scopes, requested_scopes, scopesNotRequested)
    if (!agent_active) throw new Refusal(agentNotActive)
    const decision_required = shown.decision_signature === 'required'
    if (decision_required) await refuseWithoutKey(tx, device_id)
    const agreed = { agent_id, device_id: wallet_id, scopes, source, decision_required }
    const { connection_id, ...delivered } = await openConnection(tx, agreed)
    await decideSession(tx, pairing_session_id, {
      status: 'approved',
      device_id: wallet_id,
      connection_id,
      granted_scopes: scopes,
    })
    return delivered
  })

export const rejectPairing = (transactions: Transactions, shown: Shown): Promise<SessionRow> =>
  withRightCode(transactions, shown, async (tx, session) => {
    if (session.status === 'rejected') return session
    refuseUnlessNext(session, 'rejected')
    return decideSession(tx, session.pairing_session_id, { status: 'rejected', device_id: shown.wallet.wallet_id })
  })

const withRightCode = async <R>(
  transactions: Transactions,
  { pairing_session_id, code }: Shown,
  decide: (tx: TenantTx, session: SessionRow, agent_active: boolean) => Promise<R>,
): Promise<R> => {
  const decided = await transactions.asSystem(async (system) => {
    const found = await findSession(system, pairing_session_id)
    if (!found) return undefined
    const tx = await system.enterTenant(found.merchant_id)
    const agent = await shareAgent(tx, found.agent_id)
    const session = await lockSession(tx, pairing_session_id)
    if (!session) return undefined
    if (isCode(code, session.code_hash)) return { result: await decide(tx, session, agent.status === 'active') }
    // Answered below, after the commit: a refusal from here would take the count back.
    if (session.status === 'pending') await countWrongCode(tx, pairing_session_id)
    return undefined
  })
  if (!decided) throw new Refusal(resourceNotFound)
  return decided.result
}

const refuseUnlessNext = ({ status }: SessionRow, next: 'approved' | 'rejected'): void => {
  const allowed: readonly string[] = PAIRING_STATUS_NEXT[status]
  if (allowed.includes(next)) return
  if (status === 'expired' || status === 'locked') throw new Refusal(pairingEnded)
  throw new Refusal(pairingDecided, { details: { current_status: status } })
}
