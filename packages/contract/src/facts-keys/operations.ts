/** With which keys the service signs payment facts: what a wallet needs to check them. */
import { operation } from '../operation.ts'

/** The `typ` of `facts_jws`, so that no other signature of the service can be taken for it. */
export const FACTS_JWS_TYPE = 'svc-payment-facts+jws'

const JWKS_EXAMPLE = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      purpose: 'facts',
    },
  ],
}

export const readFactsKeys = operation({
  id: 'facts_keys.read',
  method: 'GET',
  path: '/.well-known/jwks.json',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Keys that payment facts are signed with',
  description:
    'A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes, and read it again when a `kid` is missing. Don\'t trust a key just because it\'s listed here: somebody between you and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk, not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and neither counts for the other. `valid_from` is there where the service was told it.',
  credential: 'none',
  cross_origin: true,
  limit: 'unlimited',
  answer: {
    status: 200,
    body: { content_type: 'application/json; charset=utf-8', description: 'a JWK set', example: JWKS_EXAMPLE },
  },
  refuses: [],
  example: {},
})

export const factsKeyOperations = [readFactsKeys] as const
