/** The keys of one process: settings, or what lies sealed in the database and is read again in time. */
import { createPublicKey } from 'node:crypto'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import type { KeyPurpose } from '@pursestrings/protocol/device-statements'
import type { Logger } from 'pino'
import { passingSealingKey } from '../delivery/webhooks/endpoints/webhook-secret.ts'
import type { Config } from '../platform/config.ts'
import { runEvery } from '../platform/jobs/work-batch.ts'
import { type KeyStore, keyOfSeed, signerOf } from '../platform/keys/key-store.ts'
import { keyStoreOf } from '../platform/keys/read-key-store.ts'
import type { Notifications } from '../platform/notifications/notifications.ts'
import type { Transactions } from '../platform/postgres/transaction.ts'
import { openFile } from '../platform/secret-files.ts'
import { passingFactsKey } from './facts-keys/facts-keys.ts'
import { type FactsKey, fixedKeys, publicJwk } from './facts-keys/read-facts-keys.ts'
import { type LogSigner, logSignerOf, readLogKey } from './log/read-log-key.ts'
import { makeFirstKeys } from './service-keys/first-keys.ts'
import { KEYS_TOPIC, type Keyring, openKeyring } from './service-keys/keyring.ts'
import type { KeyRotation } from './service-keys/replace-keys.worker.ts'
import { LEAD_S } from './service-keys/rotate-keys.ts'

/** So often within the time that a new key waits before it is used. */
const READ_TIMES = 240
const READ_MS_MIN = 100

type KeyConfig = Pick<
  Config,
  | 'KEY_STORE'
  | 'KEY_TIME_SCALE'
  | 'LOG_KEY'
  | 'LOG_WITNESSES'
  | 'BASE_URL'
  | 'FACTS_KEYS'
  | 'RECEIPT_KEYS'
  | 'WEBHOOK_SECRET_KEYS'
>

interface Start {
  readonly config: KeyConfig
  readonly log: Logger
  readonly api: boolean
  readonly transactions: Transactions
  readonly notifications: Notifications
}

export interface OpenKeys {
  readonly keyring: Pick<Keyring, 'facts' | 'receipt' | 'sealing'>
  readonly rotation: KeyRotation | undefined
  stop(): Promise<void>
}

export const storeOf = ({ KEY_STORE: file, LOG_KEY }: Pick<Config, 'KEY_STORE' | 'LOG_KEY'>): KeyStore =>
  keyStoreOf(file, LOG_KEY ? readLogKey(LOG_KEY)[0] : undefined)

/** Undefined where there is no payee log. */
export const logSignerFor = async (config: KeyConfig): Promise<LogSigner | undefined> => {
  const key = storeOf(config).signer('log')
  return key && logSignerOf({ key, issuer: config.BASE_URL, witnesses: config.LOG_WITNESSES })
}

/** What signs heads in the mirror, first, and what signed them once. It must be known without the database. */
export const headKeysOf = ({ KEY_STORE: file, RECEIPT_KEYS }: Pick<Config, 'KEY_STORE' | 'RECEIPT_KEYS'>) => {
  if (!file?.head_seed) return RECEIPT_KEYS
  const private_key = keyOfSeed(file.head_seed)
  const key: FactsKey = { kid: signerOf(private_key).kid, private_key, public_key: createPublicKey(private_key) }
  return [key, ...RECEIPT_KEYS]
}

/** Whoever believes the log believes the keys that stand in it. */
export const loggedKeysOf = ({ facts, receipt }: Pick<Keyring, 'facts' | 'receipt'>) =>
  Object.entries({ facts: facts().all, receipt: receipt().all } as const).flatMap(([purpose, keys]) =>
    keys.map((key) => ({ purpose, kid: key.kid, jwk: canonicalJson(publicJwk(key, purpose as KeyPurpose)) })),
  )

export const openKeys = async ({ config, log, api, transactions, notifications }: Start): Promise<OpenKeys> => {
  const { KEY_STORE: file, BASE_URL: issuer, KEY_TIME_SCALE: time_scale } = config
  const sealer = storeOf(config).sealer()
  if (!sealer || !file) return { keyring: givenKeys(config, log, api), rotation: undefined, stop: async () => {} }
  for (const warning of openFile('KEY_STORE', file.path)) log.warn(warning)
  const given = { facts: config.FACTS_KEYS, receipt: config.RECEIPT_KEYS, webhook: config.WEBHOOK_SECRET_KEYS }
  const first_keys = await makeFirstKeys({ transactions, sealer, issuer, given })
  if (first_keys.length > 0) log.info({ purposes: first_keys }, 'the key store has its first keys')
  const keyring = await openKeyring({ transactions, sealer, log })
  const onFault = (err: unknown) => log.error({ err }, 'the keys in the database could not be read again')
  notifications.on(KEYS_TOPIC, () => void keyring.refresh().catch(onFault))
  const read_ms = Math.max((LEAD_S * 1000) / READ_TIMES / time_scale, READ_MS_MIN)
  const reading = runEvery(read_ms, () => keyring.refresh(), onFault)
  const rotation = { sealer, issuer, time_scale, notify: (topic: string) => notifications.notify(topic) }
  return { keyring, rotation, stop: () => reading.stop() }
}

/** None is set in development only: production does not start without. */
const givenKeys = (config: KeyConfig, log: Logger, api: boolean) => {
  const { FACTS_KEYS: facts, RECEIPT_KEYS: receipt, WEBHOOK_SECRET_KEYS: sealing } = config
  const passes = (setting: string, what: string) =>
    log.warn(`${setting} is not set: ${what} with a key that this process forgets when it stops`)
  const passing = facts.length === 0 && api
  if (passing) passes('FACTS_KEYS', 'payment facts are signed')
  if (sealing.length === 0) passes('WEBHOOK_SECRET_KEYS', 'webhook secrets are sealed')
  const sealing_keys = sealing.length > 0 ? sealing : [passingSealingKey()]
  return {
    facts: fixedKeys(passing ? [passingFactsKey()] : facts),
    receipt: fixedKeys(receipt),
    sealing: () => sealing_keys,
  }
}
