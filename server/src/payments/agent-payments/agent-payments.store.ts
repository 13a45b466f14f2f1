/**
 * Statements on agent_payments. A look, a create and a move are each one function of server/schema/payments, with all that they
 * need. History, and what a policy reserves, counts as claimed and gets back, are written by triggers.
 */
import type { AgentPaymentStatus } from '@pursestrings/contract/agent-payments/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { CountedIn } from '@pursestrings/protocol/policy-judge'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Standing } from '../../connections/connections/hold-connection.ts'
import type { SigningKey } from '../../connections/devices/signed-statement.ts'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import type { ToldPolicy } from '../automation-policies/policy-row.ts'
import type { LedgerSettlement } from '../payment-requests/ledger-settlement.ts'

/** As it is and was, with all that is shown of it. */
export interface AgentPaymentRow {
  readonly merchant_id: Uuid
  readonly agent_payment_id: Uuid
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly wallet_id: Uuid
  readonly initiator: 'agent' | 'human'
  readonly recipient_version_id: Uuid
  readonly amount: string
  readonly purpose: string | null
  readonly terms: string | null
  readonly idempotency_key: string
  readonly facts_digest: Buffer
  readonly policy_id: Uuid | null
  readonly policy_version: number | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly status: AgentPaymentStatus
  readonly transaction_hash: string | null
  readonly reason: string | null
  /** Whether the wallet's decision was signed with the device's key; null where it has not decided. */
  readonly device_signed: boolean | null
  /** Somebody has named a transaction that no move took. */
  readonly has_evidence: boolean
  /** Whether the service vouches for the payee now. */
  readonly payee_verified: boolean
  readonly repeated: boolean
  readonly ledger: LedgerSettlement | null
  readonly history: readonly EventRow[]
  /** Of one that waits over an active connection. */
  readonly policy: ToldPolicy | null
  readonly now: Date
}

/** As JSON: its time is as the wire has it. */
export interface EventRow {
  readonly status: AgentPaymentStatus
  readonly previous_status: AgentPaymentStatus | null
  readonly late: boolean
  readonly transaction_hash: string | null
  readonly reason: string | null
  readonly occurred_at: string
}

export interface Look {
  readonly verdict: string
  /** The key or the device, where its use is to be noted. */
  readonly unnoted_id: Uuid | null
  /** The active one of the device. */
  readonly key: SigningKey | null
}

/** By a token, which is authenticated in the same statement; or what the transaction's tenant or wallet may see. */
interface Wanted {
  readonly kind?: 'api_key' | 'device_token'
  readonly token_hash?: Buffer
  readonly project_id?: Uuid | undefined
  readonly agent_payment_id: Uuid
}

const READ = `select r.verdict, r.unnoted_id, r.key, (r.shown).* from read_agent_payment($1, $2, $3, $4) r`

export const readAgentPayment = async (
  on: pg.Pool | pg.PoolClient,
  { kind, token_hash, project_id, agent_payment_id }: Wanted,
): Promise<Look & AgentPaymentRow> => {
  const values = [kind ?? '', token_hash ?? null, project_id ?? null, agent_payment_id]
  const { rows } = await on.query<Look & AgentPaymentRow>({ name: 'read_agent_payment', text: READ, values })
  return rows[0] as (typeof rows)[number]
}

/** Whose payments a project's key sees among its tenant's. */
export type Reach = { readonly project_id?: Uuid }

export interface Page {
  readonly before: Uuid | undefined
  readonly limit: number
  readonly status: AgentPaymentStatus | undefined
}

/** Newest first; of a wallet over all its merchants. */
export const listAgentPayments = async (
  { client }: TenantTx | WalletTx,
  { project_id }: Reach,
  { before, limit, status }: Page,
): Promise<AgentPaymentRow[]> => {
  const text = 'select * from list_agent_payments($1, $2, $3, $4)'
  const values = [project_id ?? null, before ?? null, limit, status ?? null]
  return (await client.query<AgentPaymentRow>({ name: 'list_agent_payments', text, values })).rows
}

interface Intent {
  /** Of the project's key, or the project itself where somebody else speaks for it. */
  readonly token_hash: Buffer | null
  readonly project_id: Uuid | null
  readonly connection_id: Uuid
  readonly recipient_id: Uuid
  readonly policy_id: Uuid | undefined
  /** What it is paid in; undefined where its version never served. */
  readonly counted_in: CountedIn | undefined
  readonly by_human: boolean
  readonly idempotency_digest: string
  readonly intent_digest: Buffer
}

/** All that an intent is judged by, held until the commit. */
export interface HeldForIntent extends Standing {
  readonly project_id: Uuid
  readonly unnoted_id: Uuid | null
  /** Null where the tenant has no such connection. */
  readonly device_id: Uuid | null
  readonly agent_has_key: boolean
  readonly merchant_status: string
  readonly own_pending_max: number | null
  /** How many of the connection's wait for a person; null for an agent's. */
  readonly waiting: number | null
  readonly has_recipient: boolean
  readonly active_version_id: Uuid | null
  readonly payee_verified: boolean
  readonly policy: ToldPolicy | null
  readonly now: Date
  /** The same to the microsecond. */
  readonly now_exact: string
  /** Which intent the key stands for already. */
  readonly key_of: Buffer | null
  /** Its payment, where that is the same intent. */
  readonly replayed: Uuid | null
}

/** Undefined where the key opens nothing. */
export const holdForIntent = async ({ client }: TenantTx, i: Intent): Promise<HeldForIntent | undefined> => {
  const { network, asset, contract, issuer } = i.counted_in ?? {}
  const values = [
    i.token_hash,
    i.project_id,
    i.connection_id,
    i.recipient_id,
    i.policy_id,
    { network, asset, contract, issuer },
    i.by_human,
    i.idempotency_digest,
    i.intent_digest,
  ]
  const text = 'select * from hold_for_intent($1, $2, $3, $4, $5, $6, $7, $8, $9)'
  return (await client.query<HeldForIntent>({ name: 'hold_for_intent', text, values })).rows[0]
}

export interface NewAgentPayment
  extends Pick<
    AgentPaymentRow,
    | 'agent_payment_id'
    | 'project_id'
    | 'connection_id'
    | 'initiator'
    | 'recipient_version_id'
    | 'amount'
    | 'purpose'
    | 'terms'
    | 'idempotency_key'
    | 'facts_digest'
    | 'policy_id'
    | 'policy_version'
    | 'created_at'
    | 'expires_at'
  > {
  readonly device_id: Uuid
  readonly idempotency_digest: string
  readonly intent_digest: Buffer
  readonly reserved: bigint | null
}

/** With the decision that lets it through, where there is one. False when another payment of the project has the key. */
export const insertAgentPayment = async (
  tx: TenantTx,
  n: NewAgentPayment,
  decision?: RawBuilder<unknown>,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`${decision ? sql`with decided as (${decision})` : sql``}
    insert into agent_payments (merchant_id, agent_payment_id, project_id,
      connection_id, device_id, initiator, recipient_version_id, amount, purpose, terms, idempotency_key,
      idempotency_digest, intent_digest, facts_digest, policy_id, policy_version, reserved, created_at, expires_at, status)
    values (${tx.merchant_id}, ${n.agent_payment_id}, ${n.project_id}, ${n.connection_id}, ${n.device_id},
      ${n.initiator}, ${n.recipient_version_id}, ${n.amount}, ${n.purpose}, ${n.terms}, ${n.idempotency_key},
      ${n.idempotency_digest}, ${n.intent_digest}, ${n.facts_digest}, ${n.policy_id}, ${n.policy_version},
      ${n.reserved === null ? null : String(n.reserved)}, ${n.created_at}, ${n.expires_at}, 'intent_created')
    on conflict (merchant_id, project_id, idempotency_digest) do nothing`.execute(tx.tables())
  return numAffectedRows === 1n
}

/** What a payment is judged by before it moves, held until the commit. */
export interface HeldForMove
  extends Standing,
    Pick<AgentPaymentRow, 'status' | 'transaction_hash' | 'has_evidence' | 'payee_verified' | 'policy' | 'now'> {
  /** As it is written, whatever the time. */
  readonly written: AgentPaymentStatus
  /** The device that claimed it; null before. */
  readonly claimed_by: Uuid | null
  readonly late_hashes: readonly string[]
  readonly is_decision_required: boolean
  /** Whether the device's key that signed works still. */
  readonly has_key: boolean
  readonly has_recipient: boolean
  readonly active_version_id: Uuid | null
  /** The decision that it was claimed by, as the device signed it; null where it signed none. */
  readonly claimed_jws: string | null
}

interface ToHold {
  readonly agent_payment_id: Uuid
  /** Its payee, where it is to be claimed. */
  readonly claims_to?: Uuid | undefined
  readonly by_device?: Uuid | undefined
  readonly by_key?: string | undefined
}

export const holdAgentPayment = async ({ client }: TenantTx, h: ToHold): Promise<HeldForMove> => {
  const text = 'select * from hold_agent_payment($1, $2, $3, $4)'
  const values = [h.agent_payment_id, h.claims_to ?? null, h.by_device ?? null, h.by_key ?? null]
  const { rows } = await client.query<HeldForMove>({ name: 'hold_agent_payment', text, values })
  return rows[0] as HeldForMove
}

export interface Move {
  /** Undefined where it stays. */
  readonly status?: AgentPaymentStatus
  readonly transaction_hash?: string | null
  readonly reason?: string | null
  /** A transaction that no move can take: evidence. */
  readonly late?: { readonly transaction_hash: string; readonly reason: string | null }
  /** Whether another wallet was shown the payment, which may then pay, too. */
  readonly handoff_shown?: boolean | undefined
  readonly unsigned_transaction?: string
  readonly max_time?: number
  readonly device_signed?: boolean
  /** The device that claims it: of several of one wallet, it alone may sign. */
  readonly claimed_by?: Uuid
}

/** Of a payment that is held; as it is then. */
export const moveAgentPayment = async (
  { client }: TenantTx,
  agent_payment_id: Uuid,
  { status, transaction_hash, reason, late, ...more }: Move,
): Promise<AgentPaymentRow> => {
  const text = 'select * from move_agent_payment($1, $2, $3, $4, $5, $6)'
  const values = [
    agent_payment_id,
    status ?? null,
    transaction_hash ?? null,
    reason ?? null,
    { ...more, late_reason: late?.reason },
    late?.transaction_hash ?? null,
  ]
  const { rows } = await client.query<AgentPaymentRow>({ name: 'move_agent_payment', text, values })
  return rows[0] as AgentPaymentRow
}

/** Any tenant's, oldest first. */
export const selectDue = async (
  tx: SystemTx,
  limit: number,
): Promise<Pick<AgentPaymentRow, 'merchant_id' | 'agent_payment_id' | 'policy_id'>[]> => {
  const { rows } = await sql<AgentPaymentRow>`select merchant_id, agent_payment_id, policy_id from agent_payments
    where status = 'intent_created' and expires_at <= now() order by expires_at limit ${limit}`.execute(tx.tables())
  return rows
}

/** One that somebody holds is left for the next sweep. */
export const expireAgentPayment = async (tx: TenantTx, agent_payment_id: Uuid): Promise<boolean> => {
  const { numAffectedRows } = await sql`update agent_payments set status = 'expired', changed_at = clock_timestamp()
    where (merchant_id, agent_payment_id) in (
      select p.merchant_id, p.agent_payment_id from agent_payments p where p.merchant_id = ${tx.merchant_id}
        and p.agent_payment_id = ${agent_payment_id} and p.status = 'intent_created' and p.expires_at <= now()
      for update skip locked)`.execute(tx.tables())
  return numAffectedRows === 1n
}
