/** Statements on how many people a change of payees needs, and on what waits for a second one. Times are the database's. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import type { RecipientVersionRow } from './recipient-versions.store.ts'

export interface PayeeApprovalsRow {
  readonly needs_two: boolean
  readonly approvers: number
  readonly lowers_at: Date | null
  readonly lowers_asked_by: Uuid | null
}

export const needsTwo = async ({ client, merchant_id }: TenantTx): Promise<boolean> => {
  const { rows } = await client.query<{ two: boolean }>({
    name: 'payee-changes-need-two',
    text: 'select payee_changes_need_two($1) as two',
    values: [merchant_id],
  })
  return rows[0]?.two === true
}

export const selectPayeeApprovals = async ({ client, merchant_id }: TenantTx): Promise<PayeeApprovalsRow> => {
  const { rows } = await client.query<PayeeApprovalsRow>(
    `select payee_changes_need_two($1) as needs_two, payee_approvers($1) as approvers,
        case when a.lowers_at > now() then a.lowers_at end as lowers_at,
        case when a.lowers_at > now() then a.lowers_asked_by end as lowers_asked_by
      from (values (1)) as one left join payee_change_approvals a on a.merchant_id = $1`,
    [merchant_id],
  )
  return rows[0] as PayeeApprovalsRow
}

/** Whoever else wants to change it waits here. */
export const holdPayeeApprovals = async ({ client, merchant_id }: TenantTx): Promise<void> => {
  await client.query('select from payee_change_approvals where merchant_id = $1 for update', [merchant_id])
}

/** Two from now on; a return to one that waits is canceled. */
export const requireTwo = async ({ client, merchant_id }: TenantTx): Promise<void> => {
  await client.query(
    `insert into payee_change_approvals (merchant_id) values ($1) on conflict (merchant_id) do update
      set lowers_at = null, lowers_asked_by = null, lowers_approved_by = null`,
    [merchant_id],
  )
}

export const askForOne = async ({ client, merchant_id }: TenantTx, account_id: Uuid): Promise<void> => {
  await client.query(
    'update payee_change_approvals set lowers_at = now(), lowers_asked_by = $2 where merchant_id = $1',
    [merchant_id, account_id],
  )
}

export const approveOne = async ({ client, merchant_id }: TenantTx, account_id: Uuid): Promise<void> => {
  await client.query('update payee_change_approvals set lowers_approved_by = $2 where merchant_id = $1', [
    merchant_id,
    account_id,
  ])
}

/** Null for who is no owner or admin any more. The membership stays as it is until the commit. */
export const approvesFrom = async (
  { client, merchant_id }: TenantTx,
  account_id: Uuid,
): Promise<{ readonly from: Date | null; readonly now: boolean }> => {
  const { rows } = await client.query<{ from: Date | null; now: boolean }>(
    'select f as "from", coalesce(f <= now(), false) as now from approves_payees_from($1, $2) f',
    [merchant_id, account_id],
  )
  return rows[0] ?? { from: null, now: false }
}

export const requestStands = async (
  { client, merchant_id }: TenantTx,
  { requested_by, requested_at }: Pick<RecipientVersionRow, 'requested_by' | 'requested_at'>,
): Promise<boolean> => {
  const { rows } = await client.query<{ stands: boolean }>('select payee_request_stands($1, $2, $3) as stands', [
    merchant_id,
    requested_by,
    requested_at,
  ])
  return rows[0]?.stands === true
}

/** Newest first, strictly before the version that the cursor names. */
export const selectWaiting = async (
  { client, merchant_id }: TenantTx,
  before: Uuid | undefined,
  limit: number,
): Promise<RecipientVersionRow[]> => {
  const { rows } = await client.query<RecipientVersionRow>(
    `select v.* from recipient_versions v where v.merchant_id = $1 and v.status in ('awaiting_approval', 'cooling')
        and (v.status = 'awaiting_approval' or v.approved_by is null and payee_changes_need_two($1))
        and ($2::uuid is null or v.recipient_version_id < $2)
      order by v.recipient_version_id desc limit $3`,
    [merchant_id, before ?? null, limit],
  )
  return rows
}
