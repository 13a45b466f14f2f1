/**
 * Webhook deliveries a second, from the event to the kept attempt, as a ratio of bare undici that sends the same signed
 * bodies to the same receiver with as many connections. One worker as production runs it; the receiver is a process of its
 * own. Rounds are interleaved.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { idOf, newUuid, type Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import { Agent } from 'undici'
import { readSealingKeys } from '../../server/src/webhooks/endpoints/read-sealing-keys.ts'
import { webhookSecretsOf } from '../../server/src/webhooks/endpoints/webhook-secret.ts'
import { signWebhook } from '../../server/src/webhooks/sending/sign-webhook.ts'
import { type Certificate, createTestAuthority } from '../../server/test/outside/test-authority.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const EVENTS = Number(process.env.EVENTS ?? 2_000)
const EVENTS_AT_ONCE = 50
const CONNECTIONS = 1_000
const ENDPOINTS_EACH = 4
/** As the worker has them: so many at once, and so many to one endpoint. */
const AT_ONCE = 128
const TO_ONE = 4

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number
const hostOf = (i: number) => `h${i}.localhost`

interface Endpoint {
  readonly webhook_endpoint_id: Uuid
  readonly secret: string
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
    endpoints.push({ webhook_endpoint_id, secret, origin: `https://${host}:${receiver.port}` })
  }
  const root = join(ground.folder, 'root.pem')
  writeFileSync(root, authority.root)
  const loopback = hosts.map((host) => `${host}:443=${receiver.port}`).join(',')
  const worker = await startWorker(ground, { key, root, loopback })
  const agent = new Agent({
    connections: TO_ONE,
    connect: {
      ca: authority.root,
      lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  })
  try {
    // Unmeasured: compiled code, open connections and caches on both sides.
    const deliveries = await deliver(admin)
    const signed = await signedBodies(admin, endpoints, deliveries)
    await sendBare(agent, signed)
    const ratios: number[] = []
    const ours: number[] = []
    const bare: number[] = []
    for (let i = 0; i < ROUNDS; i++) {
      const sides = [
        async () => bare.push(deliveries / (await timed(() => sendBare(agent, signed)))),
        async () => ours.push(deliveries / (await timed(() => deliver(admin)))),
      ]
      for (const side of i % 2 === 0 ? sides : sides.toReversed()) await side()
      ratios.push((ours.at(-1) as number) / (bare.at(-1) as number))
      console.log(`ours ${Math.round(ours.at(-1) as number)}/s, bare ${Math.round(bare.at(-1) as number)}/s`)
    }
    const round = (value: number) => Math.round(value * 1000) / 1000
    return {
      ratio: round(median(ratios)),
      ours_per_s: Math.round(median(ours)),
      bare_per_s: Math.round(median(bare)),
      deliveries,
      rounds: ROUNDS,
    }
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

/** Events as creates leave them, some tens of connections at a time; done when each delivery is. Answers with how many. */
const deliver = async (admin: pg.Pool): Promise<number> => {
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
  const open = `select from events_pending union all select from pgboss.job where name = 'webhook-events'
    union all select from webhook_due limit 1`
  while ((await admin.query(open)).rowCount !== 0) await pause(20)
  return EVENTS * ENDPOINTS_EACH
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
    const { secret, origin } = endpoints.find((e) => e.webhook_endpoint_id === webhook_endpoint_id) as Endpoint
    const signed = signWebhook([secret], { id: idOf('evt', event_id), at_s, body })
    return { origin, body, headers: { 'content-type': 'application/json', 'user-agent': 'Countersign', ...signed } }
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

const startWorker = async (
  ground: Ground,
  { key, root, loopback }: { key: string; root: string; loopback: string },
) => {
  const env = {
    PATH: process.env.PATH,
    ENVIRONMENT: 'development',
    DATABASE_URL: ground.database_url,
    WEBHOOK_SECRET_KEYS: key,
    TRUSTED_CA_FILE: root,
    OUTBOUND_LOOPBACK: loopback,
  }
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@countersign/source', MAIN, 'worker'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const startReceiver = async (certificate: Certificate) => {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: ['--conditions=@countersign/source'] })
  child.send(certificate)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

if (import.meta.main) {
  process.once('message', (certificate: Certificate) => {
    const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, (request, response) => {
      request.resume().once('end', () => response.writeHead(200).end())
    })
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
  })
}
