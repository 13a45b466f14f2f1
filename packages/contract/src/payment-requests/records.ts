/** What the API shows of payment requests. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { Name } from '../wire/inputs.ts'
import { NetworkName, RailName } from '../wire/networks.ts'
import { PAYMENT_STATUSES } from './states.ts'

export const PROTOCOL = 'svc.payment_request.v1' as const
export const EXPIRY_DEFAULT_S = 30 * 60
const Free = Type.Object({}, { additionalProperties: true })

/** What `/v1/payment-requests/events` means is no request. */
export const RequestId = Name({ reserved: ['events'] })

export const PaymentStatusName = Type.Enum([...PAYMENT_STATUSES], { type: 'string' })

/** Findings that a status alone does not show. */
export const SETTLEMENT_NOTES = ['transaction_hash_repeated'] as const

export const PaymentRequest = Resource('PaymentRequest', {
  protocol: Type.Literal(PROTOCOL),
  request_id: Type.String({ minLength: 1, maxLength: 160 }),
  connection_id: IdSchema('con'),
  transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
  created_at: Timestamp,
  expires_at: Timestamp,
  idempotency_key: Type.String({ maxLength: 256 }),
  status: PaymentStatusName,
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  source: Free,
  payee: Type.Object({ name: Type.String(), verified: Type.Literal(true), domain: Type.String() }),
  payment: Type.Object({
    rail: RailName,
    network: NetworkName,
    asset: Type.String(),
    amount: Type.String(),
    to: Type.String(),
    contract: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    decimals: Type.Integer(),
    chain_id: Type.Optional(Type.Integer()),
    memo: Type.Optional(Type.String()),
  }),
  policy: Type.Object({ requires_user_approval: Type.Literal(true) }),
  display: Type.Optional(Free),
  metadata: Type.Optional(Free),
  transaction_hash: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  settlement: Type.Object({
    assurance: Type.Enum(['none', 'wallet_reported'], {
      type: 'string',
      description: 'what the status rests on; nothing claims more than it knows',
    }),
    notes: Type.Array(Type.Enum([...SETTLEMENT_NOTES], { type: 'string' }), {
      description:
        '`transaction_hash_repeated`: another payment on this network names the same transaction, which can pay for one of them at most',
    }),
  }),
  facts_digest: Type.String({ description: 'SHA-256, in hexadecimal, of the canonical JSON of the payment facts' }),
  facts_jws: Type.String({ description: 'the facts signed by the service. Keys: /.well-known/jwks.json' }),
  handoff: Type.Optional(Type.Object({ uri: Type.String({ description: 'SEP-7, for Stellar networks' }) })),
})
