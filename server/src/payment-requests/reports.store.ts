/** Statements of a wallet's report, and of the sweep that expires (migration 0023). */

import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import { NIL_UUID, newUuidFor, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import { type Insertable, sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import type { Standing } from './report-payment-status-judge.ts'

interface Tables {
  device_payment_requests: Table<'device_payment_requests', Place>
  payment_requests: Table<'payment_requests'>
  late_reports: Table<'late_reports'>
}

export interface Place {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly payment_request_id: Uuid
}

/** By the id on the wire: a text that has our form is the record's own. Two are enough to tell that it is ambiguous. */
export const findRequestsOfDevice = async (tx: SystemTx, device_id: Uuid, request_id: string): Promise<Place[]> => {
  const uuid = uuidOf('pr', request_id)
  return tx
    .tables<Tables>()
    .selectFrom('device_payment_requests')
    .select(['merchant_id', 'connection_id', 'payment_request_id'])
    .where('device_id', '=', device_id)
    .$if(uuid === NIL_UUID, (q) => q.where('request_id', '=', request_id))
    .$if(uuid !== NIL_UUID, (q) => q.where('payment_request_id', '=', uuid))
    .execute()
}

/** Connection first, then the request; the clock is looked at when both are held. */
export const holdRequest = async (tx: TenantTx, place: Place): Promise<Standing & { now: Date }> => {
  const { merchant_id, connection_id, payment_request_id } = place
  const tables = tx.tables<Tables>()
  await sql`select hold_connection(${merchant_id}, ${connection_id})`.execute(tables)
  const row = await tables
    .selectFrom('payment_requests')
    .select(['status', 'transaction_hash', 'expires_at', sql<Date>`clock_timestamp()`.as('now')])
    .where('merchant_id', '=', merchant_id)
    .where('connection_id', '=', connection_id)
    .where('payment_request_id', '=', payment_request_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const late = await tables
    .selectFrom('late_reports')
    .select('transaction_hash')
    .where('merchant_id', '=', merchant_id)
    .where('connection_id', '=', connection_id)
    .where('payment_request_id', '=', payment_request_id)
    .execute()
  return { ...row, late_hashes: late.map((l) => l.transaction_hash) }
}

export const moveRequest = async (
  tx: TenantTx,
  { merchant_id, connection_id, payment_request_id }: Place,
  set: { status: PaymentStatus; transaction_hash: string | null; reason: string | null },
): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('payment_requests')
    .set({ ...set, changed_at: sql<Date>`clock_timestamp()` })
    .where('merchant_id', '=', merchant_id)
    .where('connection_id', '=', connection_id)
    .where('payment_request_id', '=', payment_request_id)
    .execute()
}

/** Gives the event its cursor, and counts the request out of the pending ones where it leaves them. */
export const appendEvent = async (
  tx: TenantTx,
  { merchant_id, connection_id, payment_request_id }: Place,
  { previous, next, late }: { previous: PaymentStatus; next: PaymentStatus; late: boolean },
): Promise<void> => {
  await sql`select append_payment_request_event(${merchant_id}, ${connection_id}, ${payment_request_id}, ${previous},
    ${next}, ${late})`.execute(tx.tables<Tables>())
}

export const insertLateReport = async (
  tx: TenantTx,
  place: Place,
  report: Omit<Insertable<Tables['late_reports']>, keyof Place | 'late_report_id'>,
): Promise<void> => {
  await tx
    .tables<Tables>()
    .insertInto('late_reports')
    .values({ ...place, late_report_id: newUuidFor(place.merchant_id), ...report })
    .execute()
}

/** The connections whose feeds it added to. */
export const expireRequests = async (
  tx: SystemTx,
  { at_most, patient }: { at_most: number; patient: boolean },
): Promise<{ connection_id: Uuid; expired: number }[]> => {
  const swept = sql<{
    connection_id: Uuid
    expired: number
  }>`select connection_id, expired from expire_payment_requests(${at_most}, ${patient})`
  return (await swept.execute(tx.tables<Tables>())).rows
}
