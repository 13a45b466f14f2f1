/**
 * Requests as they are read: with their facts signed. A signature is made when somebody reads; the digest is what was
 * committed, and facts that do not fit it are never signed.
 */
import { factsText } from '@countersign/contract/payment-requests/payment-facts'
import { idOf } from '@countersign/contract/wire/ids'
import type { FactsKeys } from '../facts-keys/facts-keys.ts'
import { pageOf } from '../http/page.ts'
import { factsOf, type PaymentRequestRow, paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import type { RepeatedTransactions } from './repeated-transactions.ts'
import type { VersionFacts } from './version-facts.ts'

interface Deps {
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly repeatedAmong: RepeatedTransactions
}

export type Signer = ReturnType<typeof signerOf>

export const signerOf = ({ versionFacts, facts_keys, repeatedAmong }: Deps) => {
  const told = async (row: PaymentRequestRow, repeated: boolean) => {
    const version = await versionFacts(row.recipient_version_id)
    if (!version) throw new Error('a request is pinned to a version that never served')
    const facts = factsOf({ ...row, request_id: requestIdOnWire(row) }, version)
    const facts_jws = facts_keys.signFacts(factsText(facts), row.facts_digest)
    return paymentRequestView(row, facts, { facts_jws, repeated })
  }
  const signAll = async (rows: readonly PaymentRequestRow[]) => {
    const repeated = await repeatedAmong(rows.map((row) => ({ ...row, payment_id: row.payment_request_id })))
    return Promise.all(rows.map((row) => told(row, repeated.has(row.payment_request_id))))
  }
  return {
    /** Where it is known already whether another payment names the same transaction. */
    told,
    async one(row: PaymentRequestRow) {
      const [signed] = await signAll([row])
      return signed as NonNullable<typeof signed>
    },
    async page(rows: readonly PaymentRequestRow[], limit: number) {
      const { records, next_cursor } = pageOf(rows, limit, (row) => idOf('pr', row.payment_request_id))
      return { payment_requests: await signAll(records), next_cursor }
    },
  }
}
