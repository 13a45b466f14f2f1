/** The whole service on one machine: databases, queue, three apis and two workers of ours, and a merchant with a webhook. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { type Answer, call, type Sent } from '../../../server/test/call.ts'
import { activeEndpoint, toDeliveries, typeOf } from '../../../server/test/deliveries.ts'
import { startMailbox } from '../../../server/test/mailbox.ts'
import { startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { newOperator, type Operator } from '../../../server/test/operator.ts'
import { activate, type Payee, proveHost, verifiedPayee } from '../../../server/test/payee.ts'
import { MAIN, type Process, startProcess } from '../../../server/test/process.ts'
import { until } from '../../../server/test/until.ts'
import type { World } from '../../../server/test/world.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { runMigrate } from '../upgrade-fleet.ts'
import { apiProxy, databaseProxy, type Nats, natsCluster, type Proxy } from './around.ts'
import { type PatroniCluster, type PatroniOptions, startPatroni } from './patroni.ts'
import { requirePrograms } from './programs.ts'

export interface Member {
  readonly role: 'api' | 'worker'
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  output(): string
}

export interface Stack {
  /** Starts another process of ours with settings of its own; ended with the stack. */
  startMember(role: 'api' | 'worker', more: Readonly<Record<string, string>>): Promise<Member>
  readonly databases: PatroniCluster
  readonly database_proxy: Proxy
  readonly front: Proxy
  readonly nats: readonly Nats[]
  readonly members: readonly Member[]
  readonly world: World
  readonly operator: Operator
  readonly payee: Payee
  readonly settings: Readonly<Record<string, string>>
  /** Ids of the events whose webhooks arrived. */
  readonly heard: ReadonlySet<string>
  /** As the database's owner, on whichever node is the primary now. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  stop(): Promise<void>
}

const ROLES = ['api', 'api', 'api', 'worker', 'worker'] as const
const SETUP_TRIES = 60

export const startStack = async (options: PatroniOptions): Promise<Stack> => {
  requirePrograms()
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-cluster-'))
  await chmod(folder, 0o755)
  const undo: (() => unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  ]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    return { ...(await build(folder, options, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const build = async (
  folder: string,
  options: PatroniOptions,
  undo: (() => unknown)[],
): Promise<Omit<Stack, 'stop'>> => {
  const databases = await startPatroni(folder, options)
  undo.push(() => databases.stop())
  await databases.settled()
  const database_proxy = await databaseProxy(folder, databases.nodes)
  await database_proxy.start()
  undo.push(() => database_proxy.kill())
  const at = (name: string) => `postgres://postgres@127.0.0.1:${database_proxy.port}/${name}`
  const query = queryAt(at)
  await until(() => onlyPrimary(() => query<{ waits: boolean }>('postgres', 'select pg_is_in_recovery() as waits')))
  await query('postgres', 'create database pursestrings')
  const nats = await natsCluster(folder)
  await Promise.all(nats.map((one) => one.start()))
  undo.push(() => Promise.all(nats.map((one) => one.kill())))
  const web = await startMerchantWeb()
  undo.push(() => web.stop())
  const mailbox = await startMailbox()
  undo.push(() => mailbox.stop())
  const settings = { ...web.settings, ...SETTINGS, SMTP_URL: mailbox.smtp_url, DATABASE_URL: at('pursestrings') }
  await runMigrate(MAIN, settings)
  const members = await Promise.all(
    ROLES.map((role, n) => memberOf(role, { ...settings, NATS_URL: nats[n % nats.length]?.url ?? '' })),
  )
  undo.push(() => Promise.all(members.map((member) => member.kill())))
  // One after the other: together they would take the processors from the databases, whose leases are short.
  for (const member of members) await member.start()
  const apis = members.filter(({ role }) => role === 'api').map(({ url }) => Number(new URL(url).port))
  const front = await apiProxy(folder, apis)
  await front.start()
  undo.push(() => front.kill())
  const world = {
    mailbox,
    call: (...[method, path, sent]: [string, string, Sent?]) =>
      answered(`http://127.0.0.1:${front.port}`, method, path, sent),
  } as unknown as World
  const heard = new Set<string>()
  const place = web.webhooks.place(
    toDeliveries((one, response) => {
      if (typeOf(one).startsWith('payment_request.')) heard.add(one.headers['webhook-id'] ?? '')
      // What was heard is in the set; a long run would keep every body otherwise.
      web.webhooks.heard.length = 0
      return response.writeHead(200).end()
    }),
  )
  const operator = await newOperator(world)
  const payee = await verifiedPayee(web, operator, await proveHost(web, operator, 'shop.test'), 'shop.test')
  expect((await activate(operator, payee)).status).toBe(200)
  await activeEndpoint(operator, { url: place.url })
  return {
    async startMember(role, more_settings) {
      const member = await memberOf(role, { ...settings, NATS_URL: nats[0]?.url ?? '', ...more_settings })
      undo.push(() => member.kill())
      await member.start()
      return member
    },
    databases,
    database_proxy,
    front,
    nats,
    members,
    world,
    operator,
    payee,
    settings,
    heard,
    query: (text, values) => query('pursestrings', text, values),
  }
}

/** Before its first look, HAProxy takes every node for the primary: as many in a row as it cannot hit by chance. */
const onlyPrimary = async (ask: () => Promise<{ waits: boolean }[]>): Promise<boolean> => {
  for (let i = 0; i < 12; i++) {
    const [answer] = await ask().catch(() => [])
    if (answer?.waits !== false) return false
  }
  return true
}

const SETTINGS = {
  ENVIRONMENT: 'development',
  LOG_LEVEL: 'info',
  DRAIN_MS: '500',
  DATABASE_POOL_MAX: '5',
  RATE_LIMIT_SCALE: '1000000',
  PENDING_MAX: '1000000000',
  CREATES_PER_MINUTE_MAX: '1000000',
  WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
  FACTS_KEYS: `one:${randomBytes(32).toString('base64url')}`,
}

/** A connection for each question: it goes to whoever is the primary at that moment. */
const queryAt =
  (at: (name: string) => string) =>
  async <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[] = []): Promise<R[]> => {
    const client = new pg.Client({ connectionString: at(name), options: '-c search_path=pursestrings' })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

const memberOf = async (role: Member['role'], settings: Readonly<Record<string, string>>): Promise<Member> => {
  const port = await freePort()
  let running: Process | undefined
  return {
    role,
    url: `http://127.0.0.1:${port}`,
    output: () => running?.output() ?? '',
    async kill() {
      await running?.end('SIGKILL')
      running = undefined
    },
    async start() {
      running = await startProcess(role, { ...settings, PORT: String(port) })
    },
  }
}

/** What is set up is not what is measured: it is asked until it is answered. */
const answered = async (base: string, method: string, path: string, sent?: Sent): Promise<Answer> => {
  for (let tries = 1; ; tries++) {
    const answer = await call(base, method, path, sent).catch((error: unknown) => error as Error)
    if (!(answer instanceof Error) && answer.status < 500) return answer
    if (tries >= SETUP_TRIES) throw new Error(`${method} ${path} is not answered`, { cause: answer })
    await pause(500)
  }
}
