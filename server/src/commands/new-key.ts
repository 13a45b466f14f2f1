/**
 * `keys new`: a key in the one form that every setting of keys takes. Whoever pastes what another tool prints would find
 * out only when the service starts.
 */
import { createECDH, randomBytes } from 'node:crypto'

export const KEYS_USAGE = `  keys new [<id>]   Print a new key, for FACTS_KEYS, RECEIPT_KEYS, WEBHOOK_SECRET_KEYS, PUSH_KEYS or LOG_KEY; stores nothing
  keys new --store  Print a new file for KEY_STORE`

export class KeyFault extends Error {}

const ID = /^[A-Za-z0-9._-]{1,64}$/

export const newKeys = ([what, id, ...more]: readonly string[], now: Date): string => {
  if (what !== 'new' || more.length > 0) throw new KeyFault(`usage:\n${KEYS_USAGE}`)
  if (id === '--store') {
    const store = { log_key: newSeed(), key_encryption_keys: `kek-1:${newSeed()}` }
    return JSON.stringify(store, null, 2)
  }
  const name = id ?? `key-${now.toISOString().slice(0, 10)}`
  if (!ID.test(name)) throw new KeyFault('an id has letters, digits, dots, dashes and underscores, 64 at most')
  return `${name}:${newSeed()}`
}

/** Any 32 bytes are a seed of Ed25519 and a key of AES; one in 2³² is no private key of P-256, and is drawn again. */
const newSeed = (): string => {
  const bytes = randomBytes(32)
  try {
    createECDH('prime256v1').setPrivateKey(bytes)
    return bytes.toString('base64url')
  } catch {
    return newSeed()
  }
}
