/**
 * Which of the keys that a service serves can be believed. They come over the channel whose contents they are to prove, so
 * none counts because it is served: it counts if its thumbprint is pinned, or if a key that counts signed for it.
 */

import {
  endorsementText,
  jwsHeaderText,
  KEY_ENDORSEMENT_JWS_TYPE,
  thumbprintText,
} from '@pursestrings/protocol/device-statements'
import { base64urlOf, bytesOfBase64, sha256, utf8 } from './bytes.ts'
import { PursestringsError } from './call.ts'
import { isSignedBy } from './signing-key.ts'

export interface KeyTrust {
  /** Thumbprints (RFC 7638) of keys that are known from elsewhere: built into the app, or saved when it was set up. */
  readonly pinned_keys?: readonly string[] | undefined
  /** What the service calls itself: its address. */
  readonly issuer: string
}

/** As `GET /.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys?: unknown
}

export interface ServedKey {
  readonly kid: string
  /** RFC 7638, SHA-256, in base64url. */
  readonly thumbprint: string
}

interface FactsKey extends ServedKey {
  readonly x: string
  readonly jwk: Readonly<Record<string, unknown>>
}

/** Nothing is pinned, so nothing can be checked. `served` is what the service shows: to be compared, not to be believed. */
export class PinRequiredError extends PursestringsError {
  override readonly name = 'PinRequiredError'
  readonly served: readonly ServedKey[]

  constructor(issuer: string, served: readonly ServedKey[]) {
    const quoted = served.map(({ thumbprint }) => `'${thumbprint}'`).join(', ')
    super(
      `No key of ${issuer} is pinned, so its signatures prove nothing yet: whoever stands between could have made them. ${
        served.length === 0
          ? 'It serves no key for payment facts.'
          : `Compare the thumbprint that it serves with what its operator publishes elsewhere. If they are the same, add this line:\n  pinned_keys: [${quoted}],`
      }`,
    )
    this.served = served.map(({ kid, thumbprint }) => ({ kid, thumbprint }))
  }
}

/** More are not looked at: a service replaces a key now and then, and a set is not a way to keep a client busy. */
const KEYS_MAX = 64
/** From a pinned key over keys that vouch for each other to the last one: a key a week, for more than a year. */
const CHAIN_MAX = 64
const SKEW_MS = 300_000
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/

export const expectThumbprints = (input: unknown): readonly string[] => {
  const list: readonly unknown[] = input === undefined ? [] : Array.isArray(input) ? input : [input]
  const wrong = list.find((one) => typeof one !== 'string' || !THUMBPRINT.test(one))
  if (wrong === undefined) return list as readonly string[]
  throw new TypeError('pinned_keys must be a list of key thumbprints (RFC 7638): 43 letters, digits, - or _ each')
}

/** The keys for payment facts in a set, each with its thumbprint; being listed here says nothing about trust. */
export const servedKeys = async (jwks: Jwks): Promise<readonly ServedKey[]> =>
  (await factsKeysIn(jwks)).map(({ kid, thumbprint }) => ({ kid, thumbprint }))

export const factsKeysIn = async ({ keys }: Jwks): Promise<readonly FactsKey[]> => {
  const list = (Array.isArray(keys) ? keys : []).slice(0, KEYS_MAX) as readonly unknown[]
  return (await Promise.all(list.map(factsKey))).filter((key) => key !== undefined)
}

/** The 32 bytes of an Ed25519 key in their one spelling: what else stands there is no key of ours. */
const isKey = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)

/** It is told to people, so nothing but what they can see. */
const isKid = (value: unknown): value is string => typeof value === 'string' && /^[!-~]{1,160}$/.test(value)

const factsKey = async (input: unknown): Promise<FactsKey | undefined> => {
  if (typeof input !== 'object' || input === null) return undefined
  const jwk = input as FactsKey['jwk']
  const { kty, crv, x, kid } = jwk
  const other = (name: string, value: string): boolean => jwk[name] !== undefined && jwk[name] !== value
  if (kty !== 'OKP' || crv !== 'Ed25519' || !isKey(x) || !isKid(kid)) return undefined
  // A key has one purpose; what is not for facts does not sign facts.
  if (other('alg', 'EdDSA') || other('use', 'sig') || other('purpose', 'facts')) return undefined
  return { kid, x, jwk, thumbprint: base64urlOf(await sha256(thumbprintText({ crv, kty, x }))) }
}

/** The keys that count; throws PinRequiredError where nothing is pinned. */
export const trustedKeys = async (jwks: Jwks, trust: KeyTrust): Promise<readonly ServedKey[]> =>
  (await believed(await factsKeysIn(jwks), trust)).map(({ kid, thumbprint }) => ({ kid, thumbprint }))

export const believed = async (served: readonly FactsKey[], trust: KeyTrust): Promise<readonly FactsKey[]> => {
  const pinned = expectThumbprints(trust.pinned_keys)
  if (pinned.length === 0) throw new PinRequiredError(trust.issuer, served)
  const found = new Set(served.filter(({ thumbprint }) => pinned.includes(thumbprint)))
  let newest = [...found]
  for (let link = 0; link < CHAIN_MAX && newest.length > 0; link++) {
    const next: FactsKey[] = []
    for (const key of served) {
      if (!found.has(key) && (await isEndorsed(key, newest, trust.issuer))) next.push(key)
    }
    for (const key of next) found.add(key)
    newest = next
  }
  return [...found]
}

/** A set may hold anything, also what cannot be written in canonical JSON: nobody vouched for that. */
const isEndorsed = (key: FactsKey, by: readonly FactsKey[], issuer: string): Promise<boolean> =>
  vouchedFor(key, by, issuer).catch(() => false)

/** Did one of these keys sign for this one, with all its members, for this service, and from a time that has come? */
const vouchedFor = async ({ jwk }: FactsKey, by: readonly FactsKey[], issuer: string): Promise<boolean> => {
  const { endorsement_jws, ...endorsed } = jwk
  if (typeof endorsement_jws !== 'string' || endorsed.purpose !== 'facts') return false
  const [header = '', payload = '', signature = '', ...more] = endorsement_jws.split('.')
  const not_before = notBeforeIn(payload)
  if (more.length > 0 || not_before === undefined || !(Date.parse(not_before) <= Date.now() + SKEW_MS)) return false
  // Written again and compared: no second member of a name, no other order, no other spelling gets through.
  if (payload !== base64urlOf(utf8(endorsementText({ issuer, jwk: endorsed, not_before })))) return false
  for (const { kid, x } of by) {
    const named = header === base64urlOf(utf8(jwsHeaderText(kid, KEY_ENDORSEMENT_JWS_TYPE)))
    if (named && (await isSignedBy(x, utf8(`${header}.${payload}`), signature))) return true
  }
  return false
}

const notBeforeIn = (payload: string): string | undefined => {
  const { not_before } = JSON.parse(new TextDecoder().decode(bytesOfBase64(payload))) as { not_before?: unknown }
  return typeof not_before === 'string' ? not_before : undefined
}
