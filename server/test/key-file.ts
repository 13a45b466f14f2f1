/** A key store in a file of its own, and what a service shows of its keys. */
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const keyText = (): string => randomBytes(32).toString('base64url')

export interface KeyFileAt {
  /** For KEY_STORE. */
  readonly setting: string
  readonly log_key: string
  write(key_encryption_keys: string): void
}

export const newKeyFile = (key_encryption_keys = `kek-1:${keyText()}`, log_key = keyText()): KeyFileAt => {
  const path = join(mkdtempSync(join(tmpdir(), 'key-store-')), 'keys.json')
  const write = (keys: string) => {
    writeFileSync(path, JSON.stringify({ log_key, key_encryption_keys: keys }))
    chmodSync(path, 0o600)
  }
  write(key_encryption_keys)
  return { setting: `file:${path}`, log_key, write }
}

export interface ServedKey {
  readonly kid: string
  readonly x: string
  readonly purpose: string
  readonly endorsement_jws?: string
}

export const servedKeys = async (url: string): Promise<ServedKey[]> =>
  ((await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: ServedKey[] }).keys

export const kidOf = (jws: string): string =>
  (JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid

/** By a key of that purpose among those that are served. */
export const isSignedBy = (jws: string, keys: readonly ServedKey[], purpose: string): boolean => {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const key = keys.find((one) => one.kid === kidOf(jws) && one.purpose === purpose)
  if (!key) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.x }
  const public_key = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(`${header}.${payload}`), public_key, Buffer.from(signature, 'base64url'))
}
