/** What a wallet's report may bring besides, about payments of both kinds. */
import { Type } from 'typebox'
import {
  decisionMismatch,
  decisionSignatureInvalid,
  decisionSignatureRequired,
  deviceKeyUnknown,
} from '../devices/errors.ts'
import { Base64, Jws } from '../wire/inputs.ts'

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
  handoff_shown: Type.Optional(
    Type.Boolean({
      description:
        'whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it stays true',
    }),
  ),
}

/** What is refused because of a signature, or for want of one. */
export const decisionRefusals = [
  deviceKeyUnknown,
  decisionSignatureRequired,
  decisionSignatureInvalid,
  decisionMismatch,
] as const
