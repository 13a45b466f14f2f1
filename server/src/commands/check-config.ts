/**
 * `config check`: what a deployment would start with, without starting it. It lists the settings with their secrets left
 * out, names that look misspelled, and whether each peer answers. It changes nothing.
 */
import { connect } from '@nats-io/transport-node'
import { type Config, readConfig, Settings } from '../platform/config.ts'
import { ConfigFault } from '../platform/config-fault.ts'
import { createEgress } from '../platform/egress/create-egress.ts'
import { createDns } from '../platform/egress/dns.ts'
import { createMail } from '../platform/egress/mail.ts'
import { whenAnswering } from '../platform/postgres/commit.ts'
import { missingMigrations } from '../platform/postgres/migrate.ts'
import { databaseUrls, type PoolName, poolsOf } from '../platform/postgres/pools.ts'
import { type Environment, isSecret, openFile, openSecretFiles } from '../platform/secret-files.ts'
import { headReaderOf, NEWEST_HEAD } from '../transparency/restore/service-head.ts'

const NAMES = Object.keys(Settings.properties)
const PEER_MS_MAX = 5_000
/** For a database that is starting, too: what it says then is told before its time is up. */
const DATABASE_PATIENCE_MS = PEER_MS_MAX - 1_000

export interface Checked {
  readonly ok: boolean
  readonly lines: readonly string[]
}

export const checkConfig = async (environment: Environment): Promise<Checked> => {
  const store = environment['KEY_STORE']?.replace(/^file:/, '')
  const warnings = [
    ...misspelledIn(environment),
    ...openSecretFiles(environment, NAMES),
    ...(store?.startsWith('/') ? openFile('KEY_STORE', store) : []),
  ]
  const config = configOrFaults(environment)
  if (Array.isArray(config)) return { ok: false, lines: [...section('Look at', warnings), ...section('Wrong', config)] }
  const peers = await Promise.all(peersOf(config).map(tryPeer))
  const ok = peers.every((peer) => peer.ok)
  const peer_lines = peers.map(
    ({ name, said }) => `${said === undefined ? 'ok    ' : 'failed'} ${name}${said ? `: ${said}` : ''}`,
  )
  return {
    ok,
    lines: [
      ...section('Settings', settingLines(environment)),
      ...section('Look at', warnings),
      ...section('Peers', peer_lines),
    ],
  }
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]

const configOrFaults = (environment: Environment): Config | string[] => {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigFault) return [...error.faults]
    throw error
  }
}

const settingLines = (environment: Environment): string[] =>
  NAMES.flatMap((name) => {
    if (environment[`${name}_FILE`] && isSecret(name))
      return [`${name} = (secret, from ${environment[`${name}_FILE`]})`]
    const value = environment[name]
    if (!value) return []
    return [`${name} = ${isSecret(name) ? '(secret)' : value}`]
  })

/** Names of the environment that nobody reads, and that are a slip of the finger away from one that somebody does. */
const misspelledIn = (environment: Environment): string[] => {
  const known = [...NAMES, ...NAMES.filter(isSecret).map((name) => `${name}_FILE`)]
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && name.length > 4)
    .flatMap((name) => {
      const meant = known.find((one) => one.length > 4 && distance(name, one) <= 2)
      return meant === undefined ? [] : [`${name} is not a setting. Did you mean ${meant}?`]
    })
}

/** How many letters must be put in, taken out or replaced. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (from[i] === to[j] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

interface Peer {
  readonly name: string
  /** Rejects with what is wrong. */
  attempt(): Promise<unknown>
}

const tryPeer = async ({ name, attempt }: Peer): Promise<{ name: string; ok: boolean; said?: string }> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${PEER_MS_MAX / 1000} s`)), PEER_MS_MAX)
  try {
    await Promise.race([attempt(), late])
    return { name, ok: true }
  } catch (error) {
    return { name, ok: false, said: (error as Error).message || String(error) }
  } finally {
    clearTimeout(timer)
  }
}

const peersOf = (config: Config): Peer[] => [
  login(config, 'app', 'DATABASE_URL'),
  login(config, 'system', 'DATABASE_SYSTEM_URL'),
  login(config, 'worker', 'DATABASE_WORKER_URL'),
  // Only `admin` needs it: a machine that serves may do without.
  ...(config.DATABASE_OPERATOR_URL === config.DATABASE_URL ? [] : [login(config, 'operator', 'DATABASE_OPERATOR_URL')]),
  ...(config.NATS_URL === undefined ? [] : [{ name: 'NATS_URL', attempt: () => reachNats(config.NATS_URL ?? '') }]),
  { name: 'SMTP_URL', attempt: () => reachMail(config) },
  ...(config.LOG_MIRROR === undefined ? [] : [{ name: 'LOG_MIRROR', attempt: () => readMirror(config) }]),
  ...config.DNS_SERVERS.map((server) => ({ name: `DNS_SERVERS ${server}`, attempt: () => reachResolver(server) })),
]

const login = (config: Config, name: PoolName, setting: string): Peer => ({
  name: setting,
  attempt: () =>
    whenAnswering(
      () => tryLogin(config, name),
      () => {},
      DATABASE_PATIENCE_MS,
    ),
})

const tryLogin = async (config: Config, name: PoolName): Promise<void> => {
  const pools = poolsOf({
    urls: databaseUrls(config),
    max: 1,
    production: config.ENVIRONMENT === 'production',
  })
  try {
    const missing = await missingMigrations(await pools.open(name))
    if (missing.length > 0) throw new Error(`${missing.length} migrations are missing; run \`migrate\``)
  } finally {
    await pools.end()
  }
}

const reachNats = async (servers: string): Promise<void> => {
  const connection = await connect({ servers, reconnect: false, timeout: PEER_MS_MAX })
  await connection.close()
}

const reachMail = async (config: Config): Promise<void> => {
  const mail = createMail({ smtp_url: config.SMTP_URL, from: config.MAIL_FROM })
  try {
    await mail.verify()
  } finally {
    mail.stop()
  }
}

/** Whether there is a head in it yet does not matter, and nothing is written to a server. */
const readMirror = async (config: Config): Promise<void> => {
  const { mirror: https } = await createEgress(config)
  const mirror = headReaderOf(config, https)?.mirror
  await (config.LOG_MIRROR?.startsWith('/') ? mirror?.expectThere() : mirror?.read(NEWEST_HEAD))
}

/** Any answer will do, also that there is no such name. */
const reachResolver = async (server: string): Promise<void> => {
  const [answer] = await createDns({ servers: [server], timeout_ms: PEER_MS_MAX - 500 }).txt('invalid')
  if (answer?.outcome === 'timeout' || answer?.outcome === 'error') throw new Error(answer.detail ?? answer.outcome)
}
