/** The one statement of wallets' reports: items in as JSON, verdicts out as rows. And the sweep that expires. */

import { NIL_UUID, newUuid, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import { sql } from 'kysely'
import type pg from 'pg'
import type { SigningKey } from '../../connections/devices/signed-statement.ts'
import { runDurably } from '../../platform/postgres/commit.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import { LOWER_CASE_NETWORKS } from '../../rules/networks/check-memo.ts'
import type { SignedDecision } from './check-decision.ts'
import { hexOf } from './create.store.ts'
import type { PaymentRequestRow, ShownRequest } from './payment-request-view.ts'

interface Tables {
  payment_requests: Table<'payment_requests'>
}

export interface PaymentReport {
  /** Of the device's token. */
  readonly token_hash: Buffer
  /** As the wire shows it: ours, or the agent's own. */
  readonly request_id: string
  /** Tells two requests of the same id apart. */
  readonly connection_id: Uuid | null
  readonly status: PaymentStatus
  readonly transaction_hash: string | null
  readonly reason: string | null
  /** What few reports bring. */
  readonly more?: {
    readonly unsigned_transaction?: string
    readonly max_time?: number
    readonly handoff_shown?: boolean
    readonly decision?: SignedDecision
  }
}

export interface ReportVerdict {
  /** What the report did, or the code of a refusal. */
  readonly verdict: string
  /** The device, where its use was not noted today. */
  readonly unnoted_device_id: Uuid | null
  /** Where the request stood when the report was judged. */
  readonly stands: PaymentStatus
}

/** With the request as it is then, where it was found. */
export type Reported = ReportVerdict & ShownRequest

const ACCEPTED: ReadonlySet<string> = new Set(['moved', 'late', 'repeated', 'repeated_late'])
export const isAccepted = ({ verdict }: ReportVerdict): boolean => ACCEPTED.has(verdict)
/** The transaction is kept as evidence, and moved nothing. */
export const isLate = ({ verdict }: ReportVerdict): boolean => verdict === 'late' || verdict === 'repeated_late'

/** How many rejections in a row pause a connection. */
export interface PauseAfter {
  readonly max: number
  /** The first of them is at most so long ago. */
  readonly within_s: number
}

const text = `select * from report_payment_requests(
  array(select i from json_populate_recordset(null::payment_report, $1::json) i), $2, $3, $4)`

const rowOf = ({ token_hash, ...report }: PaymentReport) => {
  const uuid = uuidOf('pr', report.request_id)
  // The statement puts the fresh id into the merchant's slot.
  return {
    ...report,
    token_hash: hexOf(token_hash),
    payment_request_id: uuid === NIL_UUID ? null : uuid,
    fresh_id: newUuid(),
  }
}

export const reportPaymentRequests =
  (pool: pg.Pool, { max, within_s }: PauseAfter) =>
  async (reports: readonly PaymentReport[]): Promise<Reported[]> => {
    const values = [JSON.stringify(reports.map(rowOf)), LOWER_CASE_NETWORKS, max, within_s]
    const rows = await runDurably<Reported & { item: number }>(pool, { name: 'report_payment_requests', text, values })
    const verdicts: Reported[] = []
    for (const { item, ...verdict } of rows) verdicts[item - 1] = verdict
    return verdicts
  }

/** What a report is compared with before it is judged. */
export type ReportedRequest = Pick<
  PaymentRequestRow,
  | 'merchant_id'
  | 'connection_id'
  | 'payment_request_id'
  | 'request_id'
  | 'recipient_version_id'
  | 'amount'
  | 'created_at'
  | 'expires_at'
  | 'facts_digest'
  | 'terms'
> & {
  readonly device_id: Uuid
  /** The active one of the device. */
  readonly key: SigningKey | null
  readonly now: Date
}

/** Undefined where the token opens nothing, or no request or more than one is meant: the report's own statement says which. */
export const findReportedRequest =
  (pool: pg.Pool) =>
  async (
    wanted: Pick<PaymentReport, 'token_hash' | 'request_id' | 'connection_id'>,
  ): Promise<ReportedRequest | undefined> => {
    const uuid = uuidOf('pr', wanted.request_id)
    const values = [wanted.token_hash, uuid === NIL_UUID ? null : uuid, wanted.request_id, wanted.connection_id]
    const find = 'select * from find_reported_request($1, $2, $3, $4)'
    return (await pool.query<ReportedRequest>({ name: 'find_reported_request', text: find, values })).rows[0]
  }

/** What waits for a version that was recalled. The connections whose feeds it added to. */
export const failRecalledRequests = async (
  tx: SystemTx,
  { merchant_id, recipient_version_id, at_most }: { merchant_id: Uuid; recipient_version_id: Uuid; at_most: number },
): Promise<{ connection_id: Uuid; ended: number }[]> => {
  const ended = sql<{
    connection_id: Uuid
    ended: number
  }>`select connection_id, ended from fail_recalled_requests(${merchant_id}, ${recipient_version_id}, ${at_most})`
  return (await ended.execute(tx.tables<Tables>())).rows
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
