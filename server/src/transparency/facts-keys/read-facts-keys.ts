/**
 * The setting FACTS_KEYS as keys. Two spellings: a JWK set, or `kid:seed` separated by commas with the 32 bytes of an
 * Ed25519 seed in base64url. The first signs; the others, which in a JWK set may be public parts alone, are published so
 * that what they signed can still be checked. A key of a JWK set may have `valid_from`, and `endorsement_jws`, as it was
 * published while the older key could still sign. A fault never quotes what was given. Key objects show nothing when printed.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  endorsementText,
  type FactsJwk,
  jwsHeaderText,
  KEY_ENDORSEMENT_JWS_TYPE,
  type KeyPurpose,
  NO_LOWER_BOUND,
} from '@pursestrings/protocol/device-statements'

/** A key's word for the one that replaces it: made from a private key that is held, or kept from when it was. */
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
const isEndorsed = (jws: string, jwk: FactsJwk, issuer: string, by: readonly KnownKey[]): boolean => {
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

export interface FactsKey {
  readonly kid: string
  readonly public_key: KeyObject
  readonly private_key?: KeyObject
  readonly valid_from?: string
  readonly endorsement_jws?: string
}

export class FactsKeysFault extends Error {}

const KID = /^[A-Za-z0-9._-]{1,64}$/
/** The fixed beginning of an Ed25519 private key in PKCS #8; the seed follows (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Member by member: what a private key holds beyond these cannot slip in. */
export const publicJwk = ({ kid, public_key, valid_from }: FactsKey, purpose: KeyPurpose = 'facts'): FactsJwk => {
  const { x = '' } = public_key.export({ format: 'jwk' })
  const named = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig', purpose } as const
  return valid_from === undefined ? named : { ...named, valid_from }
}

export const readFactsKeys = (setting: string, issuer: string, purpose: KeyPurpose = 'facts'): FactsKey[] => {
  const keys = setting.startsWith('{') ? fromJwkSet(setting) : setting.split(',').map((item) => fromSeed(item.trim()))
  if (keys.length === 0) throw new FactsKeysFault('has no key')
  if (keys[0]?.private_key === undefined) throw new FactsKeysFault('must begin with a private key: the first one signs')
  if (new Set(keys.map((key) => key.kid)).size < keys.length) throw new FactsKeysFault('has two keys with one kid')
  const unfounded = keys.findIndex(
    (key) =>
      key.endorsement_jws !== undefined && !isEndorsed(key.endorsement_jws, publicJwk(key, purpose), issuer, keys),
  )
  if (unfounded >= 0) {
    throw new FactsKeysFault(
      `has a key (number ${unfounded + 1}) whose endorsement_jws was not made by another of the keys, for this key as it is now and for BASE_URL`,
    )
  }
  return keys
}

const fromSeed = (item: string): FactsKey => {
  const colon = item.indexOf(':')
  const seed = Buffer.from(item.slice(colon + 1), 'base64url')
  if (
    !KID.test(item.slice(0, Math.max(colon, 0))) ||
    seed.length !== 32 ||
    !item.endsWith(`:${seed.toString('base64url')}`)
  ) {
    throw new FactsKeysFault('must be a JWK set, or kid:seed with 32 bytes in base64url, separated by commas')
  }
  const private_key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return { kid: item.slice(0, colon), private_key, public_key: createPublicKey(private_key) }
}

const fromJwkSet = (text: string): FactsKey[] => {
  let keys: unknown
  try {
    ;({ keys } = JSON.parse(text) as { keys?: unknown })
  } catch {
    throw new FactsKeysFault('begins like a JWK set, but is not JSON')
  }
  if (!Array.isArray(keys)) throw new FactsKeysFault('is a JWK set without keys')
  return keys.map(fromJwk)
}

const fromJwk = (jwk: Readonly<Record<string, unknown>> | null, index: number): FactsKey => {
  const { kid, kty, crv, x, d, valid_from, endorsement_jws } = jwk ?? {}
  const nth = `has a key (number ${index + 1}) that`
  if (typeof kid !== 'string' || !KID.test(kid)) throw new FactsKeysFault(`${nth} has no kid of letters, digits, . _ -`)
  if (kty !== 'OKP' || crv !== 'Ed25519') throw new FactsKeysFault(`${nth} is not an Ed25519 key`)
  let private_key: KeyObject | undefined
  let public_key: KeyObject
  try {
    public_key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' } as Parameters<typeof createPublicKey>[0])
    if (d !== undefined) {
      private_key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' } as Parameters<
        typeof createPrivateKey
      >[0])
    }
  } catch {
    throw new FactsKeysFault(`${nth} cannot be read`)
  }
  if (private_key && !createPublicKey(private_key).equals(public_key)) {
    throw new FactsKeysFault(`${nth} has an x that is not the public part of its d`)
  }
  if (valid_from !== undefined && !isTime(valid_from)) {
    throw new FactsKeysFault(`${nth} has a valid_from that is not like 2026-11-01T00:00:00.000Z`)
  }
  if (endorsement_jws !== undefined && typeof endorsement_jws !== 'string') {
    throw new FactsKeysFault(`${nth} has an endorsement_jws that is not a text`)
  }
  return {
    kid,
    public_key,
    ...(private_key && { private_key }),
    ...(isTime(valid_from) && { valid_from }),
    ...(typeof endorsement_jws === 'string' && { endorsement_jws }),
  }
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value

/** Keys of one purpose as they are at this moment. Whoever needs one for several signatures asks once. */
export interface KeySet {
  /** The one that signs. */
  readonly first: FactsKey | undefined
  /** All that are published, the newest first: one that is to sign soon stands before the first. */
  readonly all: readonly FactsKey[]
}

/** The same object for as long as nothing changed. */
export type KeySource = () => KeySet

export const fixedKeys = (keys: readonly FactsKey[]): KeySource => {
  const set = { first: keys[0], all: keys }
  return () => set
}

export const sourceOf = (keys: readonly FactsKey[] | KeySource): KeySource =>
  typeof keys === 'function' ? keys : fixedKeys(keys)
