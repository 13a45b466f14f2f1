/** The answers of Horizon, as far as we read them. `npm run ledger:shapes` holds a live node to these. */
import { Type } from 'typebox'
import { Hash, Sequence } from './rpc-shapes.ts'

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' })
const PagingToken = Type.String({ pattern: '^[1-9][0-9]{0,18}$' })

export const Root = Type.Object({
  horizon_version: Type.String(),
  network_passphrase: Type.String(),
  history_latest_ledger: Sequence,
  history_elder_ledger: Sequence,
})
export const Ledger = Type.Object({ hash: Hash, sequence: Sequence, closed_at: Time })
export const Transaction = Type.Object({
  hash: Hash,
  ledger: Sequence,
  created_at: Time,
  envelope_xdr: Base64,
  result_xdr: Base64,
})
export const Payments = Type.Object({
  _embedded: Type.Object({
    records: Type.Array(Type.Object({ paging_token: PagingToken, transaction_hash: Hash, transaction: Transaction }), {
      maxItems: 200,
    }),
  }),
})
