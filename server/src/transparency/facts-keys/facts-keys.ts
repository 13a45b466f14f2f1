/**
 * The service's signature under payment facts: a compact JWS over their exact text, by the key that signs
 * now; all keys are published, so that a key can be replaced while what it signed is still checked, each newer one with the
 * word of an older one, so that those who pinned that one can follow.
 */
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { FACTS_JWS_TYPE } from '@pursestrings/contract/facts-keys/operations'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { jwsHeaderText, type KeyPurpose, thumbprintText } from '@pursestrings/protocol/device-statements'
import { endorse, type FactsKey, type KeySet, type KeySource, publicJwk, sourceOf } from './read-facts-keys.ts'

/** What is committed of the payment facts: the SHA-256 of their one text. */
export const factsDigest = (facts_text: string): Buffer => hash('sha256', facts_text, 'buffer')

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
class FactsMismatch extends Error {}

interface Signing {
  readonly of: KeySet
  readonly key: FactsKey
  readonly signed: (digest: string, facts_text: string) => string
}

/** Made again when another key signs. */
const signingOf = (of: KeySet): Signing => {
  const { first } = of
  if (first?.private_key === undefined) throw new TypeError('the first key signs')
  const { kid, private_key } = first
  const header = Buffer.from(jwsHeaderText(kid, FACTS_JWS_TYPE)).toString('base64url')
  // The same facts have the same signature: a request that is created, then read by its agent and its wallet, is signed once.
  const kept = new Map<string, string>()
  const signNow = (digest: string, facts_text: string): string => {
    const input = `${header}.${Buffer.from(facts_text).toString('base64url')}`
    const jws = `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as string)
    kept.set(digest, jws)
    return jws
  }
  return { of, key: first, signed: (digest, facts_text) => kept.get(digest) ?? signNow(digest, facts_text) }
}

/** The newest first; `issuer` is what the service calls itself. */
export const factsKeysOf = (
  keys: readonly FactsKey[] | KeySource,
  issuer: string,
  onMismatch = () => {},
  receipt_keys: readonly FactsKey[] | KeySource = [],
): FactsKeys => {
  const [facts, receipt] = [sourceOf(keys), sourceOf(receipt_keys)]
  let signing = signingOf(facts())
  const now = (): Signing => {
    if (signing.of !== facts()) signing = signingOf(facts())
    return signing
  }
  const writeJwks = (of: readonly [KeySet, KeySet]) => ({
    of,
    text: JSON.stringify({
      keys: [...publishedAll(of[0].all, 'facts', issuer), ...publishedAll(of[1].all, 'receipt', issuer)],
    }),
  })
  let written = writeJwks([facts(), receipt()])
  return {
    signFacts(facts_text, committed_digest) {
      if (!factsDigest(facts_text).equals(committed_digest)) {
        onMismatch()
        throw new FactsMismatch(
          `payment facts do not fit the digest ${committed_digest.toString('hex')} that was committed: nothing is signed`,
        )
      }
      return now().signed(committed_digest.toString('latin1'), facts_text)
    },
    get jwks() {
      const of = [facts(), receipt()] as const
      if (of[0] !== written.of[0] || of[1] !== written.of[1]) written = writeJwks(of)
      return written.text
    },
    get thumbprint() {
      return thumbprintOf(now().key)
    },
    get kid() {
      return now().key.kid
    },
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
  const endorsement_jws = wordFor(key, older, { purpose, issuer })
  return { ...publicJwk(key, purpose), ...(endorsement_jws !== undefined && { endorsement_jws }) }
}

/** Undefined where no older key can give it. */
export const wordFor = (
  key: FactsKey,
  older: readonly FactsKey[],
  { purpose, issuer }: { purpose: KeyPurpose; issuer: string },
): string | undefined => {
  if (key.endorsement_jws !== undefined) return key.endorsement_jws
  const by = older.find(({ private_key }) => private_key !== undefined)
  return by?.private_key && endorse({ kid: by.kid, private_key: by.private_key }, publicJwk(key, purpose), issuer)
}

/** For development: what it signs cannot be checked after a restart, nor against another process. */
export const passingFactsKey = (): FactsKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { kid: `passing-${randomBytes(4).toString('hex')}`, private_key: privateKey, public_key: publicKey }
}

// The service's signature under what it says about the ledger: by the receipt key of the moment, which signs nothing else.

/** `typ` tells what is signed, so that no other signature of the service can be taken for it. */
export type SignReceipt = (typ: string, statement: Readonly<Record<string, unknown>>) => string

export const receiptSignerOf = (keys: readonly FactsKey[] | KeySource): SignReceipt => {
  const source = sourceOf(keys)
  return (typ, statement) => {
    const { first } = source()
    if (first?.private_key === undefined) throw new TypeError('the first key signs')
    const { kid, private_key } = first
    const part = (text: string): string => Buffer.from(text).toString('base64url')
    const input = `${part(jwsHeaderText(kid, typ))}.${part(canonicalJson(statement))}`
    return `${input}.${sign(null, Buffer.from(input), private_key).toString('base64url')}`
  }
}
