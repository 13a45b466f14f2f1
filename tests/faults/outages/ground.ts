/** A service of three processes with everything that it needs behind gates, its callers, and the alerts that watch it. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { call } from '../../../server/test/call.ts'
import { toDeliveries } from '../../../server/test/deliveries.ts'
import { RECEIPT_KEYS } from '../../../server/test/ledger-world.ts'
import { startMailbox } from '../../../server/test/mailbox.ts'
import { startMerchantWeb } from '../../../server/test/merchant-web.ts'
import { MAIN, startProcess } from '../../../server/test/process.ts'
import type { World } from '../../../server/test/world.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { startOwnPostgres } from '../../bench/own-postgres.ts'
import { startLedgerDouble } from '../../ledger-double/ledger-double.ts'
import { startProgram } from '../cluster/programs.ts'
import { runMigrate } from '../upgrade-fleet.ts'
import { startAlerts } from './alerts.ts'
import { startCallers } from './callers.ts'
import { dnsGate, type Gate, tcpGate, together } from './gates.ts'

export const DEPENDENCIES = [
  'PostgreSQL',
  'NATS',
  'mail',
  'DNS',
  'ledger north',
  'ledger south',
  'webhook receiver',
] as const
export type Dependency = (typeof DEPENDENCIES)[number]

const undoing = (): ((step: () => unknown) => void) => {
  const undo: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const step of undo.toReversed()) await step()
  }, 120_000)
  return (step) => void undo.push(step)
}

const HTML = '<html>Down for maintenance</html>'
const PAGE_FOR_ALL = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${HTML.length}\r\nconnection: close\r\n\r\n${HTML}`

/** `by` divides the times of alerts and of webhooks that are tried again. */
export const startGround = async (by: number) => {
  const later = undoing()
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-outages-'))
  later(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startOwnPostgres('128MB')
  later(() => postgres.stop())
  const standby = await startOwnPostgres('32MB')
  later(() => standby.stop())
  await onEach([postgres.url, standby.url], 'create database pursestrings')
  const at = (url: string, port = new URL(url).port) => `postgres://postgres@127.0.0.1:${port}/pursestrings`
  const web = await startMerchantWeb()
  later(() => web.stop())
  const mailbox = await startMailbox()
  later(() => mailbox.stop())
  const double = await startLedgerDouble({ every_ms: 1_000 })
  later(() => double.stop())
  const nats_port = await freePort()
  const nats = startProgram('nats-server', ['-a', '127.0.0.1', '-p', String(nats_port)], { log: join(folder, 'nats') })
  later(() => nats.kill())
  const portOf = (url: string) => Number(new URL(url).port)
  const { DNS_SERVERS = '', OUTBOUND_LOOPBACK = '' } = web.settings
  const site = Number(/=(\d+)/.exec(OUTBOUND_LOOPBACK)?.[1])
  const dns = await Promise.all(DNS_SERVERS.split(',').map((one) => dnsGate(Number(one.split(':')[1]), 800)))
  const south = await double.addSource()
  const gates: Record<Dependency, Gate> = {
    PostgreSQL: await tcpGate(portOf(postgres.url), 120, { port: portOf(standby.url) }),
    NATS: await tcpGate(nats_port, 1_000, { text: PAGE_FOR_ALL }),
    mail: await tcpGate(portOf(mailbox.smtp_url), 500, { text: '554 5.7.1 not here\r\n' }),
    DNS: together(dns),
    'ledger north': await tcpGate(portOf(double.source.rpc_url), 2_000, { text: PAGE_FOR_ALL }),
    'ledger south': await tcpGate(portOf(south.horizon_url), 2_000, { text: PAGE_FOR_ALL }),
    'webhook receiver': await tcpGate(site, 2_000, { text: PAGE_FOR_ALL }),
  }
  for (const gate of Object.values(gates)) later(() => gate.stop())
  const settings = {
    ...web.settings,
    ENVIRONMENT: 'development',
    LOG_LEVEL: 'warn',
    DATABASE_URL: at(postgres.url, String(gates.PostgreSQL.port)),
    NATS_URL: `nats://127.0.0.1:${gates.NATS.port}`,
    SMTP_URL: `smtp://127.0.0.1:${gates.mail.port}`,
    DNS_SERVERS: dns.map(({ port }) => `127.0.0.1:${port}`).join(','),
    OUTBOUND_LOOPBACK: OUTBOUND_LOOPBACK.replaceAll(`=${site}`, `=${gates['webhook receiver'].port}`),
    LEDGER_SOURCES: JSON.stringify(
      [
        { name: 'north', operator: 'north', api: 'rpc', url: `http://127.0.0.1:${gates['ledger north'].port}/rpc` },
        { name: 'south', operator: 'south', api: 'horizon', url: `http://127.0.0.1:${gates['ledger south'].port}` },
      ].map((one) => ({ ...one, network: 'stellar_testnet' })),
    ),
    LEDGER_QUORUM: '2',
    RECEIPT_KEYS,
    FACTS_KEYS: `one:${randomBytes(32).toString('base64url')}`,
    WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
    WEBHOOK_TIME_SCALE: String(Math.ceil(by)),
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    WALLET_PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
  }
  await runMigrate(MAIN, settings)
  await runMigrate(MAIN, { ...settings, DATABASE_URL: at(standby.url) })
  standby.becomeStandby()
  const processes = []
  for (const role of ['api', 'api', 'worker'] as const) {
    const process = await startProcess(role, { ...settings, LOG_LEVEL: 'info' })
    later(() => process.end('SIGKILL'))
    processes.push({ role, ...process })
  }
  const [one, two, worker] = processes as [Running, Running, Running]
  const alerts = await startAlerts({ api: [one.ops_url, two.ops_url], worker: [worker.ops_url] }, by)
  later(() => alerts.stop())
  let turn = 0
  const world = {
    mailbox,
    call: (...[method, path, sent]: Parameters<World['call']>) =>
      call(++turn % 2 === 0 ? one.url : two.url, method, path, sent),
  } as unknown as World
  const heard = new Set<string>()
  const place = web.webhooks.place(
    toDeliveries((delivery, response) => {
      heard.add(delivery.headers['webhook-id'] ?? '')
      web.webhooks.heard.length = 0
      return response.writeHead(200).end()
    }),
  )
  const looking = new pg.Pool({ connectionString: at(postgres.url), max: 1, options: '-c search_path=pursestrings' })
  later(() => looking.end())
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await looking.query<R>(text, values)).rows
  const callers = await startCallers({ world, web, mailbox, ledger: double.ledger, heard, query, hooks: place.url })
  return { gates, processes, alerts, callers }
}

type Running = Awaited<ReturnType<typeof startProcess>> & { readonly role: 'api' | 'worker' }
export type Ground = Awaited<ReturnType<typeof startGround>>

const onEach = async (urls: readonly string[], statement: string): Promise<void> => {
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
}
