/**
 * What each of the calls that come most asks of the database, and its CPU beside a floor. The floor is a bare node:http server
 * that sends the same statements by `pg`, signs where a create signs, and answers with the same bytes. Client, service and floor
 * share one process, so that only ratios within one run count; PostgreSQL is a process of its own and is not in them.
 */
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { newUuid } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { readConfig } from '../../server/src/platform/config.ts'
import { createLog } from '../../server/src/platform/http/log.ts'
import { installJobs } from '../../server/src/platform/jobs/jobs.ts'
import { migrate } from '../../server/src/platform/postgres/migrate.ts'
import { createPool } from '../../server/src/platform/postgres/pool.ts'
import { startService } from '../../server/src/service.ts'
import { newAutomation } from '../../server/test/automation.ts'
import { call } from '../../server/test/call.ts'
import { countedOf, type HotCall, stageHotCalls, statementsDuring } from '../../server/test/hot-calls.ts'
import { startLedgerWorld } from '../../server/test/ledger-world.ts'
import { beginRefusalRecord } from '../../server/test/refusals-seen.ts'
import { startWorld } from '../../server/test/world.ts'
import { median, round } from './compare.ts'
import { startOwnPostgres } from './own-postgres.ts'

const EACH = Number(process.env.EACH ?? 400)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CLIENTS = (process.env.CLIENTS ?? '1,32').split(',').map(Number)
/** Those that can be made again and again; a create needs a key of its own each time. */
const COMPARED = [
  'create',
  'create again',
  'read what waits',
  'read what is paid',
  'list as the agent',
  'list as the wallet',
  'events',
  'report again',
]

type Asked = Awaited<ReturnType<typeof statementsDuring>>

/** What the one statement that creates is given, with an id, a key and digests of its own. */
const freshRow = ([items, ...limits]: readonly [string, ...unknown[]]): unknown[] => {
  const [one] = JSON.parse(items) as [object]
  const facts_digest = `\\x${randomBytes(32).toString('hex')}`
  const fresh = {
    payment_request_id: newUuid(),
    idempotency_key: randomUUID(),
    idempotency_digest: randomUUID(),
    facts_digest,
  }
  return [JSON.stringify([{ ...one, ...fresh }]), ...limits]
}
const { privateKey } = generateKeyPairSync('ed25519')
const facts = randomBytes(400)

const floorOf = (pool: pg.Pool, name: string, asked: Asked, answer: string): RequestListener => {
  const creates = name === 'create'
  const answerOne = async (response: ServerResponse): Promise<void> => {
    for (const one of asked) {
      const values = creates ? freshRow(one.values as [string]) : one.values
      await pool.query({ ...one, values } as pg.QueryConfig)
    }
    if (creates) sign(null, facts, privateKey)
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer),
    })
    response.end(answer)
  }
  return (request, response) => {
    request.resume().once('end', () => void answerOne(response))
  }
}

const rawOf = ({ method, path, sent }: HotCall): string => {
  const body = sent.body === undefined ? '' : JSON.stringify(sent.body)
  const headers = Object.entries(sent.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`)
  const type = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}${type}\r\n${body}`
}

const END = Buffer.from('\r\n\r\n')
/** One connection with a call in flight at a time. */
const client = (port: number, next: () => string | undefined) =>
  new Promise<void>((done, fail) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let got = Buffer.alloc(0)
    const go = () => {
      const message = next()
      if (message === undefined) {
        socket.end()
        done()
      } else socket.write(message)
    }
    socket.on('connect', go).on('error', fail)
    socket.on('data', (data) => {
      got = got.length === 0 ? data : Buffer.concat([got, data])
      const end = got.indexOf(END)
      if (end < 0) return
      const head = got.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (!/^HTTP\/1.1 20/.test(head)) fail(new Error(got.toString()))
      else if (got.length >= end + 4 + length) {
        got = Buffer.alloc(0)
        go()
      }
    })
  })

const cpuOf = async (port: number, clients: number, messages: readonly string[]): Promise<number> => {
  const rest = messages.values()
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: clients }, () => client(port, () => rest.next().value)))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages.length
}

const portOf = (url: string): number => Number(new URL(url).port)

export const run = async (): Promise<object> => {
  const endRecord = beginRefusalRecord()
  const postgres = await startOwnPostgres('256MB')
  const admin = new pg.Pool({ connectionString: postgres.url, max: 2, options: '-c search_path=pursestrings' })
  const database = { url: postgres.url, admin, drop: () => admin.end() }
  const on = await startLedgerWorld({
    async start(settings) {
      await migrate(postgres.url, installJobs)
      return startWorld({ ...settings, PENDING_MAX: '1000000', WALLET_PENDING_MAX: '1000000' }, database)
    },
  })
  try {
    const shop = await on.asking()
    const project = await newAutomation(on.world, on.web, { connection: shop, payee: shop.payee })
    await project.consented()
    const staged = await stageHotCalls({ on, shop, project })
    const prepared: Record<string, HotCall[]> = {}
    // Creates come last: what the floor makes has facts of nobody, and no list could show it.
    const { create, ...others } = staged
    for (const [name, prepare] of Object.entries({ ...others, create })) {
      if (!prepare) continue
      const times = name === 'create' ? EACH * (ROUNDS + 1) * CLIENTS.length + 10 : 10
      prepared[name] = []
      for (let i = 0; i < times; i++) prepared[name].push(await prepare())
    }
    // From here on an api alone, as production has it.
    await on.world.service.stop()
    const config = readConfig({ ...on.world.settings, OPS_PORT: '0' })
    const service = await startService({ config, log: createLog('silent', process.stdout), api: true, worker: false })
    const url = service.url as string
    const pool = createPool({ url: postgres.url, max: 10, application_name: 'floor' })
    const counts: Record<string, object> = {}
    const cpu: Record<string, object> = {}
    for (const [name, calls] of Object.entries(prepared)) {
      const ten = calls.splice(0, 10)
      let answer = ''
      const asked = await statementsDuring(async () => {
        for (const { method, path, sent } of ten) {
          const { status, text } = await call(url, method, path, sent)
          if (status > 201) throw new Error(`${name}: ${text}`)
          answer = text
        }
      })
      counts[name] = countedOf(asked, 10)
      if (!COMPARED.includes(name)) continue
      const again = ten[0] as HotCall
      const messagesOf = (n: number) =>
        name === 'create' ? calls.splice(0, n).map(rawOf) : Array.from({ length: n }, () => rawOf(again))
      // What the last call asked, without what opens and closes transactions.
      const each = asked.slice(-Math.round(asked.length / 10)).filter(({ text }) => !/^(begin|commit)/.test(text))
      const floor = createServer(floorOf(pool, name, each, answer)).listen(0, '127.0.0.1')
      await once(floor, 'listening')
      const sides = { ours: portOf(url), floor: (floor.address() as AddressInfo).port }
      for (const clients of CLIENTS) {
        const taken = { ours: [] as number[], floor: [] as number[] }
        // The first round only warms both up.
        for (let i = 0; i <= ROUNDS; i++) {
          for (const side of i % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)) {
            const n =
              name === 'create' && side === 'floor'
                ? Array.from({ length: EACH }, () => rawOf(again))
                : messagesOf(EACH)
            const cpu_us = await cpuOf(sides[side], clients, n)
            if (i > 0) taken[side].push(cpu_us)
          }
        }
        const [ours_us, floor_us] = [round(median(taken.ours)), round(median(taken.floor))]
        cpu[`${name} at ${clients}`] = { ours_us, floor_us, of_floor: round(floor_us / ours_us) }
        console.log(name, clients, cpu[`${name} at ${clients}`])
      }
      floor.close()
    }
    await pool.end()
    await service.stop()
    return { counts, cpu, each: EACH, rounds: ROUNDS }
  } finally {
    await on.stop()
    postgres.stop()
    endRecord()
  }
}
