/**
 * Requests as they are read: with their facts signed. A signature is made when somebody reads; the digest is what was
 * committed, and facts that do not fit it are never signed.
 */

import { idOf } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import { pageOf } from '../../platform/http/page.ts'
import type { FactsKeys } from '../../transparency/facts-keys/facts-keys.ts'
import type { LateReportRow, readLateReports } from './index.store.ts'
import type { LedgerSettlement, SettlementsOf } from './ledger-settlement.ts'
import { factsOf, type PaymentRequestRow, paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import type { RepeatedTransactions } from './repeated-transactions.ts'
import { factsAsPinned, type VersionFacts } from './version-facts.ts'

interface Deps {
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly repeatedAmong: RepeatedTransactions
  readonly lateReportsOf: ReturnType<typeof readLateReports>
  readonly settlementsOf: SettlementsOf
}

export type Signer = ReturnType<typeof signerOf>

/** Only what ended without a transaction of its own can have been reported too late. */
const ENDED_UNPAID: ReadonlySet<string> = new Set<PaymentStatus>(['expired', 'failed'])

interface Besides {
  readonly repeated: boolean
  readonly late_reports?: readonly LateReportRow[] | undefined
  readonly ledger: LedgerSettlement | undefined
}

export const signerOf = ({ versionFacts, facts_keys, repeatedAmong, lateReportsOf, settlementsOf }: Deps) => {
  const told = async (row: PaymentRequestRow, { repeated, late_reports = [], ledger }: Besides) => {
    const pinned = { ...row, request_id: requestIdOnWire(row) }
    const { facts, text } = await factsAsPinned(versionFacts, row, (version, issuer) =>
      factsOf(pinned, version, issuer),
    )
    const facts_jws = facts_keys.signFacts(text, row.facts_digest)
    return paymentRequestView(row, facts, { facts_jws, repeated, late_reports, ledger })
  }
  const lateAmong = async (rows: readonly PaymentRequestRow[]) => {
    const found = await lateReportsOf(rows.filter(({ status }) => ENDED_UNPAID.has(status)))
    return Map.groupBy(found, ({ payment_request_id }) => payment_request_id)
  }
  const ledgerAmong = (rows: readonly PaymentRequestRow[]) =>
    settlementsOf(rows.map(({ merchant_id, payment_request_id: payment_id }) => ({ merchant_id, payment_id })))
  const signAll = async (rows: readonly PaymentRequestRow[]) => {
    const repeated = await repeatedAmong(rows.map((row) => ({ ...row, payment_id: row.payment_request_id })))
    const late = await lateAmong(rows)
    const ledgers = await ledgerAmong(rows)
    return Promise.all(
      rows.map((row) => {
        const { payment_request_id: id } = row
        return told(row, { repeated: repeated.has(id), late_reports: late.get(id), ledger: ledgers.get(id) })
      }),
    )
  }
  return {
    /** Where it is known already whether another payment names the same transaction. */
    async told(row: PaymentRequestRow, repeated: boolean) {
      const { payment_request_id: id } = row
      const late_reports = (await lateAmong([row])).get(id)
      return told(row, { repeated, late_reports, ledger: (await ledgerAmong([row])).get(id) })
    },
    async one(row: PaymentRequestRow) {
      const [signed] = await signAll([row])
      return signed as NonNullable<typeof signed>
    },
    all: signAll,
    async page(rows: readonly PaymentRequestRow[], limit: number) {
      const { records, next_cursor } = pageOf(rows, limit, (row) => idOf('pr', row.payment_request_id))
      return { payment_requests: await signAll(records), next_cursor }
    },
  }
}
