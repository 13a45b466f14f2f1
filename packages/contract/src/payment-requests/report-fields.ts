/** What a wallet's report may bring besides, about payments of both kinds. */
import { Type } from 'typebox'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyUnknown,
} from '../devices/errors.ts'
import { Base64, Jws, Key } from '../wire/inputs.ts'
import { EXAMPLE_ADDRESS } from '../wire/payable.ts'
import { payerProofInvalid } from './errors.ts'

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
