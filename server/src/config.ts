/**
 * The only reader of the environment: parsed once, every fault reported at once, frozen. Each setting says what it is
 * for; docs/generated/settings.md is made from here.
 */
import { isNetwork, type Network, networkOf } from '@countersign/contract/wire/networks'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type FactsKey, FactsKeysFault, readFactsKeys } from './facts-keys/read-facts-keys.ts'
import { isPrivateHost, isPublicHost } from './http/private-host.ts'
import { readTrustedProxies, type TrustedProxies, TrustedProxiesFault } from './http/trusted-proxies.ts'
import { readSealingKeys, type SealingKey, SealingKeysFault } from './webhooks/endpoints/read-sealing-keys.ts'

const url = (schemes: string, description: string, rest: object = {}) =>
  Type.String({ pattern: `^(${schemes})://[^\\s]+$`, description, ...rest })
const integer = (minimum: number, maximum: number, preset: number, description: string) =>
  Type.Integer({ minimum, maximum, default: preset, description })

/** The largest that PostgreSQL calls an integer. */
const INTEGER_MAX = 2_147_483_647

export const Settings = Type.Object({
  ENVIRONMENT: Type.Enum(['development', 'production'], {
    type: 'string',
    default: 'production',
    description:
      'development relaxes nothing but what names it: the https rule of BASE_URL and the rule that a login holds no more than its role',
  }),
  BASE_URL: url('https?', 'address under which agents, wallets and merchants reach the API; audience of assertions', {
    default: 'http://127.0.0.1:8787',
  }),
  PORTAL_URL: Type.Optional(url('https?', 'address of the portal, which sign-in links open; default BASE_URL')),
  HOST: Type.String({ default: '127.0.0.1', description: 'address to listen on' }),
  PORT: integer(0, 65_535, 8787, 'port to listen on; 0 takes a free one'),
  TRUST_PROXY: Type.String({
    default: '',
    description:
      'proxies whose X-Forwarded-For is believed: addresses and ranges such as `10.0.0.0/24`, separated by commas, or how many proxies stand in front, such as `1`; none by default, and `true` is refused',
  }),
  OPS_HOST: Type.String({
    default: '127.0.0.1',
    description: 'private address of /health, /ready and /metrics without a token, for every role',
  }),
  OPS_PORT: integer(
    0,
    65_535,
    0,
    'port at OPS_HOST, one per process or group; 0 takes a free one, which the log names',
  ),
  API_PROCESSES: integer(
    1,
    64,
    1,
    'processes that share PORT, one per core at most: more than 1 needs FACTS_KEYS and WEBHOOK_SECRET_KEYS, has DATABASE_POOL_MAX connections each, and counts limits that hold in the process in each',
  ),
  DATABASE_URL: url(
    'postgres(ql)?',
    'PostgreSQL 15 or newer, with the login of the application, a member of countersign_app. In development it is enough',
  ),
  DATABASE_SYSTEM_URL: Type.Optional(
    url(
      'postgres(ql)?',
      'the same database with the login of the system, a member of countersign_system and countersign_app; an api needs it. Default DATABASE_URL',
    ),
  ),
  DATABASE_WORKER_URL: Type.Optional(
    url(
      'postgres(ql)?',
      'the same database with the login of the worker, a member of countersign_worker and countersign_app; a worker needs it. Default DATABASE_URL',
    ),
  ),
  DATABASE_OWNER_URL: Type.Optional(
    url('postgres(ql)?', 'login that migrates: may create roles and schemas; default DATABASE_URL'),
  ),
  DATABASE_POOL_MAX: integer(2, 200, 10, 'connections per login and process: an api has two logins, a worker one'),
  NATS_URL: Type.Optional(url('nats|tls', 'wake-ups between processes; without it they are found by polling')),
  SMTP_URL: url('smtps?', 'server that takes outgoing mail', { default: 'smtp://127.0.0.1:1025' }),
  MAIL_FROM: Type.String({ default: 'Countersign <no-reply@countersign.invalid>', description: 'sender of all mail' }),
  SECURITY_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(mailto:|https://)[!-~]+$',
      description: 'whom to tell of a weakness, `mailto:` or `https:`; published at /.well-known/security.txt',
    }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description:
        'bearer token for GET /metrics at HOST; production needs it unless HOST is a private address. Secret',
    }),
  ),
  DNS_SERVERS: Type.String({
    default: '',
    description:
      'resolvers that must agree on a domain proof, `ip` or `ip:port`, separated by commas; production needs two or more, development takes those of the machine',
  }),
  TRUSTED_CA_FILE: Type.Optional(Type.String({ description: 'PEM certificates to trust besides the ordinary roots' })),
  OUTBOUND_LOOPBACK: Type.String({
    default: '',
    description:
      'sites that are called on this machine, `host:port` or `host:443=18443`, separated by commas; production refuses any',
  }),
  NETWORKS_ENABLED: Type.String({
    default: 'stellar_testnet',
    description:
      'networks on which recipients can be created, separated by commas; production refuses every mainnet, since only testnet is offered',
  }),
  PENDING_MAX: integer(1, 1_000_000_000, 20, 'requests of one connection that may wait for the wallet at once'),
  WALLET_PENDING_MAX: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INTEGER_MAX,
      description:
        'requests of all connections of one wallet that may wait at once; approximate while many are created at the same moment; default five times PENDING_MAX',
    }),
  ),
  CREATES_PER_MINUTE_MAX: integer(1, 1_000_000, 60, 'requests that one connection may create within a minute'),
  PAUSE_AFTER_REJECTIONS: integer(1, 1_000, 5, 'rejections in a row that pause a connection'),
  PAUSE_REJECTIONS_WITHIN_S: integer(1, 86_400, 600, 'seconds within which they must fall to pause it'),
  FACTS_KEYS: Type.Optional(
    Type.String({
      description:
        'Ed25519 keys that payment facts are signed with: a JWK set, or `kid:seed` with 32 bytes in base64url, separated by commas. The first signs, all are published at /.well-known/jwks.json: to replace one, put the new one in front of the old one, which then vouches for it. Production needs it; without it a process makes one at each start, so no pin outlives it. Secret',
    }),
  ),
  WEBHOOK_SECRET_KEYS: Type.Optional(
    Type.String({
      description:
        'keys that webhook secrets are sealed with: `id:key` with 32 bytes in base64url, separated by commas. The first seals, all open: to replace one, put the new one in front. Production needs it; development makes one at each start, so secrets do not outlive it. Secret',
    }),
  ),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    type: 'string',
    default: 'info',
    description: 'least severity that is logged',
  }),
  WEBHOOK_TIME_SCALE: integer(1, 1_000_000, 1, 'divides every delay of webhook deliveries; for tests'),
  RATE_LIMIT_SCALE: integer(1, 1_000_000, 1, 'multiplies every rate limit; for load tests'),
  DRAIN_MS: integer(0, 60_000, 1_000, 'how long a stopping process still takes calls while it reports not ready'),
})

export type Settings = Readonly<Static<typeof Settings>>
type Read =
  | 'TRUST_PROXY'
  | 'DNS_SERVERS'
  | 'OUTBOUND_LOOPBACK'
  | 'NETWORKS_ENABLED'
  | 'FACTS_KEYS'
  | 'WEBHOOK_SECRET_KEYS'
export interface Config extends Omit<Settings, Read> {
  readonly PORTAL_URL: string
  readonly DATABASE_SYSTEM_URL: string
  readonly DATABASE_WORKER_URL: string
  readonly WALLET_PENDING_MAX: number
  readonly DATABASE_OWNER_URL: string
  readonly TRUST_PROXY: TrustedProxies
  readonly DNS_SERVERS: readonly string[]
  readonly OUTBOUND_LOOPBACK: readonly string[]
  readonly NETWORKS_ENABLED: readonly Network[]
  /** Empty in development: one is made at start. */
  readonly FACTS_KEYS: readonly FactsKey[]
  /** Empty in development: one is made at start. */
  readonly WEBHOOK_SECRET_KEYS: readonly SealingKey[]
}

const listOf = (text: string): string[] => text.split(',').flatMap((item) => item.trim() || [])

export class ConfigFault extends Error {
  constructor(faults: readonly string[]) {
    super(`The environment does not fit:\n${faults.map((f) => `  - ${f}`).join('\n')}\nSee docs/generated/settings.md.`)
  }
}

export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env): Config => {
  const input = Object.fromEntries(
    Object.keys(Settings.properties)
      .filter((name) => environment[name] !== undefined && environment[name] !== '')
      .map((name) => [name, environment[name]]),
  )
  const settings = Value.Convert(Settings, Value.Default(Settings, input))
  const faults = [...Value.Errors(Settings, settings)].map((e) =>
    e.keyword === 'required'
      ? `${e.params.requiredProperties.join(', ')} must be set`
      : `${e.instancePath.slice(1)} ${e.message}`,
  )
  if (faults.length > 0) throw new ConfigFault(faults)
  const s = settings as Settings
  const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/
  for (const name of ['BASE_URL', 'PORTAL_URL'] as const) {
    const value = s[name]
    if (value?.startsWith('http:') && s.ENVIRONMENT === 'production' && !loopback.test(value)) {
      faults.push(`${name} must be https in production: session cookies are Secure`)
    }
    if (value?.endsWith('/')) faults.push(`${name} must not end with a slash`)
  }
  const production = s.ENVIRONMENT === 'production'
  const dns = listOf(s.DNS_SERVERS)
  const loopback_sites = listOf(s.OUTBOUND_LOOPBACK)
  const networks = listOf(s.NETWORKS_ENABLED)
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
  if (production && s.FACTS_KEYS === undefined) faults.push('FACTS_KEYS must be set in production')
  if (production && s.WEBHOOK_SECRET_KEYS === undefined) faults.push('WEBHOOK_SECRET_KEYS must be set in production')
  for (const name of ['FACTS_KEYS', 'WEBHOOK_SECRET_KEYS'] as const) {
    if (!production && s.API_PROCESSES > 1 && s[name] === undefined)
      faults.push(`${name} must be set where API_PROCESSES is more than 1: each process would make its own`)
  }
  if (production && s.METRICS_TOKEN === undefined && !isPrivateHost(s.HOST)) {
    faults.push(
      `METRICS_TOKEN must be set in production where HOST (${s.HOST}) is not a private address: /metrics would be open to everybody`,
    )
  }
  if (production && isPublicHost(s.OPS_HOST)) faults.push('OPS_HOST must not be a public address: it asks for no token')
  const trusted = partsOrFault('TRUST_PROXY', s.TRUST_PROXY, (text) => [readTrustedProxies(text)], faults)
  const facts_keys = partsOrFault('FACTS_KEYS', s.FACTS_KEYS, (text) => readFactsKeys(text, s.BASE_URL), faults)
  const sealing_keys = partsOrFault('WEBHOOK_SECRET_KEYS', s.WEBHOOK_SECRET_KEYS, readSealingKeys, faults)
  if (faults.length > 0) throw new ConfigFault(faults)
  return Object.freeze({
    ...s,
    TRUST_PROXY: trusted[0] ?? false,
    DNS_SERVERS: dns,
    OUTBOUND_LOOPBACK: loopback_sites,
    NETWORKS_ENABLED: networks.filter(isNetwork),
    FACTS_KEYS: facts_keys,
    WEBHOOK_SECRET_KEYS: sealing_keys,
    PORTAL_URL: s.PORTAL_URL ?? s.BASE_URL,
    DATABASE_SYSTEM_URL: s.DATABASE_SYSTEM_URL ?? s.DATABASE_URL,
    DATABASE_WORKER_URL: s.DATABASE_WORKER_URL ?? s.DATABASE_URL,
    WALLET_PENDING_MAX: s.WALLET_PENDING_MAX ?? Math.min(5 * s.PENDING_MAX, INTEGER_MAX),
    DATABASE_OWNER_URL: s.DATABASE_OWNER_URL ?? s.DATABASE_URL,
  })
}

const READING_FAULTS = [FactsKeysFault, SealingKeysFault, TrustedProxiesFault]

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
    faults.push(`${name} ${(error as Error).message}`)
    return []
  }
}
