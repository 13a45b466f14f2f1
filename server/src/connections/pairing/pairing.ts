/** Pairing by a short code: the agent starts, the wallet looks it up and decides, the agent exchanges it for a connection. */
import {
  approvalPending,
  scopesNotAllowed,
  scopesNotRequested,
} from '@pursestrings/contract/connect-invitations/records'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import {
  newPairingCode,
  PAIRING_STATUS_NEXT,
  type PairingStatus,
  pairingCodeUnknown,
  pairingDecided,
  pairingEnded,
  pairingRejected,
  pairingSpent,
  pairingUri,
  readPairingCode,
} from '@pursestrings/contract/pairing/records'
import type { Scope } from '@pursestrings/contract/scopes'
import {
  agentNotActive,
  connectionRevoked,
  credentialInvalid,
  resourceNotFound,
} from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { checkPhrase } from '@pursestrings/protocol/check-phrase'
import { isOfAnotherWallet } from '../../organizations/merchants/personal-spaces.ts'
import type { AgentCaller } from '../../platform/credentials/callers.ts'
import { hashOf } from '../../platform/credentials/credentials.ts'
import type { Limits } from '../../platform/http/limits.ts'
import type { SystemTx, TenantTx, Transactions, WalletIdentity } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { withAgentKeys } from '../agents/agent-keys.ts'
import { shareAgent } from '../agents/agents.ts'
import { scopesWithin } from '../connections/change-connection.ts'
import { sourceOf } from '../connections/connections.reads.ts'
import { refuseWithoutKey } from '../connections/decision-signature.ts'
import { type Delivered, openConnection, replaceConnectionToken } from '../connections/open-connection.ts'
import {
  countWrongCode,
  decideSession,
  findSession,
  findWaiting,
  forgetOldSessions,
  insertSession,
  lockSession,
  type SessionRow,
  selectSession,
  sessionOnWire,
  spendSession,
} from './pairing.store.ts'

/**
 * Under which hash a code is kept. Not keyed by the session, since a typed code must find its session; so a dump would
 * give the codes of sessions that still wait away, and nothing else: a code alone opens nothing for an agent, and lives
 * ten minutes.
 */
const hashOfCode = (code: string): Buffer => hashOf(`svc.pairing_code.v1\n${code}`)

export const isCode = (typed: string, code_hash: Buffer): boolean => {
  const code = readPairingCode(typed)
  return code !== undefined && hashOfCode(code).equals(code_hash)
}

// An agent asks for a wallet: a session with a short code, which is shown to a person and kept nowhere.

interface Start {
  readonly scopes: readonly Scope[]
  readonly base_url: string
}

export const startPairing = async (
  tx: TenantTx,
  { agent_id, allowed_scopes }: AgentCaller,
  { scopes, base_url }: Start,
) => {
  const requested_scopes = scopesWithin(scopes, allowed_scopes, scopesNotAllowed)
  const source = await sourceOf(tx, agent_id)
  await forgetOldSessions(tx, agent_id)
  const code = newPairingCode()
  const session = await insertSession(tx, { agent_id, code_hash: hashOfCode(code), source, requested_scopes })
  const id = idOf('prs', session.pairing_session_id)
  return {
    pairing_session: sessionOnWire(session),
    code,
    pairing_uri: pairingUri(id, code, base_url),
    check_phrase: await checkPhrase(id, code),
  }
}

// What waits under a code that a person typed. Every try is counted before it is looked at, so that many at once buy
// nothing, and given back when it was right. Counted by wallet and by address, never over all: nobody can use up the tries
// of another.

interface Deps {
  readonly transactions: Transactions
  readonly limits: Limits
}

interface Typed {
  readonly code: string
  readonly device_id: Uuid
  readonly wallet_id: Uuid
  readonly address: string
}

export const lookUpPairing = async (
  { transactions, limits }: Deps,
  { code: typed, device_id, wallet_id, address }: Typed,
) => {
  await limits.take('wrong_pairing_code', device_id)
  await limits.take('wrong_pairing_code_address', address)
  const code = readPairingCode(typed)
  const waiting = code === undefined ? [] : await transactions.asSystem((tx) => findWaiting(tx, hashOfCode(code)))
  const [session, another] = waiting
  if (code === undefined || !session || another || isOfAnotherWallet(session.merchant_id, wallet_id))
    throw new Refusal(pairingCodeUnknown)
  await limits.giveBack('wrong_pairing_code', device_id)
  await limits.giveBack('wrong_pairing_code_address', address)
  const check_phrase = await checkPhrase(idOf('prs', session.pairing_session_id), code)
  const pairing_session = await transactions.asSystem((tx) => withAgentKeys(tx, sessionOnWire(session)))
  return { pairing_session, check_phrase }
}

// The wallet's answer to a pairing. Session and code together are what it must know: a wrong code is answered like an
// absent session and counted, even though the call is refused. The session is held while the code is compared, so that
// many guesses at once come one after the other and the sixth finds it locked.

interface Shown {
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
  { pairing_session_id, code, wallet }: Shown,
  decide: (tx: TenantTx, session: SessionRow, agent_active: boolean) => Promise<R>,
): Promise<R> => {
  const decided = await transactions.asSystem(async (system) => {
    const found = await findSession(system, pairing_session_id)
    if (!found || isOfAnotherWallet(found.merchant_id, wallet.wallet_id)) return undefined
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

// The agent that started a pairing obtains a token of its own, once; the copy that the wallet got is dead at that commit.
// Agent, connection and session are taken in the order of the resources.

const OTHERWISE: Record<Exclude<PairingStatus, 'approved'>, ErrorEntry> = {
  pending: approvalPending,
  exchanged: pairingSpent,
  rejected: pairingRejected,
  expired: pairingEnded,
  locked: pairingEnded,
}

export const exchangePairing = async (tx: TenantTx, id: Uuid, agent_id: Uuid): Promise<Delivered> => {
  const agent = await shareAgent(tx, agent_id)
  // Its token opened the route a moment ago; what matters is how the agent stands at the commit.
  if (agent.status !== 'active') throw new Refusal(credentialInvalid)
  const session = await selectSession(tx, id, agent_id)
  if (!session) throw new Refusal(resourceNotFound)
  if (session.status !== 'approved' || session.connection_id === null) throw refusalFor(session.status)
  const delivered = await replaceConnectionToken(tx, session.connection_id)
  if (!delivered) throw new Refusal(connectionRevoked)
  if (await spendSession(tx, id)) return delivered
  throw refusalFor((await selectSession(tx, id, agent_id))?.status ?? 'expired')
}

const refusalFor = (status: PairingStatus): Error =>
  status === 'approved' ? new Error('an approved pairing has no connection') : new Refusal(OTHERWISE[status])

/** After a restored backup: a pairing that waits may be over already, or have been locked. Its agent starts another one. */
export const endPairings = async ({ client }: SystemTx): Promise<void> => {
  await client.query('update pairing_sessions set expires_at = now() where expires_at > now()')
}
