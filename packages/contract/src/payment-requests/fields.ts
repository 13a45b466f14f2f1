/** By what lists of requests are narrowed, and what they answer with. */
import { PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { Type } from 'typebox'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyUnknown,
} from '../devices/records.ts'
import { onlyFor } from '../operation.ts'
import { OVERVIEW_MEASURES } from '../overview/records.ts'
import { AssuranceName } from '../settlement/records.ts'
import { page } from '../wire/envelopes.ts'
import { Amount, Counted } from '../wire/fields.ts'
import { Base64, IdInput, Jws, Key, Time, TransactionHash } from '../wire/inputs.ts'
import { EXAMPLE_ADDRESS } from '../wire/payable.ts'
import { payerProofInvalid } from './errors.ts'
import { PaymentRequest, PaymentStatusName, TOTAL_MAX } from './records.ts'

/** One, or several: `?status=pending&status=signed`. */
const Statuses = Type.Union(
  [PaymentStatusName, Type.Array(PaymentStatusName, { minItems: 1, maxItems: PAYMENT_STATUSES.length })],
  {
    description: 'only these; repeat it for several',
    'x-rule': `must be one or several of ${PAYMENT_STATUSES.map((status) => `\`${status}\``).join(', ')}`,
  },
)
const StandingName = Type.Enum([...OVERVIEW_MEASURES], {
  type: 'string',
  description: 'where a request stands, by its status and the ledger, as the overview counts it',
})
const Standings = Type.Union(
  [StandingName, Type.Array(StandingName, { minItems: 1, maxItems: OVERVIEW_MEASURES.length })],
  {
    description: 'only these, as the overview counts them; repeat it for several',
    'x-rule': `must be one or several of ${OVERVIEW_MEASURES.map((name) => `\`${name}\``).join(', ')}`,
  },
)
/** What a list and an export are narrowed by; for a merchant, by more. */
export const filters = {
  status: Type.Optional(Statuses),
  connection_id: Type.Optional(IdInput('con', { description: 'only requests of this connection' })),
  recipient_id: Type.Optional(IdInput('rcp', { description: 'only requests to pay this recipient' })),
  ...onlyFor(['merchant_session', 'merchant_key'], {
    q: Type.Optional(
      Key({
        maxLength: 200,
        description:
          'words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a transaction hash. Looks at the newest 2,000 with the rarest of the words',
        examples: ['order 1042'],
      }),
    ),
    standing: Type.Optional(Standings),
    assurance: Type.Optional(AssuranceName),
    request_id: Type.Optional(Key({ maxLength: 160, description: 'requests whose `request_id` begins so' })),
    task_ref: Type.Optional(Key({ description: "the agent's task, as in `metadata.task_ref`" })),
    asked_by: Type.Optional(IdInput('agt', { description: 'the agent that asked' })),
    transaction_hash: Type.Optional(
      TransactionHash({ description: 'requests for which this transaction was named, late reports included' }),
    ),
    amount_min: Type.Optional(
      Type.String({ ...Amount, description: 'at least this amount, in units of whatever asset the request is for' }),
    ),
    amount_max: Type.Optional(
      Type.String({ ...Amount, description: 'at most this amount, in units of whatever asset the request is for' }),
    ),
    created_from: Type.Optional(Time({ description: 'created at or after this time' })),
    created_to: Type.Optional(Time({ description: 'created before this time' })),
  }),
}

export const countedPage = Type.Object({
  ...page('payment_requests', PaymentRequest).properties,
  total: Type.Optional(
    Counted(`for a merchant, how many requests match, counted up to ${TOTAL_MAX}; on the first page only`, 112),
  ),
  total_is_capped: Type.Optional(
    Type.Boolean({ description: 'there are at least `total`, and maybe more', examples: [false] }),
  ),
})

// What a wallet's report may bring besides, about payments of both kinds.

/** A signature over the text of payer-proof.ts, by a key that signed the paying transaction. */
export const payerProofFields = {
  account: Key({ maxLength: 128, description: 'the account that pays', examples: [EXAMPLE_ADDRESS] }),
  signer: Key({
    maxLength: 128,
    description: 'the public key that signed: one whose signature the transaction carries, usually `account` itself',
    examples: [EXAMPLE_ADDRESS],
  }),
  signature: Base64({
    maxLength: 88,
    description:
      'Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network, `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53',
    examples: [`${'A'.repeat(86)}==`],
  }),
  place: Type.Optional(
    Key({
      maxLength: 16,
      description: 'which operation of the transaction pays; `op/0` if left out',
      examples: ['op/0'],
    }),
  ),
}

/** Of both kinds of payments. */
export const reportedTransaction = {
  unsigned_transaction: Type.Optional(
    Base64({
      description:
        "the transaction that you sign, as XDR without signatures; only with `signed` (of an agent payment, `approved`). We compare it with the signed facts. It must be valid exactly until `expires_at`, in whole seconds, so that we know when it can't be paid anymore. Leave it out if another wallet builds the transaction.",
      examples: ['AAAAAgAAAAA='],
    }),
  ),
  decision_jws: Type.Optional(
    Jws({
      description:
        'this report signed with the active key of the device: a JWS (`typ` `svc-device-decision+jws`) over the canonical JSON (RFC 8785) of `{type: "svc.device_decision.v2", aud, device_id, connection_id, request_id, facts_digest, status, by, decided_at}`, with `transaction_hash` where the report names one. `aud` is the address of this service, `by` is `person`, or `policy` with `policy_digest` where an agent payment was approved within a policy. Needed where the connection says `decision_signature: "required"`',
    }),
  ),
  payer_proof: Type.Optional(
    Type.Object(payerProofFields, {
      additionalProperties: false,
      description:
        'shows that the paying account means this request with `transaction_hash`: only this or a `payment.reference` makes a payment `chain_observed`. Needs `transaction_hash`. Send it with any report, or later',
    }),
  ),
  handoff_shown: Type.Optional(
    Type.Boolean({
      description:
        'whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it stays true',
    }),
  ),
}

/** What is refused because of a signature, or for lack of one. */
export const decisionRefusals = [
  deviceKeyUnknown,
  decisionSignatureRequired,
  decisionSignatureInvalid,
  decisionMismatch,
  payerProofInvalid,
] as const
