/**
 * Webhook deliveries a second, from the event to the receiver, which counts them; as a ratio of bare undici that sends the
 * same signed bodies to the same receiver with as many connections, and of the same while pgbench writes the same rows. One
 * worker as production runs it; the receiver is a process of its own. Rounds are interleaved. CPU per delivery, of the worker
 * and of PostgreSQL, runs until every result is kept. There are bars for all three.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { type KeyObject, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { idOf, newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { Agent } from 'undici'
import {
  readSealingKeys,
  signingKeyOf,
  signWebhook,
  webhookSecretsOf,
} from '../../server/src/delivery/webhooks/endpoints/webhook-secret.ts'
import { type Certificate, createTestAuthority } from '../../server/test/egress/test-authority.ts'
import { MAIN } from '../../server/test/process.ts'
import { cpuSecondsOf, median, postgresAt, round } from './compare.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'
import { prepareTwins, writeTwins } from './webhook-rows.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const EVENTS = Number(process.env.EVENTS ?? 2_000)
const EVENTS_AT_ONCE = 50
const CONNECTIONS = 1_000
const ENDPOINTS_EACH = 4
/** As the worker has them: so many at once, and so many to one endpoint. */
const AT_ONCE = 128
const TO_ONE = 4
/** CPU µs per delivery, worker and PostgreSQL, when each delivery was a job, on two cores; set it for another machine. */
const CPU_US_WITH_JOBS = Number(process.env.CPU_US_WITH_JOBS ?? 750)
const BARS = { to_bare: 0.4, to_floor: 0.65, cpu_of_before: 0.35 } as const

const hostOf = (i: number) => `h${i}.localhost`

interface Endpoint {
  readonly webhook_endpoint_id: Uuid
  readonly key: KeyObject
  readonly origin: string
}

export const run = async (): Promise<object> => {
  const key = `one:${randomBytes(32).toString('base64url')}`
  using authority = createTestAuthority()
  const ground = await prepareGround(CONNECTIONS)
  const { admin } = ground
  const { rows: merchants } = await admin.query<{ merchant_id: Uuid }>('select merchant_id from merchants')
  const hosts = merchants.flatMap((_, m) =>
    Array.from({ length: ENDPOINTS_EACH }, (__, i) => hostOf(m * ENDPOINTS_EACH + i)),
  )
  const receiver = await startReceiver(authority.issue(hosts))
  await fillWithRequests(admin, CONNECTIONS)
  const endpoints: Endpoint[] = []
  for (const [i, host] of hosts.entries()) {
    const { merchant_id } = merchants[Math.floor(i / ENDPOINTS_EACH)] as { merchant_id: Uuid }
    const webhook_endpoint_id = newUuid()
    const { secret, sealed, key_id } = webhookSecretsOf(readSealingKeys(key)).make(webhook_endpoint_id)
    await admin.query(
      `insert into webhook_endpoints (merchant_id, webhook_endpoint_id, url, status, verified_at, secret_key_id, secret_sealed)
       values ($1, $2, $3, 'active', now(), $4, $5)`,
      [merchant_id, webhook_endpoint_id, `https://${host}/hook`, key_id, sealed],
    )
    endpoints.push({ webhook_endpoint_id, key: signingKeyOf(secret), origin: `https://${host}:${receiver.port}` })
  }
  const root = join(ground.folder, 'root.pem')
  writeFileSync(root, authority.root)
  const loopback = hosts.map((host) => `${host}:443=${receiver.port}`).join(',')
  const worker = await startWorker(ground, {
    WEBHOOK_SECRET_KEYS: key,
    TRUSTED_CA_FILE: root,
    OUTBOUND_LOOPBACK: loopback,
  })
  const agent = new Agent({
    connections: TO_ONE,
    connect: {
      ca: authority.root,
      lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  })
  try {
    // Unmeasured: compiled code, open connections and caches on both sides.
    const deliveries = EVENTS * ENDPOINTS_EACH
    await deliver(admin, receiver, deliveries)
    await settled(admin)
    const signed = await signedBodies(admin, endpoints, deliveries)
    await sendBare(agent, signed)
    await prepareTwins(admin)
    const postgres = postgresAt(ground.database_url)
    const rounds: { ours: number; bare: number; floor: number; worker_us: number; postgres_us: number }[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const taken = { ours: 0, bare: 0, floor: 0, worker_us: 0, postgres_us: 0 }
      const per_s = async (work: () => Promise<unknown>) => deliveries / (await timed(work))
      const sides = [
        async () => {
          taken.bare = await per_s(() => sendBare(agent, signed))
        },
        async () => {
          const before = [cpuSecondsOf(worker), cpuSecondsOf(postgres)] as const
          taken.ours = await per_s(() => deliver(admin, receiver, deliveries))
          await settled(admin)
          taken.worker_us = ((cpuSecondsOf(worker) - before[0]) * 1e6) / deliveries
          taken.postgres_us = ((cpuSecondsOf(postgres) - before[1]) * 1e6) / deliveries
        },
        async () => {
          taken.floor = await per_s(() => Promise.all([sendBare(agent, signed), writeTwins(ground, deliveries)]))
        },
      ]
      for (const side of i % 2 === 0 ? sides : sides.toReversed()) await side()
      rounds.push(taken)
      console.log(
        Object.entries(taken)
          .map(([name, value]) => `${name} ${Math.round(value)}`)
          .join(', '),
      )
    }
    const of = (value: (taken: (typeof rounds)[number]) => number) => round(median(rounds.map(value)))
    const figures = {
      to_bare: of((r) => r.ours / r.bare),
      to_floor: of((r) => r.ours / r.floor),
      cpu_of_before: of((r) => (r.worker_us + r.postgres_us) / CPU_US_WITH_JOBS),
      ours_per_s: of((r) => r.ours),
      bare_per_s: of((r) => r.bare),
      floor_per_s: of((r) => r.floor),
      worker_cpu_us: of((r) => r.worker_us),
      postgres_cpu_us: of((r) => r.postgres_us),
    }
    const { to_bare, to_floor, cpu_of_before } = figures
    const met = to_bare >= BARS.to_bare && to_floor >= BARS.to_floor && cpu_of_before <= BARS.cpu_of_before
    return { met, ...figures, bars: BARS, deliveries, rounds: ROUNDS }
  } finally {
    await agent.destroy()
    await worker.stop()
    await receiver.stop()
    await ground.stop()
  }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Events as creates leave them, some tens of connections at a time; done when the receiver has heard each delivery. */
const deliver = async (admin: pg.Pool, receiver: Receiver, deliveries: number): Promise<void> => {
  const heard = receiver.hears(deliveries)
  for (let made = 0; made < EVENTS; made += EVENTS_AT_ONCE) {
    await admin.query(
      `with picked as (
         select merchant_id, connection_id from connections order by random() limit $1),
       events as (
         select append_events(array_agg(payment_request_event(merchant_id, connection_id, c.device_id, c.last_cursor + 1,
           r.payment_request_id, null, null, 'pending', false, now())))
         from picked join connections c using (merchant_id, connection_id),
           lateral (select payment_request_id from payment_requests p where p.merchant_id = c.merchant_id
             and p.connection_id = c.connection_id limit 1) r)
       update connections c set last_cursor = c.last_cursor + 1 from picked p cross join events
       where c.merchant_id = p.merchant_id and c.connection_id = p.connection_id`,
      [EVENTS_AT_ONCE],
    )
  }
  await heard
}

/** Every result is kept. */
const settled = async (admin: pg.Pool): Promise<void> => {
  while ((await admin.query('select from webhook_due limit 1')).rowCount !== 0) await pause(50)
}

interface SignedBody {
  readonly origin: string
  readonly headers: Record<string, string>
  readonly body: string
}

const signedBodies = async (admin: pg.Pool, endpoints: readonly Endpoint[], count: number): Promise<SignedBody[]> => {
  const { rows } = await admin.query<{ webhook_endpoint_id: Uuid; event_id: Uuid; payload: string }>(
    'select webhook_endpoint_id, event_id, payload from webhook_deliveries limit $1',
    [count],
  )
  const at_s = Math.floor(Date.now() / 1000)
  return rows.map(({ webhook_endpoint_id, event_id, payload: body }) => {
    const { key, origin } = endpoints.find((e) => e.webhook_endpoint_id === webhook_endpoint_id) as Endpoint
    const signed = signWebhook([key], { id: idOf('evt', event_id), at_s, body })
    return { origin, body, headers: { 'content-type': 'application/json', 'user-agent': 'Pursestrings', ...signed } }
  })
}

const sendBare = async (agent: Agent, signed: readonly SignedBody[]): Promise<void> => {
  const waiting = signed.values()
  const work = async () => {
    for (const { origin, headers, body } of waiting) {
      const answer = await agent.request({ origin, path: '/hook', method: 'POST', headers, body })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

export const startWorker = async (ground: Ground, settings: Readonly<Record<string, string>>) => {
  const env = {
    PATH: process.env.PATH,
    ENVIRONMENT: 'development',
    DATABASE_URL: ground.database_url,
    ...settings,
  }
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'worker'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const startReceiver = async (certificate: Certificate) => {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--conditions=@pursestrings/source'] })
  child.send(certificate)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    /** Resolves when it has heard so many more. */
    async hears(count: number): Promise<void> {
      child.send(count)
      await once(child, 'message')
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

if (import.meta.main) {
  let missing = 0
  process.once('message', (certificate: Certificate) => {
    const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
      request.resume().once('end', () => {
        response.writeHead(200).end()
        if (--missing === 0) process.send?.('all')
      })
    })
    process.on('message', (count: number) => {
      missing = count
    })
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
  })
}
