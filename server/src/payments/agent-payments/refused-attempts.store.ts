/** Statements on refused_attempts. */

import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import type { PolicyRule } from '@pursestrings/protocol/policy-judge'
import { type RawBuilder, sql } from 'kysely'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { Reach } from './agent-payments.store.ts'
import type { ThresholdAt } from './refused-attempts.ts'

export interface NewRefusedAttempt {
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly recipient_version_id: Uuid
  readonly amount: string
  readonly purpose: string | null
  readonly terms: string | null
  readonly idempotency_key: string
  readonly idempotency_digest: string
  readonly policy_id: Uuid | null
  readonly policy_version: number | null
  readonly rule: PolicyRule
  readonly thresholds: readonly ThresholdAt[]
}

export interface RefusedAttemptRow extends Omit<NewRefusedAttempt, 'idempotency_digest'> {
  readonly refused_attempt_id: Uuid
  readonly not_kept: number
  readonly refused_at: Date
  /** The payment that a person was asked for instead, under the same key. */
  readonly agent_payment_id: Uuid | null
}

export interface Recent {
  readonly newest: Uuid | null
  readonly of_minute: number
  readonly of_day: number
}

/** How many of the connection were kept lately; at most `limit` are looked at. */
export const recentAttempts = async (tx: TenantTx, connection_id: Uuid, limit: number): Promise<Recent> => {
  const { rows } = await sql<Recent>`with recent as materialized (
      select refused_attempt_id, refused_at from refused_attempts
      where merchant_id = ${tx.merchant_id} and connection_id = ${connection_id}
        and refused_at > clock_timestamp() - interval '1 day'
      order by refused_at desc limit ${limit})
    select (select refused_attempt_id from recent order by refused_at desc limit 1) as newest,
      count(*) filter (where refused_at > clock_timestamp() - interval '1 minute')::int as of_minute,
      count(*)::int as of_day from recent`.execute(tx.tables())
  return rows[0] as Recent
}

export const insertRefusedAttempt = async (tx: TenantTx, n: NewRefusedAttempt): Promise<void> => {
  await sql`insert into refused_attempts (merchant_id, refused_attempt_id, project_id, connection_id, recipient_version_id,
      amount, purpose, terms, idempotency_key, idempotency_digest, policy_id, policy_version, rule, thresholds)
    values (${tx.merchant_id}, ${newUuidFor(tx.merchant_id)}, ${n.project_id}, ${n.connection_id},
      ${n.recipient_version_id}, ${n.amount}, ${n.purpose}, ${n.terms}, ${n.idempotency_key}, ${n.idempotency_digest},
      ${n.policy_id}, ${n.policy_version}, ${n.rule}, ${JSON.stringify(n.thresholds)})`.execute(tx.tables())
}

export const countNotKept = async (tx: TenantTx, refused_attempt_id: Uuid): Promise<void> => {
  await sql`update refused_attempts set not_kept = not_kept + 1
    where merchant_id = ${tx.merchant_id} and refused_attempt_id = ${refused_attempt_id}`.execute(tx.tables())
}

const columns = sql`r.refused_attempt_id, r.project_id, r.connection_id, r.recipient_version_id, r.amount, r.purpose, r.terms,
  r.idempotency_key, r.policy_id, r.policy_version, r.rule, r.thresholds, r.not_kept, r.refused_at,
  (select p.agent_payment_id from agent_payments p where p.merchant_id = r.merchant_id and p.project_id = r.project_id
    and p.idempotency_digest = r.idempotency_digest) as agent_payment_id`

const ofProject = ({ project_id }: Reach): RawBuilder<unknown> =>
  project_id === undefined ? sql`` : sql`and r.project_id = ${project_id}`

/** Newest first. */
export const selectRefusedAttempts = async (
  tx: TenantTx,
  reach: Reach,
  { before, limit }: { readonly before: Uuid | undefined; readonly limit: number },
): Promise<RefusedAttemptRow[]> => {
  const { rows } = await sql<RefusedAttemptRow>`select ${columns} from refused_attempts r
    where r.merchant_id = ${tx.merchant_id} ${ofProject(reach)}
      ${before === undefined ? sql`` : sql`and r.refused_attempt_id < ${before}`}
    order by r.refused_attempt_id desc limit ${limit}`.execute(tx.tables())
  return rows
}

export const selectRefusedAttempt = async (
  tx: TenantTx,
  reach: Reach,
  refused_attempt_id: Uuid,
): Promise<RefusedAttemptRow | undefined> => {
  const { rows } = await sql<RefusedAttemptRow>`select ${columns} from refused_attempts r
    where r.merchant_id = ${tx.merchant_id} and r.refused_attempt_id = ${refused_attempt_id}
      ${ofProject(reach)}`.execute(tx.tables())
  return rows[0]
}

const remove = `with old as (
    select merchant_id, refused_attempt_id from refused_attempts
    where refused_at < now() - make_interval(days => $1) order by refused_at limit $2
  )
  delete from refused_attempts r using old
  where r.merchant_id = old.merchant_id and r.refused_attempt_id = old.refused_attempt_id`

/** How many it removed. */
export const deleteRefusedAttempts = async (
  { client }: SystemTx,
  { older_than_days, at_most }: { older_than_days: number; at_most: number },
): Promise<number> => (await client.query(remove, [older_than_days, at_most])).rowCount ?? 0
