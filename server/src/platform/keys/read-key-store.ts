/**
 * The setting KEY_STORE: `env`, where every key is a setting, or `file:` and the path of a file with the log's key and the
 * key-encryption keys, as JSON. A fault never quotes what the file holds.
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { type EncryptionKey, type KeyStore, keyOfSeed, readSeed, sealerOf, signerOf } from './key-store.ts'

export const KEY_STORE_SETTINGS = {
  KEY_STORE: Type.String({
    default: 'env',
    pattern: '^(env|file:/.+)$',
    description:
      'where keys come from: `env` means the settings; `file:/path` means a JSON file with `log_key` and `key_encryption_keys`: the service then makes the keys for facts, receipts and webhook secrets itself, replaces them in time, and keeps them sealed in the database. Keys in FACTS_KEYS, RECEIPT_KEYS and WEBHOOK_SECRET_KEYS are taken over at the first start',
  }),
  KEY_TIME_SCALE: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 1,
    description: 'divides every delay of replacing keys; for tests',
  }),
}

export class KeyStoreFault extends Error {}

export interface KeyFile {
  readonly path: string
  readonly log_key: KeyObject | undefined
  /** Signs what is written to the mirror: it must be known where the database is not. */
  readonly head_seed: Buffer | undefined
  readonly encryption_keys: readonly [EncryptionKey, ...EncryptionKey[]]
}

const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/

/** None where keys are settings. */
export const readKeyStore = (setting: string): KeyFile[] => {
  if (setting === 'env') return []
  const path = setting.slice('file:'.length)
  const { log_key, key_encryption_keys } = jsonOf(path)
  const seed = log_key === undefined ? undefined : seedOf(log_key, 'log_key')
  const items = typeof key_encryption_keys === 'string' ? key_encryption_keys.split(',') : []
  const keys = items.map((item) => {
    const colon = item.indexOf(':')
    const key_id = item.slice(0, Math.max(colon, 0)).trim()
    if (!KEY_ID.test(key_id)) throw new KeyStoreFault('needs key_encryption_keys as id:key, separated by commas')
    return { key_id, key: createSecretKey(seedOf(item.slice(colon + 1).trim(), 'key_encryption_keys')) }
  })
  const [first, ...rest] = keys
  if (!first) throw new KeyStoreFault('needs key_encryption_keys as id:key, separated by commas')
  if (new Set(keys.map(({ key_id }) => key_id)).size < keys.length)
    throw new KeyStoreFault('has two key_encryption_keys with one id')
  return [
    {
      path,
      log_key: seed && keyOfSeed(seed),
      head_seed: seed && Buffer.from(hkdfSync('sha256', seed, '', 'svc.service_head.v1', 32)),
      encryption_keys: [first, ...rest],
    },
  ]
}

const jsonOf = (path: string): { log_key?: unknown; key_encryption_keys?: unknown } => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new KeyStoreFault(`cannot be read: ${(error as Error).message}`)
  }
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    throw new KeyStoreFault(`names ${path}, which is not JSON`)
  }
}

const seedOf = (text: unknown, name: string): Buffer => {
  const seed = typeof text === 'string' ? readSeed(text) : undefined
  if (!seed) throw new KeyStoreFault(`has a ${name} that is not 32 bytes in base64url`)
  return seed
}

interface KeySettings {
  readonly ENVIRONMENT: string
  readonly KEY_STORE: string
  readonly KEY_TIME_SCALE: number
  readonly API_PROCESSES: number
  readonly FACTS_KEYS?: string
  readonly WEBHOOK_SECRET_KEYS?: string
  readonly RECEIPT_KEYS?: string
  readonly LOG_KEY?: string
  readonly LOG_MIRROR?: string
  readonly LOG_MIRROR_TOKEN?: string
}

/** What the settings of keys must keep to together. */
export const keyFaults = (s: KeySettings, file: KeyFile | undefined): string[] => {
  const faults: string[] = []
  const production = s.ENVIRONMENT === 'production'
  if (production && s.KEY_TIME_SCALE !== 1) faults.push('KEY_TIME_SCALE is for tests only')
  if (s.LOG_MIRROR_TOKEN && !s.LOG_MIRROR?.startsWith('https:'))
    faults.push('LOG_MIRROR_TOKEN is for a LOG_MIRROR that is an https address: take it out, or set that')
  if (s.KEY_STORE !== 'env') {
    if (s.LOG_KEY) faults.push('LOG_KEY must not be set with KEY_STORE=file:…: put it into the file as log_key')
    if (s.LOG_MIRROR && file && !file.log_key)
      faults.push('KEY_STORE must name a file with a log_key where LOG_MIRROR is set: it signs what is in the mirror')
    return faults
  }
  for (const name of ['FACTS_KEYS', 'WEBHOOK_SECRET_KEYS'] as const) {
    if (s[name] === undefined && production) faults.push(`${name} must be set in production`)
    if (s[name] === undefined && !production && s.API_PROCESSES > 1)
      faults.push(`${name} must be set where API_PROCESSES is more than 1: each process would make its own`)
  }
  if (s.LOG_MIRROR && !s.RECEIPT_KEYS) faults.push('RECEIPT_KEYS must be set with LOG_MIRROR: they sign what is in it')
  return faults
}

/** Of a file, or of settings, among which the log's key is the only one that belongs here. */
export const keyStoreOf = (file: KeyFile | undefined, log_key: KeyObject | undefined): KeyStore => {
  const key = file ? file.log_key : log_key
  const signer = key && signerOf(key)
  const sealer = file && sealerOf(file.encryption_keys)
  return { signer: () => signer, sealer: () => sealer }
}
