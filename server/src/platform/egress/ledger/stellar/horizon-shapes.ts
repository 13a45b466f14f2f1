/** The answers of Horizon, as far as we read them. `npm run ledger:shapes` holds a live node to these. */
import { Type } from 'typebox'
import { Hash, Sequence, Time } from './rpc-shapes.ts'

const PagingToken = Type.String({ pattern: '^[1-9][0-9]{0,18}$' })

export const Root = Type.Object({
  horizon_version: Type.String(),
  network_passphrase: Type.String(),
  history_latest_ledger: Sequence,
  history_elder_ledger: Sequence,
})
export const Ledger = Type.Object({ hash: Hash, sequence: Sequence, closed_at: Time })
/** What strangers wrote may be in any form: it is judged where it is read, one transaction at a time. */
export const Transaction = Type.Object({
  hash: Hash,
  ledger: Sequence,
  created_at: Time,
  envelope_xdr: Type.Optional(Type.Unknown()),
  result_xdr: Type.Optional(Type.Unknown()),
})
const payment = { paging_token: PagingToken, transaction_hash: Hash, created_at: Time }
const pageOf = <const S extends Type.TSchema>(record: S) =>
  Type.Object({ _embedded: Type.Object({ records: Type.Array(record, { maxItems: 200 }) }) })
export const Payments = pageOf(Type.Object({ ...payment, transaction: Transaction }))
/** Without the transactions. */
export const PaymentNames = pageOf(Type.Object(payment))
