/** The only reader of the environment: parsed once, all faults at once. docs/generated/settings.md is made from here. */
import { EXTENSIONS } from '@pursestrings/contract/tiers'
import type { Network } from '@pursestrings/protocol/network-names'
import { isNetwork, networkOf } from '@pursestrings/protocol/networks'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { PUSH_SETTINGS, type PushKey, PushKeysFault, readPushKeys } from '../connections/push/read-push-keys.ts'
import { readSealingKeys, type SealingKey, SealingKeysFault } from '../delivery/webhooks/endpoints/webhook-secret.ts'
import { type FactsKey, FactsKeysFault, readFactsKeys } from '../transparency/facts-keys/read-facts-keys.ts'
import { LOG_SETTINGS, LogKeyFault, readLogKey } from '../transparency/log/read-log-key.ts'
import { ConfigFault } from './config-fault.ts'
import { ledgerFaults } from './egress/ledger/ledger-faults.ts'
import { type LedgerSourceSetting, LedgerSourcesFault, readLedgerSources } from './egress/ledger/read-ledger-sources.ts'
import { LOG_LINE_SETTINGS } from './http/log.ts'
import { addressFaults, WALLET_SETTINGS } from './http/own-addresses.ts'
import {
  isPrivateHost,
  isPublicHost,
  readTrustedProxies,
  type TrustedProxies,
  TrustedProxiesFault,
} from './http/trusted-proxies.ts'
import { KEY_STORE_SETTINGS, type KeyFile, KeyStoreFault, keyFaults, readKeyStore } from './keys/read-key-store.ts'
import { type Environment, withSecretFiles } from './secret-files.ts'
import { TRACE_SETTINGS } from './tracing/tracing.ts'

const url = (schemes: string, description: string, rest: object = {}) =>
  Type.String({ pattern: `^(${schemes})://[^\\s]+$`, description, ...rest })
const integer = (minimum: number, maximum: number, preset: number, description: string) =>
  Type.Integer({ minimum, maximum, default: preset, description })

/** The largest that PostgreSQL calls an integer. */
const INTEGER_MAX = 2_147_483_647
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: INTEGER_MAX, description }))

export const Settings = Type.Object({
  ENVIRONMENT: Type.Enum(['development', 'production'], {
    type: 'string',
    default: 'production',
    description: 'development allows http in BASE_URL and database logins with too many rights; nothing else',
  }),
  BASE_URL: url('https?', 'public URL of the API; also the audience of assertions', {
    default: 'http://127.0.0.1:8787',
  }),
  PORTAL_URL: Type.Optional(url('https?', 'public URL of the portal, used in sign-in links (default: BASE_URL)')),
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  PORT: integer(0, 65_535, 8787, 'port to listen on; 0 uses a free one'),
  ...WALLET_SETTINGS,
  EXTENSIONS: Type.Enum([...EXTENSIONS], {
    type: 'string',
    default: 'all',
    description:
      '`all` serves every operation; `none` serves the specification and what completes it. Then LEDGER_SOURCES, LOG_KEY and PUSH_KEYS are not used. The same for all processes',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'proxies whose X-Forwarded-For is trusted: comma-separated addresses and ranges such as `10.0.0.0/24`, or the number of proxies, such as `1` (default: none; `true` is refused)',
  }),
  OPS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'private address of /health, /ready and /metrics without a token, for every role',
  }),
  OPS_PORT: integer(0, 65_535, 0, 'port at OPS_HOST, one per process or group; 0 uses a free one and logs it'),
  API_PROCESSES: integer(
    1,
    64,
    1,
    'processes that share PORT, one per core at most: more than 1 needs FACTS_KEYS and WEBHOOK_SECRET_KEYS, has DATABASE_POOL_MAX connections each, and counts limits that hold in the process in each',
  ),
  DATABASE_URL: url(
    'postgres(ql)?',
    'PostgreSQL 15 or newer, with the login of the application, a member of pursestrings_app. In development it is enough',
  ),
  DATABASE_SYSTEM_URL: Type.Optional(
    url(
      'postgres(ql)?',
      'the same database with the login of the system, a member of pursestrings_system and pursestrings_app; an api needs it. Default DATABASE_URL',
    ),
  ),
  DATABASE_WORKER_URL: Type.Optional(
    url(
      'postgres(ql)?',
      'the same database with the login of the worker, a member of pursestrings_worker and pursestrings_app; a worker needs it. Default DATABASE_URL',
    ),
  ),
  DATABASE_OPERATOR_URL: Type.Optional(
    url('postgres(ql)?', 'login for `admin`, a member of pursestrings_operator; default DATABASE_URL'),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    url('postgres(ql)?', 'login that migrates: may create roles and schemas; default DATABASE_URL'),
  ),
  DATABASE_POOL_MAX: integer(2, 200, 10, 'connections per login and process: an api has two logins, a worker one'),
  NATS_URL: Type.Optional(url('nats|tls', 'notifies other processes at once; without it they poll')),
  SMTP_URL: url('smtps?', 'server for outgoing mail', { default: 'smtp://127.0.0.1:1025' }),
  MAIL_FROM: Type.String({ default: 'Pursestrings <no-reply@pursestrings.invalid>', description: 'sender of mail' }),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(mailto:|https://)[!-~]+$',
      description: 'where to report vulnerabilities, `mailto:` or `https:`; published at /.well-known/security.txt',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description: 'bearer token for GET /metrics at HOST; production needs it unless HOST is private. Secret',
    }),
  ),
  DNS_SERVERS: Type.String({
    default: '',
    description:
      'resolvers that must agree on a domain proof, `ip` or `ip:port`, separated by commas; production needs two or more, development takes those of the machine',
  }),
  TRUSTED_CA_FILE: Type.Optional(
    Type.String({ description: 'PEM certificates to trust in addition to the usual roots' }),
  ),
  OUTBOUND_LOOPBACK: Type.String({
    default: '',
    description:
      'sites that are called on this machine, `host:port` or `host:443=18443`, separated by commas; production refuses any',
  }),
  NETWORKS_ENABLED: Type.String({
    default: 'stellar_testnet',
    description:
      'networks on which recipients can be created, separated by commas: `stellar_testnet`, and `base_sepolia`, which the specification does not have; production refuses every mainnet',
  }),
  PENDING_MAX: integer(1, 1_000_000_000, 20, 'maximum pending requests of one connection'),
  WALLET_PENDING_MAX: count(
    'maximum pending requests of one wallet, over all connections; approximate when many are created at once (default: five times PENDING_MAX)',
  ),
  CREATES_PER_MINUTE_MAX: integer(1, 1_000_000, 60, 'maximum requests that one connection creates per minute'),
  PAUSE_AFTER_REJECTIONS: integer(1, 1_000, 5, 'rejections in a row that pause a connection, if its user wants that'),
  PAUSE_REJECTIONS_WITHIN_S: integer(1, 86_400, 600, 'time window for these rejections, in seconds'),
  FACTS_KEYS: Type.Optional(
    Type.String({
      description:
        'Ed25519 keys that payment facts are signed with: a JWK set, or `kid:seed` with 32 bytes in base64url, separated by commas. The first signs, all are published at /.well-known/jwks.json: to replace one, put the new one in front of the old one, which then vouches for it. Production needs it; without it a process makes one at each start, so no pin outlives it. Secret',
    }),
  ),
  ...LOG_SETTINGS,
  ...KEY_STORE_SETTINGS,
  WEBHOOK_SECRET_KEYS: Type.Optional(
    Type.String({
      description:
        'keys that webhook secrets are sealed with: `id:key` with 32 bytes in base64url, separated by commas. The first seals, all open: to replace one, put the new one in front. Production needs it; development makes one at each start, so secrets do not outlive it. Secret',
    }),
  ),
  ...PUSH_SETTINGS,
  LEDGER_SOURCES: Type.Optional(
    Type.String({
      description:
        'who is asked whether payments are in the ledger: a JSON list of `{ name, operator, api, network, url }` (api: `rpc` or `horizon` on Stellar, `jsonrpc` on Base Sepolia), each with an optional `friendbot_url`. Without it nobody looks, and `settlement` shows what wallets say. Production takes https only',
    }),
  ),
  LEDGER_QUORUM: integer(0, 10, 0, 'operators in LEDGER_SOURCES that must agree; 0 means 2, or 1 where there is one'),
  LEDGER_VALIDATORS: Type.String({
    default: '',
    description: 'validators (`G…`, separated by commas) whose signature on a ledger proves a payment without a quorum',
  }),
  RECEIPT_KEYS: Type.Optional(
    Type.String({
      description:
        'Ed25519 keys that sign receipts and statements about the ledger; same form as FACTS_KEYS, but different keys. Required with LEDGER_SOURCES; without it, or without a payee log, there are no receipts. Secret',
    }),
  ),
  ...LOG_LINE_SETTINGS,
  ...TRACE_SETTINGS,
  WEBHOOK_TIME_SCALE: integer(1, 1_000_000, 1, 'divides every delay of webhook deliveries; for tests'),
  RATE_LIMIT_SCALE: integer(1, 1_000_000, 1, 'multiplies every rate limit; for load tests'),
  TENANT_CALLS_PER_S: count('maximum calls per second of one organization, in each process (default: no limit)'),
  CALLS_AT_ONCE_MAX: integer(16, 1_000_000, 128, 'calls that a process works on at once; others wait for their turn'),
  CALLS_WAITING_MAX: integer(0, 1_000_000, 1_024, 'calls that wait, and as many that stop something; more get a 503'),
  DRAIN_MS: integer(0, 60_000, 1_000, 'how long a stopping process still takes calls while it reports not ready'),
})

export type Settings = Readonly<Static<typeof Settings>>
/** What is read from its text, or always has a value. */
interface Read {
  readonly PORTAL_URL: string
  readonly DATABASE_SYSTEM_URL: string
  readonly DATABASE_WORKER_URL: string
  readonly DATABASE_OPERATOR_URL: string
  readonly WALLET_PENDING_MAX: number
  readonly DATABASE_OWNER_URL: string
  readonly TRUST_PROXY: TrustedProxies
  readonly DNS_SERVERS: readonly string[]
  readonly OUTBOUND_LOOPBACK: readonly string[]
  readonly NETWORKS_ENABLED: readonly Network[]
  readonly FACTS_KEYS: readonly FactsKey[]
  readonly WEBHOOK_SECRET_KEYS: readonly SealingKey[]
  readonly LEDGER_SOURCES: readonly LedgerSourceSetting[]
  readonly LEDGER_VALIDATORS: readonly string[]
  readonly RECEIPT_KEYS: readonly FactsKey[]
  readonly PUSH_KEYS: readonly PushKey[]
  /** Undefined where keys are settings. */
  readonly KEY_STORE: KeyFile | undefined
}
export type Config = Omit<Settings, keyof Read> & Read

const listOf = (text: string): string[] => text.split(',').flatMap((item) => item.trim() || [])

/** What this process was started with, for whoever must show it as it is. */
export const processEnvironment: Environment = process.env

export const readConfig = (environment: Environment = processEnvironment): Config => {
  const faults: string[] = []
  const names = Object.keys(Settings.properties)
  const given = withSecretFiles(environment, names, faults)
  const input = Object.fromEntries(names.filter((name) => given[name]).map((name) => [name, given[name]]))
  const settings = Value.Convert(Settings, Value.Default(Settings, input))
  for (const e of Value.Errors(Settings, settings)) {
    faults.push(
      e.keyword === 'required'
        ? `${e.params.requiredProperties.join(', ')} must be set`
        : `${e.instancePath.slice(1)} ${e.message}`,
    )
  }
  if (faults.length > 0) throw new ConfigFault(faults)
  const s = settings as Settings
  faults.push(...addressFaults(s))
  const production = s.ENVIRONMENT === 'production'
  const dns = listOf(s.DNS_SERVERS)
  const loopback_sites = listOf(s.OUTBOUND_LOOPBACK)
  const networks = listOf(s.NETWORKS_ENABLED)
  const preset = production ? (['BASE_URL', 'SMTP_URL', 'MAIL_FROM'] as const).filter((name) => !given[name]) : []
  faults.push(...preset.map((name) => `${name} must be set in production: its default is for development`))
  if (production && new Set(dns).size < 2) faults.push('DNS_SERVERS must name two or more resolvers in production')
  if (production && loopback_sites.length > 0) faults.push('OUTBOUND_LOOPBACK is for development only')
  if (production && s.WEBHOOK_TIME_SCALE !== 1) faults.push('WEBHOOK_TIME_SCALE is for tests only')
  const unknown = networks.filter((network) => !isNetwork(network))
  if (unknown.length > 0) faults.push(`NETWORKS_ENABLED has unknown networks: ${unknown.join(', ')}`)
  const mainnets = networks.filter((network) => isNetwork(network) && !networkOf(network).testnet)
  if (production && mainnets.length > 0) {
    faults.push(
      `NETWORKS_ENABLED names mainnets: ${mainnets.join(', ')}. Only stellar_testnet is offered; take them out (development may name them, to try what other networks do)`,
    )
  }
  const [key_file] = partsOrFault('KEY_STORE', s.KEY_STORE, readKeyStore, faults)
  faults.push(...keyFaults(s, key_file))
  if (production && s.METRICS_TOKEN === undefined && !isPrivateHost(s.HOST)) {
    faults.push(
      `METRICS_TOKEN must be set in production where HOST (${s.HOST}) is not a private address: /metrics would be open to everybody`,
    )
  }
  if (production && isPublicHost(s.OPS_HOST)) faults.push('OPS_HOST must not be a public address: it asks for no token')
  const trusted = partsOrFault('TRUST_PROXY', s.TRUST_PROXY, (text) => [readTrustedProxies(text)], faults)
  const facts_keys = partsOrFault('FACTS_KEYS', s.FACTS_KEYS, (text) => readFactsKeys(text, s.BASE_URL), faults)
  partsOrFault('LOG_KEY', s.LOG_KEY, readLogKey, faults)
  const sealing_keys = partsOrFault('WEBHOOK_SECRET_KEYS', s.WEBHOOK_SECRET_KEYS, readSealingKeys, faults)
  const push_keys = partsOrFault('PUSH_KEYS', s.PUSH_KEYS, readPushKeys, faults)
  const sources = partsOrFault('LEDGER_SOURCES', s.LEDGER_SOURCES, readLedgerSources, faults)
  const readReceipts = (text: string) => readFactsKeys(text, s.BASE_URL, 'receipt')
  const receipt_keys = partsOrFault('RECEIPT_KEYS', s.RECEIPT_KEYS, readReceipts, faults)
  const validators = listOf(s.LEDGER_VALIDATORS)
  faults.push(
    ...ledgerFaults({ ...s, sources, validators, receipt_keys, facts_keys, makes_keys: key_file !== undefined }),
  )
  if (faults.length > 0) throw new ConfigFault(faults)
  return Object.freeze({
    ...s,
    TRUST_PROXY: trusted[0] ?? false,
    DNS_SERVERS: dns,
    OUTBOUND_LOOPBACK: loopback_sites,
    NETWORKS_ENABLED: networks.filter(isNetwork),
    FACTS_KEYS: facts_keys,
    WEBHOOK_SECRET_KEYS: sealing_keys,
    LEDGER_SOURCES: sources,
    LEDGER_VALIDATORS: validators,
    RECEIPT_KEYS: receipt_keys,
    PUSH_KEYS: push_keys,
    KEY_STORE: key_file,
    PORTAL_URL: s.PORTAL_URL ?? s.BASE_URL,
    DATABASE_SYSTEM_URL: s.DATABASE_SYSTEM_URL ?? s.DATABASE_URL,
    DATABASE_WORKER_URL: s.DATABASE_WORKER_URL ?? s.DATABASE_URL,
    DATABASE_OPERATOR_URL: s.DATABASE_OPERATOR_URL ?? s.DATABASE_URL,
    WALLET_PENDING_MAX: s.WALLET_PENDING_MAX ?? Math.min(5 * s.PENDING_MAX, INTEGER_MAX),
    DATABASE_OWNER_URL: s.DATABASE_OWNER_URL ?? s.DATABASE_URL,
  })
}

const KEY_FAULTS = [KeyStoreFault, FactsKeysFault, LogKeyFault, SealingKeysFault, PushKeysFault]
const READING_FAULTS = [...KEY_FAULTS, TrustedProxiesFault, LedgerSourcesFault]

const partsOrFault = <K>(
  name: string,
  setting: string | undefined,
  read: (text: string) => K[],
  faults: string[],
): K[] => {
  if (setting === undefined) return []
  try {
    return read(setting)
  } catch (error) {
    if (!READING_FAULTS.some((fault) => error instanceof fault)) throw error
    const { message } = error as Error
    const malformed = message.startsWith('must be') && KEY_FAULTS.some((fault) => error instanceof fault)
    faults.push(`${name} ${message}${malformed ? '; `pursestrings-server keys new` prints one' : ''}`)
    return []
  }
}
