/** What a payment is for, where the payee sells it at an address: in the call that asks for it, and wherever it is shown. */
import { Type } from 'typebox'
import { RARE, Shown } from './fields.ts'
import { Base64url, Digest, Formed, Url, Whole } from './inputs.ts'
import { EXAMPLE_DIGEST } from './payable.ts'
import { Text } from './text.ts'

/** 32 bytes, and 64, as base64url has them. */
const Key32 = (description: string) =>
  Base64url({ minLength: 43, maxLength: 43, description, examples: ['A'.repeat(43)] })
const Signature64 = (description: string) =>
  Base64url({ minLength: 86, maxLength: 86, description, examples: ['A'.repeat(86)] })

const Seal = Type.Object(
  {
    key: Key32(
      'X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included',
    ),
    agent_key: Key32("Ed25519 public key of one of the agent's active credentials"),
    signature: Signature64(
      'Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address of this service, `key`',
    ),
  },
  { additionalProperties: false, description: 'to whom the wallet hands what it signed' },
)

/** All of it is the agent's word. The facts carry its digest, so nobody can change it afterwards. */
export const Terms = Type.Object(
  {
    kind: Type.Literal('x402', { description: 'the call of an address that answered 402' }),
    method: Formed('^[A-Z]{3,10}$', {
      rule: 'must be a method of HTTP in capitals, such as `GET`',
      maxLength: 10,
      description: 'the method of the call',
      examples: ['GET'],
    }),
    url: Url({
      description: 'the address of the call, as a URL parser writes it: https, without user name and fragment',
      examples: ['https://api.shop.example/weather?city=Bergen'],
    }),
    body_digest: Type.Optional(
      Digest({ ...RARE, description: 'SHA-256 of the body of the call, where it has one', examples: [EXAMPLE_DIGEST] }),
    ),
    description: Type.Optional(
      Text({ ...RARE, maxLength: 200, description: 'what the seller says it is', examples: ['Weather of the day'] }),
    ),
    timeout_s: Whole(1, 86_400, {
      description: 'how long the seller waits for the payment, once it has the authorization',
      examples: [60],
    }),
    seal: Seal,
  },
  {
    additionalProperties: false,
    description:
      'what the payment is for, in the agent\'s words: the wallet shows it. On a network with `method: "evm.eip3009"` the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`',
  },
)

/** Beside the facts of a payment that has them. */
export const shownTerms = {
  terms: Type.Optional({ ...Terms, ...RARE }),
  terms_digest: Type.Optional(
    Shown('SHA-256, in hexadecimal, of the canonical JSON of `terms`; part of the signed facts', EXAMPLE_DIGEST, RARE),
  ),
}
