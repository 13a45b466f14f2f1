/**
 * A box that one X25519 key opens, for one request: whoever keeps it or carries it can neither read nor exchange what is
 * inside. By WebCrypto alone. A version, the key that it was sealed with, the nonce, then the text with its tag.
 */
const VERSION = 1
const INFO = new TextEncoder().encode('svc.authorization.v1')
const KEY_BYTES = 32
const NONCE_BYTES = 12
const HEAD_BYTES = 1 + KEY_BYTES + NONCE_BYTES
const X25519 = { name: 'X25519' } as const
/** What stands before a private key of 32 bytes in PKCS #8. */
const PKCS8 = Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20])

type Bytes = Uint8Array<ArrayBuffer>
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const joined = (...parts: readonly Uint8Array[]): Bytes => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const publicKey = (raw: Uint8Array): Promise<Key> => crypto.subtle.importKey('raw', joined(raw), X25519, false, [])

const privateKey = (seed: Uint8Array, extractable = false): Promise<Key> =>
  crypto.subtle.importKey('pkcs8', joined(PKCS8, seed), X25519, extractable, ['deriveBits'])

const digestBytes = (facts_digest: string): Bytes => {
  if (!/^[0-9a-f]{64}$/.test(facts_digest)) throw new TypeError('a facts digest has 64 hexadecimal digits')
  return Uint8Array.from(facts_digest.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Both public keys are the salt, so a box for one key says nothing under another. */
async function boxKey(own: Key, theirs: Key, salt: Bytes): Promise<Key> {
  const shared = await crypto.subtle.deriveBits({ ...X25519, public: theirs }, own, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: INFO },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

interface To {
  /** X25519 public, 32 bytes. */
  readonly key: Uint8Array
  readonly facts_digest: string
}

export async function sealTo({ key, facts_digest }: To, bytes: Uint8Array): Promise<Bytes> {
  const additionalData = digestBytes(facts_digest)
  const once = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const epk = await sealKeyOfSeed(once)
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const box = await boxKey(await privateKey(once), await publicKey(key), joined(epk, key))
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, box, joined(bytes))
  return joined(Uint8Array.of(VERSION), epk, iv, new Uint8Array(text))
}

interface By {
  readonly private_seed: Uint8Array
  readonly facts_digest: string
}

/** Undefined where it was sealed to another key or for another request, or was changed. */
export async function openSealed({ private_seed, facts_digest }: By, sealed: Uint8Array): Promise<Bytes | undefined> {
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) return undefined
  const additionalData = digestBytes(facts_digest)
  const epk = sealed.subarray(1, 1 + KEY_BYTES)
  const iv = joined(sealed.subarray(1 + KEY_BYTES, HEAD_BYTES))
  const own = await privateKey(private_seed)
  const salt = joined(epk, await sealKeyOfSeed(private_seed))
  try {
    const box = await boxKey(own, await publicKey(epk), salt)
    const text = joined(sealed.subarray(HEAD_BYTES))
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, box, text))
  } catch {
    return undefined
  }
}

/** The public key of 32 random bytes. */
export async function sealKeyOfSeed(private_seed: Uint8Array): Promise<Bytes> {
  const { x } = await crypto.subtle.exportKey('jwk', await privateKey(private_seed, true))
  const base64 = (x ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
}
