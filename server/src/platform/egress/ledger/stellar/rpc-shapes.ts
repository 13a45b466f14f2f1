/** The answers of Stellar's RPC, as far as we read them. `npm run ledger:shapes` holds a live node to these. */
import { Type } from 'typebox'

export const Sequence = Type.Integer({ minimum: 1, maximum: 4_294_967_295 })
export const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Seconds = Type.String({ pattern: '^[1-9][0-9]{0,11}$' })
export const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' })
const Base64 = Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' })

export const rpcAnswer = <const S extends Type.TSchema>(result: S) =>
  Type.Object({
    jsonrpc: Type.Literal('2.0'),
    id: Type.Integer(),
    result: Type.Optional(result),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  })

export const Health = Type.Object({ status: Type.Literal('healthy'), latestLedger: Sequence, oldestLedger: Sequence })
export const NetworkInfo = Type.Object({ passphrase: Type.String() })
export const VersionInfo = Type.Object({ version: Type.String() })
export const LatestLedger = Type.Object({ id: Hash, sequence: Sequence, closeTime: Seconds })
export const Ledgers = Type.Object({
  ledgers: Type.Array(
    Type.Object({
      hash: Hash,
      sequence: Sequence,
      ledgerCloseTime: Seconds,
      headerXdr: Base64,
      metadataXdr: Base64,
    }),
    { maxItems: 200 },
  ),
})

const range = {
  latestLedger: Sequence,
  latestLedgerCloseTime: Seconds,
  oldestLedger: Sequence,
}
export const Transaction = Type.Union([
  Type.Object({ status: Type.Literal('NOT_FOUND'), ...range }),
  Type.Object({
    status: Type.Enum(['SUCCESS', 'FAILED']),
    ...range,
    ledger: Sequence,
    createdAt: Seconds,
    // What strangers wrote may be in any form: it is judged where it is read.
    envelopeXdr: Type.Optional(Type.Unknown()),
    resultXdr: Type.Optional(Type.Unknown()),
  }),
])

export const Events = Type.Object({
  events: Type.Array(
    Type.Object({ id: Type.String({ maxLength: 40 }), ledger: Sequence, ledgerClosedAt: Time, txHash: Hash }),
    { maxItems: 10_000 },
  ),
  latestLedger: Sequence,
  oldestLedger: Sequence,
})
