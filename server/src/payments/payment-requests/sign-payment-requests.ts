/**
 * Requests as they are read: with their facts signed. A signature is made when somebody reads; the digest is what was
 * committed, and facts that do not fit it are never signed.
 */

import { idOf } from '@pursestrings/contract/wire/ids'
import { pageOf } from '../../platform/http/page.ts'
import type { FactsKeys } from '../../transparency/facts-keys/facts-keys.ts'
import type { Beside, BesideOf } from './beside.ts'
import {
  factsOf,
  type PaymentRequestRow,
  paymentRequestView,
  requestIdOnWire,
  type ShownRequest,
} from './payment-request-view.ts'
import { factsAsPinned, type VersionFacts } from './version-facts.ts'

interface Deps {
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly besideOf: BesideOf
  /** A service without modules shows what wallets say, whatever the ledger said to one that had them. */
  readonly shows_ledger: boolean
}

export type Signer = ReturnType<typeof signerOf>

export const signerOf = ({ versionFacts, facts_keys, besideOf, shows_ledger }: Deps) => {
  /** Read with all that is shown of it. */
  const shown = async (row: ShownRequest) => {
    const pinned = { ...row, request_id: requestIdOnWire(row) }
    const { facts, text } = await factsAsPinned(versionFacts, row, (version, issuer) =>
      factsOf(pinned, version, issuer),
    )
    const seen = shows_ledger ? row : { ...row, ledger: null }
    return paymentRequestView(seen, facts, facts_keys.signFacts(text, row.facts_digest))
  }
  /** The rest is read now. */
  const all = async (rows: readonly PaymentRequestRow[]) => {
    const beside = await besideOf(rows.map((row) => ({ ...row, payment_id: row.payment_request_id })))
    return Promise.all(rows.map((row, i) => shown({ ...row, ...(beside[i] as Beside) })))
  }
  return {
    shown,
    all,
    async page(rows: readonly PaymentRequestRow[], limit: number) {
      return pageWith(all, rows, limit)
    },
    async shownPage(rows: readonly ShownRequest[], limit: number) {
      return pageWith((records: readonly ShownRequest[]) => Promise.all(records.map(shown)), rows, limit)
    },
    async one(row: PaymentRequestRow) {
      const [signed] = await all([row])
      return signed as NonNullable<typeof signed>
    },
  }
}

/** One row more than the page has was read. */
const pageWith = async <Row extends PaymentRequestRow, Signed>(
  sign: (records: readonly Row[]) => Promise<Signed[]>,
  rows: readonly Row[],
  limit: number,
) => {
  const { records, next_cursor } = pageOf(rows, limit, (row) => idOf('pr', row.payment_request_id))
  return { payment_requests: await sign(records), next_cursor }
}
