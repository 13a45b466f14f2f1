/** Statements on policy_decisions and policy_use_changes: add and read, nothing else is granted. */

import { POLICY_DECISION_KEPT_DAYS } from '@pursestrings/contract/automation-policies/records'
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import type { PolicyRule, Threshold } from '@pursestrings/protocol/policy-judge'
import { type RawBuilder, sql } from 'kysely'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'

interface NewDecision {
  readonly project_id: Uuid
  readonly connection_id: Uuid
  readonly policy_id: Uuid | null
  readonly policy_version: number | null
  readonly agent_payment_id: Uuid | null
  readonly recipient_version_id: Uuid
  readonly payee_digest: string
  readonly units: bigint
  readonly used_before: bigint | null
  readonly allowed: boolean
  readonly triggered: readonly Threshold[]
  readonly rule: PolicyRule
  readonly judged_at: string
}

export const decisionWritten = (tx: TenantTx, d: NewDecision): RawBuilder<unknown> =>
  sql`insert into policy_decisions (merchant_id, policy_decision_id, project_id, connection_id, policy_id,
      policy_version, agent_payment_id, recipient_version_id, payee_digest, units, used_before, judged_at, allowed,
      triggered, rule)
    values (${tx.merchant_id}, ${newUuidFor(tx.merchant_id)}, ${d.project_id}, ${d.connection_id}, ${d.policy_id}, ${d.policy_version},
      ${d.agent_payment_id}, ${d.recipient_version_id}, ${d.payee_digest}, ${String(d.units)},
      ${d.used_before === null ? null : String(d.used_before)}, ${d.judged_at}, ${d.allowed}, ${d.triggered}, ${d.rule})`

export interface DecisionRow {
  readonly agent_payment_id: Uuid | null
  readonly recipient_version_id: Uuid
  readonly payee_digest: string
  readonly units: string
  /** In microseconds: what the order is told by. */
  readonly at_us: string
  readonly allowed: boolean
  readonly triggered: Threshold[]
  readonly rule: PolicyRule
}

interface Whose {
  readonly project_id: Uuid
  readonly connection_id: Uuid
}

const microseconds = (column: 'judged_at' | 'changed_at') =>
  sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** The newest of the last days, oldest first. */
export const selectDecisions = async (
  tx: TenantTx,
  { project_id, connection_id }: Whose,
  { days, limit }: { days: number; limit: number },
): Promise<DecisionRow[]> => {
  const { rows } = await sql<DecisionRow>`select agent_payment_id, recipient_version_id, payee_digest, units::text,
      ${microseconds('judged_at')} as at_us, allowed, triggered, rule
    from policy_decisions
    where merchant_id = ${tx.merchant_id} and connection_id = ${connection_id} and project_id = ${project_id}
      and judged_at >= now() - make_interval(days => ${days})
    order by judged_at desc limit ${limit}`.execute(tx.tables())
  return rows.toReversed()
}

export interface UseChangeRow {
  /** `release`: given back. `recount`: counted again, since a transaction turned up. */
  readonly kind: 'release' | 'recount'
  readonly agent_payment_id: Uuid
  readonly policy_id: Uuid
  readonly units: string
  readonly at_us: string
}

/** On the connection since then. */
export const selectUseChanges = async (
  tx: TenantTx,
  connection_id: Uuid,
  since_us: string,
): Promise<UseChangeRow[]> => {
  const { rows } = await sql<UseChangeRow>`select change as kind, agent_payment_id, policy_id, units::text,
      ${microseconds('changed_at')} as at_us
    from policy_use_changes where merchant_id = ${tx.merchant_id} and connection_id = ${connection_id}
      and changed_at >= to_timestamp(${since_us}::numeric / 1000000)`.execute(tx.tables())
  return rows
}

/** What a policy had used until then. */
export const usedBefore = async (tx: TenantTx, policy_id: Uuid, until_us: string): Promise<bigint> => {
  const until = sql`to_timestamp(${until_us}::numeric / 1000000)`
  const { rows } = await sql<{ used: string }>`select (
      coalesce((select sum(units) from policy_decisions where merchant_id = ${tx.merchant_id}
        and policy_id = ${policy_id} and judged_at < ${until} and allowed), 0)
      + coalesce((select sum(case change when 'release' then -units else units end) from policy_use_changes
        where merchant_id = ${tx.merchant_id} and policy_id = ${policy_id} and changed_at < ${until}), 0))::text as used`.execute(
    tx.tables(),
  )
  return BigInt(rows[0]?.used ?? '0')
}

interface Usage {
  readonly allowed: number
  readonly refused: number
  readonly last: Date | null
  readonly given_back: string
  readonly counted_again: string
}

export const selectUsage = async (tx: TenantTx, policy_id: Uuid) => {
  const total = (change: UseChangeRow['kind']) => sql`coalesce((select sum(units) from policy_use_changes
    where merchant_id = ${tx.merchant_id} and policy_id = ${policy_id} and change = ${change}), 0)::text`
  const { rows } = await sql<Usage>`select
      count(*) filter (where allowed)::int as allowed, count(*) filter (where not allowed)::int as refused,
      max(judged_at) as last, ${total('release')} as given_back, ${total('recount')} as counted_again
    from policy_decisions where merchant_id = ${tx.merchant_id} and policy_id = ${policy_id}`.execute(tx.tables())
  return rows[0] as (typeof rows)[number]
}

/** Statements that remove decisions which refused an intent long ago; the database lets no other go. */
const remove = `with old as (
    select merchant_id, policy_decision_id from policy_decisions
    where not allowed and judged_at < now() - make_interval(days => $1) order by judged_at limit $2
  )
  delete from policy_decisions d using old
  where d.merchant_id = old.merchant_id and d.policy_decision_id = old.policy_decision_id`

/** How many it removed. */
const deleteRefusedDecisions = async (
  { client }: SystemTx,
  { older_than_days, at_most }: { older_than_days: number; at_most: number },
): Promise<number> => (await client.query(remove, [older_than_days, at_most])).rowCount ?? 0

// Decisions that refused an intent are forgotten once no backtest can look at them any more: every table has a bound.
// Those that let a payment through are evidence and stay.

const AT_ONCE = 1_000

export const forgetRefusedDecisions = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('refused-decisions', async () => {
    const old = { older_than_days: POLICY_DECISION_KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteRefusedDecisions(tx, old))) === AT_ONCE);
  })
