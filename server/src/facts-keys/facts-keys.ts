/**
 * The service's signature under payment facts (W5): a compact JWS over their exact text, by the first key; all keys are
 * published, so that a key can be replaced while what it signed is still checked, each newer one with the word of an older
 * one, so that those who pinned that one can follow.
 */
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { jwsHeaderText, type KeyPurpose, thumbprintText } from '@countersign/contract/facts-keys/key-endorsement'
import { FACTS_JWS_TYPE } from '@countersign/contract/facts-keys/records'
import { endorse } from './endorse-key.ts'
import { factsDigest } from './facts-digest.ts'
import { type FactsKey, publicJwk } from './read-facts-keys.ts'

export interface FactsKeys {
  /**
   * Only facts whose digest is the one that was committed: what was changed since, by whatever hand, is never signed.
   * Synchronous: a signature takes less time than handing it to another thread would.
   */
  signFacts(facts_text: string, committed_digest: Buffer): string
  /** The JWK set, public parts only. */
  readonly jwks: string
  /** What wallets pin the signing key by (RFC 7638). */
  readonly thumbprint: string
  readonly kid: string
}

/** About a kilobyte each. */
const KEPT_MAX = 20_000

/** Somebody went around the database's own locks. The call fails; an operator must look. */
export class FactsMismatch extends Error {}

/** The newest first; `issuer` is what the service calls itself. */
export const factsKeysOf = (
  keys: readonly FactsKey[],
  issuer: string,
  onMismatch = () => {},
  receipt_keys: readonly FactsKey[] = [],
): FactsKeys => {
  const [first] = keys
  if (first?.private_key === undefined) throw new TypeError('the first key signs')
  const { kid, private_key } = first
  const header = Buffer.from(jwsHeaderText(kid, FACTS_JWS_TYPE)).toString('base64url')
  // The same facts have the same signature: a request that is created, then read by its agent and its wallet, is signed once.
  const kept = new Map<string, string>()
  const signed = (digest: string, facts_text: string): string => {
    const input = `${header}.${Buffer.from(facts_text).toString('base64url')}`
    const jws = `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string)
    kept.set(digest, jws)
    return jws
  }
  return {
    signFacts(facts_text, committed_digest) {
      if (!factsDigest(facts_text).equals(committed_digest)) {
        onMismatch()
        throw new FactsMismatch(
          `payment facts do not fit the digest ${committed_digest.toString('hex')} that was committed: nothing is signed`,
        )
      }
      const digest = committed_digest.toString('latin1')
      return kept.get(digest) ?? signed(digest, facts_text)
    },
    jwks: JSON.stringify({
      keys: [...publishedAll(keys, 'facts', issuer), ...publishedAll(receipt_keys, 'receipt', issuer)],
    }),
    thumbprint: thumbprintOf(first),
    kid,
  }
}

/** What a key is pinned by. */
export const thumbprintOf = (key: FactsKey): string => hash('sha256', thumbprintText(publicJwk(key)), 'base64url')

const publishedAll = (keys: readonly FactsKey[], purpose: KeyPurpose, issuer: string): object[] =>
  keys.map((key, at) => published(key, keys.slice(at + 1), { purpose, issuer }))

/** With the word of the nearest older key that can give it, unless one was kept from before. */
const published = (
  key: FactsKey,
  older: readonly FactsKey[],
  { purpose, issuer }: { purpose: KeyPurpose; issuer: string },
): object => {
  const jwk = publicJwk(key, purpose)
  if (key.endorsement_jws !== undefined) return { ...jwk, endorsement_jws: key.endorsement_jws }
  for (const { kid, private_key } of older) {
    if (private_key) return { ...jwk, endorsement_jws: endorse({ kid, private_key }, jwk, issuer) }
  }
  return jwk
}

/** For development: what it signs cannot be checked after a restart, nor against another process. */
export const passingFactsKey = (): FactsKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { kid: `passing-${randomBytes(4).toString('hex')}`, private_key: privateKey, public_key: publicKey }
}
