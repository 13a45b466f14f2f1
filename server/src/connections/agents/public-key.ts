/**
 * Which bytes may be an agent's public key: 32 bytes in their one spelling, a point of the large prime group, and
 * nothing that is or holds a private key. A key that passes verifies the same signatures in every library.
 */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import type { PublicJwk } from '@pursestrings/contract/agent-credentials/records'
import type { Issue } from '@pursestrings/contract/errors'

/** Bytes in their one spelling: no padding, no other alphabet, no stray bits at the end, no white space. */
export const strictBase64url = (text: string, length: number): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : undefined
}

const PUBLIC_MEMBERS = { kty: 'OKP', crv: 'Ed25519' } as const
/** RFC 7518 section 6 and RFC 8037: whatever of a JWK is secret, of any kind of key. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']
/**
 * PEM of any kind, PKCS #8 of Ed25519 in base64, and 64 bytes: the seed with its public key, as NaCl keeps them. A bare
 * seed looks like a public key and cannot be told apart; its proof fails.
 */
const PRIVATE_TEXTS = [/PRIVATE KEY/i, /^M..CAQ[AE]wBQYDK2Vw/, /^[A-Za-z0-9+/_-]{86}={0,2}$/, /^[0-9a-f]{128}$/i]

export const holdsPrivateKey = (input: string | PublicJwk): boolean =>
  typeof input === 'string'
    ? PRIVATE_TEXTS.some((form) => form.test(input))
    : PRIVATE_MEMBERS.some((member) => Object.hasOwn(input, member))

/** The raw bytes, or what is wrong with them. */
export const publicKeyOf = (input: string | PublicJwk): { key: Buffer } | { issues: Issue[] } => {
  const issues = typeof input === 'string' ? [] : jwkIssues({ ...input })
  if (issues.length > 0) return { issues }
  const [field, text] = typeof input === 'string' ? ['public_key', input] : ['public_key.x', input.x]
  const key = strictBase64url(text, 32)
  const wrong = (code: string, message: string) => ({ issues: [{ code, field, message }] })
  if (!key) return wrong('invalid_format', 'is not 32 bytes in base64url without padding')
  if (!isSound(key)) return wrong('not_a_key', 'is no Ed25519 public key: not a canonical point of the prime group')
  return { key }
}

export const fingerprintOf = (public_key: Buffer): string => createHash('sha256').update(public_key).digest('base64url')

const jwkIssues = (jwk: Readonly<Record<string, unknown>>): Issue[] => [
  ...Object.entries(PUBLIC_MEMBERS)
    .filter(([member, value]) => jwk[member] !== value)
    .map(([member, value]) => ({ code: 'not_allowed', field: `public_key.${member}`, message: `must be ${value}` })),
  ...(typeof jwk.x === 'string' ? [] : [{ code: 'required', field: 'public_key.x', message: 'is required' }]),
  ...Object.keys(jwk)
    .filter((member) => member !== 'x' && !Object.hasOwn(PUBLIC_MEMBERS, member))
    .map((member) => ({ code: 'unknown_field', field: `public_key.${member}`, message: "isn't a supported member" })),
]

const isSound = (key: Buffer): boolean => {
  try {
    const point = ed25519.Point.fromBytes(key)
    return !point.isSmallOrder() && point.isTorsionFree()
  } catch {
    return false
  }
}
