/** Statements on webhook_deliveries and webhook_attempts as their merchant sees them; `sending.store` has the worker's. */
import type { WebhookDeliveryStatus, WebhookErrorKind } from '@pursestrings/contract/webhook-deliveries/records'
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Table } from '../../../platform/postgres/table.ts'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'
import { makeDue, type Notify } from './due.store.ts'

interface Tables {
  webhook_deliveries: Table<'webhook_deliveries'>
  webhook_due: Table<'webhook_due'>
  webhook_attempts: Table<'webhook_attempts', { error_kind: WebhookErrorKind | null }>
}

export interface AttemptRow {
  readonly attempt: number
  /** As JSON has it. */
  readonly attempted_at: string
  readonly latency_ms: number
  readonly status_code: number | null
  readonly error_kind: WebhookErrorKind | null
}
export interface DeliveryRow {
  readonly webhook_delivery_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly event_id: Uuid
  readonly event_type: string
  readonly about: string | null
  readonly occurred_at: Date
  readonly status: WebhookDeliveryStatus
  readonly created_at: Date
  readonly next_attempt_at: Date | null
  readonly delivered_at: Date | null
  readonly attempts: AttemptRow[]
}

const SHOWN = [
  'webhook_delivery_id',
  'webhook_endpoint_id',
  'event_id',
  'event_type',
  'about',
  'occurred_at',
  'status',
  'created_at',
  'next_attempt_at',
  'delivered_at',
] as const

export interface NewDelivery {
  readonly webhook_endpoint_id: Uuid
  readonly event_id: Uuid
  readonly event_type: string
  readonly about: string
  readonly occurred_at: Date
  /** The exact text that is signed and sent. */
  readonly payload: string
}

/** What an endpoint gets, due at once. */
export const addDelivery = async (tx: TenantTx, notifications: Notify, delivery: NewDelivery): Promise<Uuid> => {
  const webhook_delivery_id = newUuidFor(tx.merchant_id)
  await tx
    .tables<Tables>()
    .insertInto('webhook_deliveries')
    .values({ merchant_id: tx.merchant_id, webhook_delivery_id, status: 'pending', ...delivery })
    .execute()
  await makeDue(tx, notifications, [{ webhook_delivery_id, ...delivery }])
  return webhook_delivery_id
}

export interface Wanted {
  readonly webhook_endpoint_id?: Uuid
  readonly status?: WebhookDeliveryStatus
  readonly event_type?: string
  readonly event_id?: Uuid
  readonly about?: string
}

/** When they were created: from then on, and before then. */
export interface Span {
  readonly from: Date | undefined
  readonly to: Date | undefined
}

/** Ids begin with the time at which a process made them; its clock may be off by this much. */
const CLOCKS_MS = 60_000
const idAt = (at_ms: number): Uuid => {
  const hex = Math.max(0, at_ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000` as Uuid
}

/** With the attempts in the same statement, so that they fit what the delivery says. */
const shown = (tx: TenantTx) =>
  tx
    .tables<Tables>()
    .selectFrom('webhook_deliveries as d')
    .select(SHOWN)
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('webhook_attempts as a')
          .select(['attempt', 'attempted_at', 'latency_ms', 'status_code', 'error_kind'])
          .where('a.merchant_id', '=', tx.merchant_id)
          .whereRef('a.webhook_delivery_id', '=', 'd.webhook_delivery_id')
          .orderBy('attempt'),
      )
        .$castTo<AttemptRow[]>()
        .as('attempts'),
    )
    .where('d.merchant_id', '=', tx.merchant_id)

/** Newest first, strictly before the delivery that the cursor names. */
export const selectDeliveries = (
  tx: TenantTx,
  { from, to, ...wanted }: Wanted & Span,
  before: Uuid | undefined,
  limit: number,
): Promise<DeliveryRow[]> => {
  let query = shown(tx)
  // Told by the row; the ids keep the look to that time.
  if (from) {
    const first = idAt(from.getTime() - CLOCKS_MS)
    query = query.where('d.created_at', '>=', from).where('d.webhook_delivery_id', '>=', first)
  }
  if (to) {
    const end = idAt(to.getTime() + CLOCKS_MS)
    query = query.where('d.created_at', '<', to).where('d.webhook_delivery_id', '<', end)
  }
  const { status, ...others } = wanted
  for (const [column, value] of Object.entries(others)) query = query.where(column as keyof typeof others, '=', value)
  if (status === 'pending') {
    const due = tx.tables<Tables>().selectFrom('webhook_due').select('webhook_delivery_id')
    query = query.where('d.webhook_delivery_id', 'in', due.where('merchant_id', '=', tx.merchant_id))
  } else if (status === 'delivered') query = query.where('d.status', '=', status)
  else if (status !== undefined) query = query.where('d.missed', '=', status)
  if (before !== undefined) query = query.where('d.webhook_delivery_id', '<', before)
  return query.orderBy('d.webhook_delivery_id', 'desc').limit(limit).execute()
}

/** As it is now and stays until the commit. */
export const lockDelivery = (tx: TenantTx, webhook_delivery_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('webhook_deliveries')
    .select(['webhook_delivery_id', 'webhook_endpoint_id', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_delivery_id', '=', webhook_delivery_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

const AGAIN = { status: 'pending', step: 0, next_attempt_at: null } as const

export const deliverAgain = async (
  tx: TenantTx,
  notifications: Notify,
  delivery: Pick<DeliveryRow, 'webhook_delivery_id' | 'webhook_endpoint_id'>,
): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('webhook_deliveries')
    .set(AGAIN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_delivery_id', '=', delivery.webhook_delivery_id)
    .execute()
  await makeDue(tx, notifications, [delivery])
}

/** What an endpoint missed since then, oldest first; answers with how many. */
export const deliverMissed = async (
  tx: TenantTx,
  notifications: Notify,
  { webhook_endpoint_id, since, at_most }: { webhook_endpoint_id: Uuid; since: Date; at_most: number },
): Promise<number> => {
  const tables = tx.tables<Tables>()
  const missed = tables
    .selectFrom('webhook_deliveries')
    .select('webhook_delivery_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_endpoint_id', '=', webhook_endpoint_id)
    .where('missed', 'is not', null)
    .where('occurred_at', '>=', since)
    .orderBy('webhook_delivery_id')
    .limit(at_most)
    .forUpdate()
    .skipLocked()
  const rows = await tables
    .updateTable('webhook_deliveries')
    .set(AGAIN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_delivery_id', '=', sql<Uuid>`any(array(${missed}))`)
    .returning('webhook_delivery_id')
    .execute()
  const again = rows.map(({ webhook_delivery_id }) => ({ webhook_delivery_id, webhook_endpoint_id }))
  await makeDue(tx, notifications, again)
  return again.length
}
