/** Statements on automation_policies and what happened to them. Amounts are whole units; the row arbitrates their use. */

import type { PolicyChange } from '@pursestrings/contract/automation-policies/records'
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import type { PolicyStatus } from '@pursestrings/protocol/payment-status'
import type { CountedIn } from '@pursestrings/protocol/policy-judge'
import { type RawBuilder, sql } from 'kysely'
import { appendEvents } from '../../delivery/events/append-event.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import {
  type Columns,
  columnsOf,
  type PolicyRow,
  type Proposal,
  proposedColumn,
  rowOf,
  type Stored,
  type Thresholds,
} from './policy-row.ts'

interface Tables {
  automation_policies: Columns
  automation_policy_changes: Table<
    'automation_policy_changes',
    { terms: string; consent: string | null; proposed: string | null }
  >
}

/** Whose policies a caller can reach within the tenant. */
export type Reach = { readonly project_id?: Uuid; readonly device_id?: Uuid }

const within = ({ project_id, device_id }: Reach): RawBuilder<unknown> => sql`
  ${project_id === undefined ? sql`` : sql`and project_id = ${project_id}`}
  ${device_id === undefined ? sql`` : sql`and device_id = ${device_id}`}`

export type NewPolicy = Pick<
  PolicyRow,
  'project_id' | 'connection_id' | 'device_id' | 'name' | 'status' | keyof CountedIn
> & { readonly thresholds: Thresholds }

export const insertPolicy = async (tx: TenantTx, { thresholds, ...policy }: NewPolicy): Promise<PolicyRow> =>
  rowOf(
    await tx
      .tables<Tables>()
      .insertInto('automation_policies')
      .values({
        ...policy,
        ...columnsOf(thresholds),
        merchant_id: tx.merchant_id,
        policy_id: newUuidFor(tx.merchant_id),
        consent: null,
        proposed: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export type PolicyNow = PolicyRow & { readonly now: Date }

/** With `hold`, nobody changes or uses it before the commit, and the clock is looked at when it is held. */
export const selectPolicy = async (
  tx: TenantTx,
  policy_id: Uuid,
  reach: Reach,
  hold: boolean,
): Promise<PolicyNow | undefined> => {
  const found = sql<Stored & { now: Date }>`with found as materialized (
      select * from automation_policies where merchant_id = ${tx.merchant_id} and policy_id = ${policy_id}
        ${within(reach)} ${hold ? sql`for update` : sql``})
    select found.*, clock.now
    from found cross join lateral (select clock_timestamp() as now, found.policy_id) clock`
  const { rows } = await found.execute(tx.tables<Tables>())
  const [row] = rows
  return row && { ...rowOf(row), now: row.now }
}

/** Whose tenant's it is, for the wallet that it concerns. */
export const selectMerchantOfPolicy = async (tx: WalletTx, policy_id: Uuid): Promise<Uuid | undefined> => {
  const row = await tx
    .tables<Tables>()
    .selectFrom('automation_policies')
    .select('merchant_id')
    .where('device_id', '=', tx.wallet_id)
    .where('policy_id', '=', policy_id)
    .executeTakeFirst()
  return row?.merchant_id
}

export interface Page {
  readonly before: Uuid | undefined
  readonly limit: number
  readonly status: PolicyStatus | undefined
}

/** Newest first; of a wallet over all its merchants. */
export const selectPolicies = async (tx: TenantTx | WalletTx, reach: Reach, page: Page): Promise<PolicyRow[]> => {
  const tenant = tx.whose === 'tenant' ? sql`merchant_id = ${tx.merchant_id}` : sql`device_id = ${tx.wallet_id}`
  const { rows } = await sql<Stored>`select * from automation_policies where ${tenant} ${within(reach)}
    ${page.before === undefined ? sql`` : sql`and policy_id < ${page.before}`}
    ${page.status === undefined ? sql`` : sql`and status = ${page.status}`}
    order by policy_id desc limit ${page.limit}`.execute(tx.tables<Tables>())
  return rows.map(rowOf)
}

export const countLivePolicies = async (tx: TenantTx, connection_id: Uuid): Promise<number> => {
  const { count } = await tx
    .tables<Tables>()
    .selectFrom('automation_policies')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  return count
}

type Changed = Partial<Pick<PolicyRow, 'name' | 'status' | 'stopped' | 'version' | 'consent'>> & {
  readonly thresholds?: Thresholds
  readonly proposed?: Proposal | null
}

/** Of a policy that is held. */
export const updatePolicy = async (
  tx: TenantTx,
  policy_id: Uuid,
  { thresholds, proposed, ...set }: Changed,
): Promise<PolicyRow> =>
  rowOf(
    await tx
      .tables<Tables>()
      .updateTable('automation_policies')
      .set({
        ...set,
        ...(thresholds && columnsOf(thresholds)),
        ...(proposed !== undefined && { proposed: proposedColumn(proposed) }),
      })
      .where('merchant_id', '=', tx.merchant_id)
      .where('policy_id', '=', policy_id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

/** Of a policy that nobody else holds. */
export const lockPolicyIfFree = async (tx: TenantTx, policy_id: Uuid): Promise<boolean> => {
  const { rows } = await sql`select from automation_policies where merchant_id = ${tx.merchant_id}
    and policy_id = ${policy_id} for update skip locked`.execute(tx.tables<Tables>())
  return rows.length === 1
}

/** Every active policy of a wallet whose connections are held is paused, or every one that was paused so is resumed. */
export const movePoliciesOfWallet = async (tx: WalletTx, to: 'paused' | 'active'): Promise<PolicyRow[]> => {
  const which = sql`device_id = ${tx.wallet_id} and ${
    to === 'paused' ? sql`status = 'active'` : sql`status = 'paused' and stopped`
  }`
  const tables = tx.tables<Tables>()
  await sql`select from automation_policies where ${which} order by merchant_id, policy_id for update`.execute(tables)
  const { rows } = await sql<Stored>`update automation_policies set status = ${to}, stopped = ${to === 'paused'}
    where ${which} returning *`.execute(tables)
  return rows.map(rowOf)
}

type NewChange = Pick<Tables['automation_policy_changes'], 'change' | 'actor'> & {
  readonly policy: PolicyRow
  readonly terms: object
  readonly proposed?: object | undefined
}

export const insertPolicyChange = (tx: TenantTx, policy: PolicyRow, change: Omit<NewChange, 'policy'>): Promise<void> =>
  insertPolicyChanges(tx, [{ policy, ...change }])

/** In one statement each for the changes and their events, whatever their number. */
export const insertPolicyChanges = async (tx: TenantTx | WalletTx, changes: readonly NewChange[]): Promise<void> => {
  if (changes.length === 0) return
  const rows = changes.map(({ policy: { merchant_id, policy_id, version, consent }, proposed, ...row }) => ({
    ...row,
    merchant_id,
    policy_change_id: newUuidFor(merchant_id),
    policy_id,
    version,
    proposed,
    ...(row.change === 'consented' && { consent }),
  }))
  await sql`insert into automation_policy_changes
      (merchant_id, policy_change_id, policy_id, version, change, actor, terms, proposed, consent)
    select merchant_id, policy_change_id, policy_id, version, change, actor, terms, proposed, consent
    from jsonb_populate_recordset(null::automation_policy_changes, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx.tables<Tables>(),
  )
  await appendEvents(
    tx,
    changes.map(({ policy: { merchant_id, policy_id, connection_id, device_id, version }, change }) => ({
      kind: `automation_policy.${change}` as const,
      merchant_id,
      subject_id: policy_id,
      connection_id,
      device_id,
      data: { version },
    })),
  )
}

export interface ChangeRow {
  readonly version: number
  readonly change: PolicyChange
  readonly actor: string
  readonly terms: object
  readonly proposed: object | null
  readonly occurred_at: Date
}

export const selectPolicyChanges = async (tx: TenantTx, policy_id: Uuid, limit: number): Promise<ChangeRow[]> => {
  const { rows } = await sql<ChangeRow>`select version, change, actor, terms, proposed, occurred_at
    from automation_policy_changes
    where merchant_id = ${tx.merchant_id} and policy_id = ${policy_id}
    order by policy_change_id desc limit ${limit}`.execute(tx.tables<Tables>())
  return rows
}
