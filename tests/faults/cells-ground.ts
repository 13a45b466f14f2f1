/** Two cells, each with a PostgreSQL, an api and a worker of its own, behind the router that is made from `cells.json`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCells } from '../../deploy/cells/cells.ts'
import { haproxyFile, slotMap } from '../../deploy/cells/router.ts'
import { assertionOf } from '../../server/test/agent.ts'
import { type Asking, activePayee, askingOver } from '../../server/test/asking.ts'
import { call, type Sent } from '../../server/test/call.ts'
import { newConnection } from '../../server/test/connection.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import type { MerchantWeb } from '../../server/test/merchant-web.ts'
import { MAIN, type Process, startProcess } from '../../server/test/process.ts'
import { newApiKey, newMerchantKey, type TestApiKey, type TestMerchantKey } from '../../server/test/project.ts'
import { until } from '../../server/test/until.ts'
import type { World } from '../../server/test/world.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { startOwnPostgres } from '../bench/own-postgres.ts'
import { runMigrate } from './upgrade-fleet.ts'

export interface RunningCell {
  readonly name: string
  readonly url: string
  readonly database_url: string
  readonly asking: Asking
  readonly api_key: TestApiKey
  readonly merchant_key: TestMerchantKey
  /** Of all that lives here. */
  readonly slots: readonly string[]
  /** The api, the worker and the database, without a warning. */
  kill(): Promise<void>
}

/** The last three characters of an id. */
const slotOf = (id: string): string => id.slice(-3)

/** What was started, to be ended in reverse, also where the next start fails. */
export type Undo = (() => unknown)[]

interface Other {
  readonly settings?: Readonly<Record<string, string>>
  readonly postgres?: readonly string[]
}

export const startCell = async (
  name: string,
  web: MerchantWeb,
  undo: Undo,
  other: Other = {},
): Promise<RunningCell> => {
  const postgres = await startOwnPostgres('128MB', other.postgres)
  undo.push(() => postgres.stop())
  const mailbox = await startMailbox()
  undo.push(() => mailbox.stop())
  const settings = {
    ...web.settings,
    ENVIRONMENT: 'development',
    DATABASE_URL: postgres.url,
    SMTP_URL: mailbox.smtp_url,
    LOG_LEVEL: 'info',
    DRAIN_MS: '0',
    RATE_LIMIT_SCALE: '1000000',
    FACTS_KEYS: `cell:${randomBytes(32).toString('base64url')}`,
    WEBHOOK_SECRET_KEYS: `cell:${randomBytes(32).toString('base64url')}`,
    LOG_KEY: randomBytes(32).toString('base64url'),
    ...other.settings,
  }
  await runMigrate(MAIN, settings)
  const start = async (role: 'api' | 'worker'): Promise<Process> => {
    const started = await startProcess(role, settings)
    undo.push(() => started.end('SIGKILL'))
    return started
  }
  const processes = [await start('api'), await start('worker')] as const
  const [{ url }] = processes
  const world = {
    mailbox,
    url,
    call: (method: string, path: string, sent?: Sent) => call(url, method, path, sent),
  } as unknown as World
  const connection = await newConnection(world)
  const asking = askingOver(connection, await activePayee(web, connection.operator))
  return {
    name,
    url,
    database_url: postgres.url,
    asking,
    api_key: await newApiKey(connection.operator),
    merchant_key: await newMerchantKey(connection.operator),
    slots: [slotOf(connection.operator.merchant_id), slotOf(connection.device.device_id)],
    async kill() {
      postgres.kill()
      await Promise.all(processes.map((one) => one.end('SIGKILL')))
    },
  }
}

/** A call, and what only the right cell can answer. */
type Carried = readonly [name: string, method: string, path: string, sent: Sent, answer: object]

export const carriersOf = ({ asking, api_key, merchant_key }: RunningCell): readonly Carried[] => {
  const { operator, device, agent, claim_token, connect_invitation_id, connection_id, connection_token } = asking
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const { device_id, token } = device
  const in_query = `?device_id=${device_id}&token=${encodeURIComponent(token)}`
  const { recipient_id } = asking.payee
  return [
    [
      'cookie',
      'GET',
      `/v1/merchants/${operator.merchant_id}`,
      { headers: { cookie: operator.cookie } },
      { merchant: {} },
    ],
    ['connection token', 'GET', '/v1/payment-requests', bearer(connection_token), { payment_requests: [] }],
    ['claim token', 'GET', `/v1/connect-invitations/${connect_invitation_id}`, bearer(claim_token), {}],
    ['device token', 'GET', '/v1/connections', bearer(token), { connections: [{ connection_id }] }],
    ['device token in the query', 'GET', `/v1/connections${in_query}`, {}, { connections: [{ connection_id }] }],
    ['device token in the body', 'POST', '/v1/connect-keys', { body: { device_id, token } }, { connect_key: {} }],
    ['merchant key', 'GET', '/v1/payment-requests', { headers: merchant_key.headers }, {}],
    ['API key', 'GET', '/v1/agent-payments', { headers: api_key.headers }, {}],
    ['assertion', 'POST', '/v1/agent-auth/token', { body: { assertion: assertionOf(agent) } }, {}],
    ['path', 'GET', `/v1/payees/${recipient_id}`, {}, { payee: { recipient_id } }],
  ]
}

export interface Router {
  readonly url: string
  readonly pid: number
  readonly cells_file: string
  readonly map_file: string
  /** Through which it is told of slots that move. */
  readonly socket: string
}

export const startRouter = async (
  cells: readonly Pick<RunningCell, 'name' | 'url' | 'slots'>[],
  undo: Undo,
): Promise<Router> => {
  const folder = newFolder('router', undo)
  const bind = `127.0.0.1:${await freePort()}`
  const [cells_file, map_file, socket] = ['cells.json', 'slots.map', 'haproxy.sock'].map((one) =>
    join(folder, one),
  ) as [string, string, string]
  const text = JSON.stringify({
    cells: cells.map(({ name, url, slots }) => ({ name, servers: [new URL(url).host], slots })),
  })
  const read = readCells(text)
  writeFileSync(cells_file, text)
  writeFileSync(map_file, slotMap(read))
  const config = haproxyFile({ cells: read, map_file, bind, socket })
  return { ...(await startHaproxy({ folder, bind, config }, undo)), cells_file, map_file, socket }
}

const AT_ONCE = (bind: string): string => `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend answers
  bind ${bind}
  http-request return status 200 content-type application/json string '{"ok":true}'
`

/** What answers every call at once: behind it, a router is all that takes time. Gives its address. */
export const startAnswering = async (undo: Undo): Promise<string> => {
  const bind = `127.0.0.1:${await freePort()}`
  const folder = newFolder('answering', undo)
  return (await startHaproxy({ folder, bind, config: AT_ONCE(bind) }, undo)).url
}

const newFolder = (name: string, undo: Undo): string => {
  const folder = mkdtempSync(join(tmpdir(), `pursestrings-${name}-`))
  undo.push(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Proxy {
  readonly folder: string
  readonly bind: string
  readonly config: string
}

const startHaproxy = async ({ folder, bind, config }: Proxy, undo: Undo): Promise<Pick<Router, 'url' | 'pid'>> => {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  undo.push(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const url = `http://${bind}`
  await until(async () => (await fetch(`${url}/ready`).catch(() => undefined))?.ok === true)
  return { url, pid: child.pid as number }
}
