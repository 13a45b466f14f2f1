/** A key's word for the one that replaces it: made from a private key that is held, or kept from when it was. */
import { type KeyObject, sign, verify } from 'node:crypto'
import {
  endorsementText,
  type FactsJwk,
  jwsHeaderText,
  KEY_ENDORSEMENT_JWS_TYPE,
  NO_LOWER_BOUND,
} from '@countersign/contract/facts-keys/key-endorsement'

const part = (text: string): string => Buffer.from(text).toString('base64url')

interface Endorser {
  readonly kid: string
  readonly private_key: KeyObject
}

/** The same for the same keys: every process and every restart publishes the same bytes. */
export const endorse = ({ kid, private_key }: Endorser, jwk: FactsJwk, issuer: string): string => {
  const text = endorsementText({ issuer, jwk: { ...jwk }, not_before: jwk.valid_from ?? NO_LOWER_BOUND })
  const input = `${part(jwsHeaderText(kid, KEY_ENDORSEMENT_JWS_TYPE))}.${part(text)}`
  return `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
}

interface KnownKey {
  readonly kid: string
  readonly public_key: KeyObject
}

/** Did one of these keys vouch for this one, as it is published now? */
export const isEndorsed = (jws: string, jwk: FactsJwk, issuer: string, by: readonly KnownKey[]): boolean => {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const signed = Buffer.from(signature, 'base64url')
  const text = endorsementText({ issuer, jwk: { ...jwk }, not_before: jwk.valid_from ?? NO_LOWER_BOUND })
  const made = ({ kid, public_key }: KnownKey): boolean =>
    kid !== jwk.kid &&
    header === part(jwsHeaderText(kid, KEY_ENDORSEMENT_JWS_TYPE)) &&
    verify(null, Buffer.from(`${header}.${payload}`), public_key, signed)
  // The whole text once more: each part in its one spelling, and nothing beside the three.
  return jws === `${header}.${part(text)}.${signed.toString('base64url')}` && by.some(made)
}
