/**
 * Statements on agent_payments and their events. An intent past its time reads as expired at once. History, and what a
 * policy reserves, counts as claimed and gets back, are written by triggers (migrations 0032 and 0061).
 */
import type { AgentPaymentStatus } from '@pursestrings/contract/agent-payments/states'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { type RawBuilder, sql } from 'kysely'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'

export interface AgentPaymentRow {
  readonly merchant_id: Uuid
  readonly agent_payment_id: Uuid
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly initiator: 'agent' | 'human'
  readonly recipient_version_id: Uuid
  readonly amount: string
  readonly purpose: string | null
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
  /** What its policy counts for it, in whole units. */
  readonly reserved: string | null
  /** Somebody has named a transaction that no move took. */
  readonly has_evidence: boolean
  /** Whether the service vouches for the payee now. */
  readonly payee_verified: boolean
}

const status = sql`case when p.status = 'intent_created' and p.expires_at <= clock_timestamp() then 'expired'
  else p.status end`
const columns = sql`p.merchant_id, p.agent_payment_id, p.project_id, p.connection_id, p.initiator, p.recipient_version_id,
  p.amount, p.purpose, p.idempotency_key, p.facts_digest, p.policy_id, p.policy_version, p.created_at, p.expires_at,
  ${status} as status, p.transaction_hash, p.reason, p.device_signed, p.reserved::text,
  agent_payment_has_evidence(p.merchant_id, p.agent_payment_id) as has_evidence,
  payee_verified(p.merchant_id, p.recipient_version_id) as payee_verified`

export type Reach = { readonly project_id?: Uuid; readonly device_id?: Uuid }
const within = ({ project_id, device_id }: Reach): RawBuilder<unknown> => sql`
  ${project_id === undefined ? sql`` : sql`and p.project_id = ${project_id}`}
  ${device_id === undefined ? sql`` : sql`and p.device_id = ${device_id}`}`

export interface NewAgentPayment
  extends Omit<
    AgentPaymentRow,
    | 'merchant_id'
    | 'status'
    | 'transaction_hash'
    | 'reason'
    | 'device_signed'
    | 'reserved'
    | 'has_evidence'
    | 'payee_verified'
  > {
  readonly device_id: Uuid
  readonly idempotency_digest: string
  readonly intent_digest: Buffer
  readonly reserved: bigint | null
}

/** Undefined when another payment of the project has the key. */
export const insertAgentPayment = async (tx: TenantTx, n: NewAgentPayment): Promise<AgentPaymentRow | undefined> => {
  const { rows } =
    await sql<AgentPaymentRow>`insert into agent_payments as p (merchant_id, agent_payment_id, project_id,
      connection_id, device_id, initiator, recipient_version_id, amount, purpose, idempotency_key, idempotency_digest,
      intent_digest, facts_digest, policy_id, policy_version, reserved, created_at, expires_at, status)
    values (${tx.merchant_id}, ${n.agent_payment_id}, ${n.project_id}, ${n.connection_id}, ${n.device_id},
      ${n.initiator}, ${n.recipient_version_id}, ${n.amount}, ${n.purpose}, ${n.idempotency_key},
      ${n.idempotency_digest}, ${n.intent_digest}, ${n.facts_digest}, ${n.policy_id}, ${n.policy_version},
      ${n.reserved === null ? null : String(n.reserved)}, ${n.created_at}, ${n.expires_at}, 'intent_created')
    on conflict (merchant_id, project_id, idempotency_digest) do nothing
    returning ${columns}`.execute(tx.tables())
  return rows[0]
}

interface Key {
  readonly project_id: Uuid
  readonly idempotency_digest: string
}

/** A replay commits a write of its own, so that it never acknowledges what is not replicated yet. */
export const countReplay = async (
  tx: TenantTx,
  { project_id, idempotency_digest }: Key,
  intent_digest: Buffer,
): Promise<AgentPaymentRow | undefined> => {
  const { rows } = await sql<AgentPaymentRow>`update agent_payments p set replay_count = p.replay_count + 1
    where p.merchant_id = ${tx.merchant_id} and p.project_id = ${project_id}
      and p.idempotency_digest = ${idempotency_digest} and p.intent_digest = ${intent_digest}
    returning ${columns}`.execute(tx.tables())
  return rows[0]
}

/** The clock, which intent the key stands for already, and how many of the connection's wait for a person. */
export const lookAround = async (tx: TenantTx, { project_id, idempotency_digest }: Key, connection_id: Uuid) => {
  const { rows } = await sql<{ now: Date; key_of: Buffer | null; waiting: number }>`select clock_timestamp() as now,
      (select p.intent_digest from agent_payments p where p.merchant_id = ${tx.merchant_id}
        and p.project_id = ${project_id} and p.idempotency_digest = ${idempotency_digest}) as key_of,
      (select count(*)::int from agent_payments p where p.merchant_id = ${tx.merchant_id}
        and p.connection_id = ${connection_id} and p.status = 'intent_created' and p.initiator = 'human'
        and p.expires_at > clock_timestamp()) as waiting`.execute(tx.tables())
  return rows[0] as (typeof rows)[number]
}

export type PaymentNow = AgentPaymentRow & {
  /** As it is written, whatever the time. */
  readonly written: AgentPaymentStatus
  /** The device that claimed it; null before. */
  readonly claimed_by: Uuid | null
  readonly now: Date
  readonly late_hashes: string[]
}

/** With `hold`, nobody moves it before the commit, and the clock is looked at when it is held. */
export const selectAgentPayment = async (
  tx: TenantTx,
  agent_payment_id: Uuid,
  reach: Reach,
  hold: boolean,
): Promise<PaymentNow | undefined> => {
  const { rows } = await sql<PaymentNow>`with found as materialized (
      select * from agent_payments p where p.merchant_id = ${tx.merchant_id}
        and p.agent_payment_id = ${agent_payment_id} ${within(reach)} ${hold ? sql`for update` : sql``})
    select ${columns}, p.status as written, p.claimed_by, clock.now, array(select e.transaction_hash from agent_payment_events e
      where e.merchant_id = p.merchant_id and e.agent_payment_id = p.agent_payment_id and e.late) as late_hashes
    from found p cross join lateral (select clock_timestamp() as now, p.agent_payment_id) clock`.execute(tx.tables())
  return rows[0]
}

export const selectMerchantOfPayment = async (tx: WalletTx, agent_payment_id: Uuid): Promise<Uuid | undefined> => {
  const { rows } = await sql<{ merchant_id: Uuid }>`select merchant_id from agent_payments
    where device_id = ${tx.wallet_id} and agent_payment_id = ${agent_payment_id}`.execute(tx.tables())
  return rows[0]?.merchant_id
}

export interface Page {
  readonly before: Uuid | undefined
  readonly limit: number
  readonly status: AgentPaymentStatus | undefined
}

/** Newest first; of a wallet over all its merchants. */
export const selectAgentPayments = async (
  tx: TenantTx | WalletTx,
  reach: Reach,
  page: Page,
): Promise<AgentPaymentRow[]> => {
  const whose = tx.whose === 'tenant' ? sql`p.merchant_id = ${tx.merchant_id}` : sql`p.device_id = ${tx.wallet_id}`
  const { rows } = await sql<AgentPaymentRow>`select ${columns} from agent_payments p where ${whose} ${within(reach)}
    ${page.before === undefined ? sql`` : sql`and p.agent_payment_id < ${page.before}`}
    ${page.status === undefined ? sql`` : sql`and ${status} = ${page.status}`}
    order by p.agent_payment_id desc limit ${page.limit}`.execute(tx.tables())
  return rows
}

interface Move {
  readonly status: AgentPaymentStatus
  readonly transaction_hash: string | null
  readonly reason: string | null
}

/** What a report brings besides: of the transaction that is to be signed, and whether the decision is signed. */
export interface Brought {
  readonly unsigned_transaction?: string
  readonly max_time?: number
  readonly device_signed?: boolean
  /** The device that claims it: of several of one wallet, it alone may sign. */
  readonly claimed_by?: Uuid
}

/** Of a payment that is held. */
export const moveAgentPayment = async (
  tx: TenantTx,
  agent_payment_id: Uuid,
  to: Move,
  brought: Brought = {},
): Promise<void> => {
  const { unsigned_transaction = null, max_time = null, device_signed = null, claimed_by = null } = brought
  await sql`update agent_payments set status = ${to.status}, transaction_hash = ${to.transaction_hash},
      reason = ${to.reason}, changed_at = clock_timestamp(),
      unsigned_transaction = coalesce(unsigned_transaction, ${unsigned_transaction}),
      max_time = coalesce(max_time, ${max_time}), device_signed = coalesce(device_signed, ${device_signed}),
      claimed_by = coalesce(claimed_by, ${claimed_by})
    where merchant_id = ${tx.merchant_id} and agent_payment_id = ${agent_payment_id}`.execute(tx.tables())
}

/** Whether another wallet was shown the payment, which may then pay, too: once true, it stays so. */
export const noteHandoff = async (tx: TenantTx, agent_payment_id: Uuid, shown: boolean): Promise<void> => {
  await sql`update agent_payments set handoff_shown = ${shown} or coalesce(handoff_shown, false)
    where merchant_id = ${tx.merchant_id} and agent_payment_id = ${agent_payment_id}`.execute(tx.tables())
}

/** A transaction that no move can take, of a payment that is held: evidence. */
export const appendLateReport = async (
  tx: TenantTx,
  agent_payment_id: Uuid,
  { transaction_hash, reason }: { transaction_hash: string; reason: string | null },
): Promise<void> => {
  await sql`select append_agent_payment_event(p, p.status, true, ${transaction_hash}, ${reason}) from agent_payments p
    where p.merchant_id = ${tx.merchant_id} and p.agent_payment_id = ${agent_payment_id}`.execute(tx.tables())
}

export interface EventRow extends Move {
  readonly previous_status: AgentPaymentStatus | null
  readonly late: boolean
  readonly occurred_at: Date
}

export const selectAgentPaymentEvents = async (tx: TenantTx, agent_payment_id: Uuid): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`select status, previous_status, late, transaction_hash, reason, occurred_at
    from agent_payment_events where merchant_id = ${tx.merchant_id} and agent_payment_id = ${agent_payment_id}
    order by number`.execute(tx.tables())
  return rows
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
