/** What is sent in place of an Ed25519 public key, and must never become one. */
import { generateKeyPairSync } from 'node:crypto'
import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js'
import { inDays, newKey } from './agent.ts'

export interface Hostile {
  readonly name: string
  /** Laid over a registration that is otherwise right. */
  readonly body: Readonly<Record<string, unknown>>
  readonly code: string
  readonly field?: string
}

const { Point } = ed25519
const P = 2n ** 255n - 19n

/** `y` as 32 bytes, little end first, with the sign of x in the top bit. */
const encoded = (y: bigint, sign = 0n): Buffer =>
  Buffer.from(Buffer.from(((sign << 255n) | y).toString(16).padStart(64, '0'), 'hex').toReversed())

const decodes = (bytes: Buffer, zip215: boolean): boolean => {
  try {
    Point.fromBytes(bytes, zip215)
    return true
  } catch {
    return false
  }
}

export const smallOrder = ED25519_TORSION_SUBGROUP.map((hex) => Buffer.from(hex, 'hex'))

/** Every spelling of a point with y of p or more, or with a sign on x = 0, that a lax decoder takes. */
export const nonCanonical = [
  ...Array.from({ length: 19 }, (_, k) => P + BigInt(k)).flatMap((y) => [encoded(y), encoded(y, 1n)]),
  encoded(1n, 1n),
  encoded(P - 1n, 1n),
].filter((bytes) => decodes(bytes, true))

export const notOnCurve = Array.from({ length: 64 }, (_, y) => encoded(BigInt(y))).filter((b) => !decodes(b, true))

/** A sound key with a point of small order added: signatures by it verify in some libraries and not in others. */
export const mixedOrder = (): Buffer[] => {
  const sound = Point.fromBytes(Buffer.from(newKey().public_key, 'base64url'))
  return smallOrder
    .map((torsion) => Point.fromBytes(torsion, true))
    .filter((torsion) => !torsion.is0())
    .map((torsion) => Buffer.from(sound.add(torsion).toBytes()))
}

const text = (bytes: Buffer) => bytes.toString('base64url')
const asKey = (name: string, public_key: unknown, code = 'validation_failed', field = 'public_key'): Hostile =>
  code === 'validation_failed' ? { name, body: { public_key }, code, field } : { name, body: { public_key }, code }
const jwkOf = (type: 'public' | 'private', pair: { publicKey: unknown; privateKey: unknown }) =>
  (pair[`${type}Key`] as { export(o: { format: 'jwk' }): Record<string, unknown> }).export({ format: 'jwk' })

export const hostileKeys = (): Hostile[] => {
  const { public_key, private_key } = newKey()
  const raw = Buffer.from(public_key, 'base64url')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: public_key }
  const { d } = private_key.export({ format: 'jwk' })
  const seed = Buffer.from(d as string, 'base64url')
  const pkcs8 = private_key.export({ format: 'der', type: 'pkcs8' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const x25519 = generateKeyPairSync('x25519')
  const ed448 = generateKeyPairSync('ed448')
  const bent = `${public_key.slice(0, -1)}${String.fromCharCode(public_key.charCodeAt(42) + 1)}`
  const privateSent = (name: string, key: unknown) => asKey(name, key, 'private_key_sent')
  return [
    ...smallOrder.map((b, i) => asKey(`small-order point ${i}`, text(b))),
    ...nonCanonical.map((b) => asKey(`non-canonical ${b.toString('hex')}`, text(b))),
    ...notOnCurve.slice(0, 4).map((b) => asKey(`off the curve ${b[0]}`, text(b))),
    ...mixedOrder().map((b, i) => asKey(`mixed order ${i}`, text(b))),
    asKey('small order inside a JWK', { ...jwk, x: text(smallOrder[1] as Buffer) }, undefined, 'public_key.x'),
    asKey('31 bytes', text(raw.subarray(1))),
    asKey('33 bytes', text(Buffer.concat([raw, Buffer.alloc(1)]))),
    asKey('no bytes', ''),
    asKey('padding', `${public_key}=`),
    asKey('base64 that is not url', Buffer.alloc(32, 0xfb).toString('base64').replace('=', '')),
    asKey('hex', raw.toString('hex')),
    asKey('stray bits at the end', bent),
    asKey('white space', ` ${public_key}`),
    asKey('a line feed', `${public_key}\n`),
    asKey('SPKI', generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')),
    asKey('public PEM', generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' })),
    asKey('a JWK as text', JSON.stringify(jwk)),
    asKey('RSA', jwkOf('public', rsa), undefined, 'public_key.kty'),
    asKey('P-256', jwkOf('public', ec), undefined, 'public_key.kty'),
    asKey('X25519', jwkOf('public', x25519), undefined, 'public_key.crv'),
    asKey('Ed448', jwkOf('public', ed448), undefined, 'public_key.crv'),
    asKey('kty of another case', { ...jwk, kty: 'okp' }, undefined, 'public_key.kty'),
    asKey('no members', {}, undefined, 'public_key.kty'),
    asKey('x of another type', { ...jwk, x: [public_key] }, undefined, 'public_key.x'),
    asKey('x with padding', { ...jwk, x: `${public_key}=` }, undefined, 'public_key.x'),
    asKey('a member too many', { ...jwk, alg: 'none' }, undefined, 'public_key.alg'),
    asKey('a key by address', { ...jwk, jku: 'https://evil.example/jwks' }, undefined, 'public_key.jku'),
    asKey('a certificate chain', { ...jwk, x5c: ['MII'] }, undefined, 'public_key.x5c'),
    asKey('members through a constructor', { ...jwk, constructor: {} }, undefined, 'public_key.constructor'),
    asKey('a list', [jwk]),
    asKey('null', null),
    asKey('a number', 1),
    asKey('5 KB', 'A'.repeat(5000)),
    privateSent('private JWK', { ...jwk, d }),
    privateSent('private JWK with an empty d', { ...jwk, d: '' }),
    privateSent('private RSA JWK', jwkOf('private', rsa)),
    privateSent('private EC JWK', jwkOf('private', ec)),
    privateSent('a symmetric key', { kty: 'oct', k: public_key }),
    privateSent('private PEM', private_key.export({ format: 'pem', type: 'pkcs8' })),
    privateSent('PKCS #8', pkcs8.toString('base64')),
    privateSent('PKCS #8 in base64url', pkcs8.toString('base64url')),
    privateSent('seed and public key', Buffer.concat([seed, raw]).toString('base64url')),
    privateSent('seed and public key in base64', Buffer.concat([seed, raw]).toString('base64')),
    privateSent('seed and public key in hex', Buffer.concat([seed, raw]).toString('hex')),
  ]
}

const other = (field: string, values: readonly unknown[]): Hostile[] =>
  values.map((value) => ({
    name: `${field} ${JSON.stringify(value)}`,
    body: { [field]: value },
    code: 'validation_failed',
    field,
  }))

const IN_90_DAYS = inDays(90)

export const hostileFields = (): Hostile[] => [
  ...other('alg', ['none', 'None', '', 'EdDSA', 'HS256', 'RS256', 'ES256', 'ed25519', 'Ed448', 'Ed25519ph', 'X25519']),
  ...other('alg', [null, ['Ed25519'], { alg: 'Ed25519' }, 'Ed25519\u0000', 'Ed25519 ']),
  ...other('kid', ['', 'x'.repeat(65), '../../etc/passwd', 'a b', "' or '1'='1", 'kid\n', 'k\u0000', 'ｋid', 1, null]),
  ...other('expires_at', [inDays(-1), inDays(0), inDays(401), '2027-06-30T23:59:60Z', 'never', 4102444800, null]),
  ...other('expires_at', ['2027-02-30T00:00:00Z', '2027-01-01', '2027-01-01T00:00:00', '9999-12-31T23:59:59Z']),
  ...other('not_before', ['yesterday', 0, null, '2026-06-30T23:59:60Z']),
  { name: 'begins after it ends', body: { not_before: inDays(100) }, code: 'validation_failed', field: 'expires_at' },
  { name: 'begins as it ends', body: { not_before: IN_90_DAYS, expires_at: IN_90_DAYS }, code: 'validation_failed' },
  { name: 'lived too long', body: { not_before: inDays(-311) }, code: 'validation_failed', field: 'expires_at' },
  { name: 'begins at year 0', body: { not_before: '0000-01-01T00:00:00Z' }, code: 'validation_failed' },
  { name: 'a private key beside', body: { private_key: 'x' }, code: 'unknown_field', field: 'private_key' },
  { name: 'a status beside', body: { status: 'active' }, code: 'unknown_field', field: 'status' },
]
