/**
 * What one paid life costs PostgreSQL, from the create to the last webhook, and what it leaves on the disk. Agents, wallets and a
 * receiver are played here; an api and a worker run as in production, and a ledger double is observed. Every life is created,
 * claimed, sent, confirmed, observed, told to one webhook endpoint, looked at and read, and is over when its window has closed.
 * Counts and bytes are the same on a busy machine, but for those of rounds that pass while it works.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { buildPayment } from '@pursestrings/stellar/build-payment'
import { readEnvelope, transactionHash } from '@pursestrings/stellar/envelope'
import { signPayment } from '@pursestrings/stellar/sign-payment'
import { type Terms, termsOf } from '@pursestrings/stellar/terms'
import { Keypair } from '@stellar/stellar-sdk/base'
import type pg from 'pg'
import { Agent } from 'undici'
import { LIFE } from '../../deploy/cells/costs.ts'
import { readSealingKeys, webhookSecretsOf } from '../../server/src/delivery/webhooks/endpoints/webhook-secret.ts'
import { createTestAuthority } from '../../server/test/egress/test-authority.ts'
import { type LedgerDouble, startLedgerDouble } from '../ledger-double/ledger-double.ts'
import { signBy } from '../ledger-double/signatures.ts'
import { cpuSecondsOf, round } from './compare.ts'
import { type Ground, LEDGER, prepareGround } from './ground.ts'
import { perLife, snapshotOf } from './life-figures.ts'
import { atOnce, giveTokens } from './reports.ts'
import { startWorker } from './webhooks.ts'

const LIVES = Number(process.env.LIVES ?? 1_000)
/** Unmeasured: pages that are begun, compiled code, open connections. */
const WARM_UP = Math.min(200, LIVES)
const CONNECTIONS = 100
const HOST = 'shop.localhost'
const WINDOW_S = { warm_up: 300, measured: 3_600 }
const BARS = { postgres_ms: 3.5, wal_bytes: 16_384 }
/** Nothing happens to payments that are still watched: what that costs. */
const IDLE_S = 10

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
interface Life {
  readonly token: string
  readonly device_token: string
  readonly payer: Keypair
  request: Json
  transaction_hash: string
  signed: string
}

export const run = async (): Promise<object> => {
  const key = `one:${randomBytes(32).toString('base64url')}`
  using authority = createTestAuthority()
  const started_at = BigInt(Math.floor(Date.now() / 1000) - 600 - LIVES - WARM_UP - CONNECTIONS)
  await using double = await startLedgerDouble({ started_at })
  const ground = await prepareGround(CONNECTIONS, [
    'shared_preload_libraries=pg_stat_statements',
    'checkpoint_timeout=1h',
  ])
  const { admin } = ground
  await admin.query('create extension pg_stat_statements schema public')
  const receiver = createServer(authority.issue([HOST]), (request, response) => {
    request.resume().once('end', () => response.writeHead(200).end())
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const root = join(ground.folder, 'root.pem')
  writeFileSync(root, authority.root)
  const source = { name: 'one', operator: 'one', api: 'rpc', network: 'stellar_testnet', url: double.source.rpc_url }
  const worker = await startWorker(ground, {
    ...LEDGER,
    LEDGER_SOURCES: JSON.stringify([source]),
    WEBHOOK_SECRET_KEYS: key,
    TRUSTED_CA_FILE: root,
    OUTBOUND_LOOPBACK: `${HOST}:443=${(receiver.address() as AddressInfo).port}`,
  })
  const agent = new Agent({ connections: 32 })
  try {
    await payPayees(admin, double)
    await addEndpoints(admin, key)
    const wallets = await giveTokens(admin)
    const lives = (count: number): Life[] => {
      const tokens = [...ground.tokens]
      return Array.from({ length: count }, (_, i) => {
        const [connection_id, token] = tokens[i % tokens.length] as [Uuid, string]
        const payer = Keypair.random()
        double.ledger.fund(payer.publicKey())
        const device_token = wallets.get(connection_id) as string
        return { token, device_token, payer, request: undefined, transaction_hash: '', signed: '' }
      })
    }
    const live = { ground, double, agent, recipients: recipientsIn(ground) }
    const [warm, measured] = [lives(WARM_UP), lives(LIVES)]
    await walk(live, warm, WINDOW_S.warm_up)
    await admin.query('analyze')
    const [before, cpu_s, began] = [await snapshotOf(admin), cpuSecondsOf(ground.postgres), performance.now()]
    const idle = await walk(live, measured, WINDOW_S.measured)
    // Rounds and looks that would have been without any of them are no part of a life.
    const passed_s = (performance.now() - began) / 1_000
    const used_s = cpuSecondsOf(ground.postgres) - cpu_s - passed_s * idle.cpu_s
    const postgres_ms = round((used_s * 1_000) / LIVES)
    const figures = perLife(before, await snapshotOf(admin), LIVES)
    const idle_wal_bytes = round(idle.wal_bytes / LIVES)
    const met = postgres_ms <= BARS.postgres_ms && figures.wal_bytes <= BARS.wal_bytes
    return { met, exact: true, lives: LIVES, postgres_ms, idle_wal_bytes, ...figures, bars: BARS }
  } finally {
    await agent.destroy()
    await worker.stop()
    receiver.close()
    await ground.stop()
  }
}

let tasks = 0
interface Live {
  readonly ground: Ground
  readonly double: LedgerDouble
  readonly agent: Agent
  /** Of each agent's token. */
  readonly recipients: ReadonlyMap<string, object>
}

/** All of them, step by step. Answers with what a second costs in which nothing happens, while all of them are still watched. */
const walk = async (live: Live, lives: readonly Life[], window_s: number): Promise<Idle> => {
  const { ground, double, agent, recipients } = live
  const { admin } = ground
  const send = async (token: string, method: 'GET' | 'POST', path: string, body?: object): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await agent.request({
      origin: ground.url,
      path,
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.statusCode > 201) throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`)
    return answer.body.json()
  }
  const report = (one: Life, body: object) =>
    send(one.device_token, 'POST', `/v1/payment-requests/${one.request.request_id}/status`, body)
  const looks = async (one: Life, count: number) => {
    for (let i = 0; i < count; i += 1) await send(one.token, 'GET', '/v1/payment-requests/events?since=0&limit=10')
  }
  const expires_at = new Date(Date.now() + window_s * 1_000).toISOString()
  double.ledger.close(secondsNow())
  await atOnce(lives, async (one) => {
    const asked = await send(one.token, 'POST', '/v1/payment-requests', {
      ...recipients.get(one.token),
      payment: { amount: '12.5' },
      policy: { requires_user_approval: true },
      display: { title: 'Two harbour tickets' },
      metadata: { task_ref: `task-${tasks++}` },
      idempotency_key: randomUUID(),
      expires_at,
    })
    one.request = asked.payment_request
  })
  await atOnce(lives, async (one) => {
    await looks(one, LIFE.look / 2)
    await send(one.token, 'GET', `/v1/payment-requests/${one.request.request_id}`)
    const unsigned_transaction = await sign(one, double)
    await report(one, { status: 'signed', unsigned_transaction, transaction_hash: one.transaction_hash })
  })
  for (const { signed } of lives) {
    const envelope = readEnvelope(signed)
    if (envelope === undefined || double.ledger.submit(envelope).status !== 'PENDING') throw new Error('not submitted')
  }
  await atOnce(lives, (one) => report(one, { status: 'broadcasted', transaction_hash: one.transaction_hash }))
  double.ledger.close(secondsNow())
  await atOnce(lives, (one) => report(one, { status: 'confirmed', transaction_hash: one.transaction_hash }))
  await holds(admin, `select not exists (select from settlements where assurance is distinct from 'chain_observed')`)
  await atOnce(lives, async (one) => {
    await looks(one, LIFE.look / 2)
    await send(one.token, 'GET', `/v1/payment-requests/${one.request.request_id}`)
  })
  await settled(admin)
  const idle = await idleSecond(ground)
  double.ledger.close(BigInt(Math.floor(Date.parse(expires_at) / 1000) + 60))
  await holds(admin, 'select not exists (select from settlements where done_at is null)')
  await settled(admin)
  return idle
}

const secondsNow = (): bigint => BigInt(Math.floor(Date.now() / 1000))

/** Every event has its places and its deliveries, and every delivery has ended. */
const settled = (admin: pg.Pool): Promise<void> =>
  holds(
    admin,
    `select not exists (select from events_pending) and not exists (select from webhook_due)
       and not exists (select from pgboss.job where name = 'webhook-events' and state < 'completed')`,
  )

const holds = async (admin: pg.Pool, query: string): Promise<void> => {
  for (const until = Date.now() + 300_000; Date.now() < until; await pause(500)) {
    const { rows } = await admin.query<boolean[]>({ text: query, rowMode: 'array' } as never)
    if (rows[0]?.[0] === true) return
  }
  throw new Error(`after five minutes this does not hold: ${query}`)
}

interface Idle {
  readonly wal_bytes: number
  readonly cpu_s: number
}

const idleSecond = async ({ admin, postgres }: Ground): Promise<Idle> => {
  const [before, cpu_s, began] = [await snapshotOf(admin), cpuSecondsOf(postgres), performance.now()]
  await pause(IDLE_S * 1_000)
  const after = await snapshotOf(admin)
  const passed_s = (performance.now() - began) / 1_000
  return {
    wal_bytes: (after.wal_bytes - before.wal_bytes) / passed_s,
    cpu_s: (cpuSecondsOf(postgres) - cpu_s) / passed_s,
  }
}

/** What the wallet shows with its claim; what it will send is kept. */
const sign = async (one: Life, { ledger }: LedgerDouble): Promise<string> => {
  const { payment, expires_at, facts_digest } = one.request
  const verdict = termsOf({ payment, expires_at }, facts_digest)
  if (!verdict.ok) throw new Error(verdict.reason)
  const terms: Terms = verdict.terms
  const account = one.payer.publicKey()
  const sequence = (ledger.accounts.get(account)?.sequence ?? 0n) + 1n
  const unsigned = buildPayment(terms, { source: account, sequence, fee: 200, creates: false })
  const { passphrase } = terms
  one.signed = await signPayment(unsigned, {
    passphrase,
    account,
    sign: (bytes) => Promise.resolve(signBy(one.payer, bytes)),
  })
  const envelope = readEnvelope(unsigned)
  one.transaction_hash = (envelope && transactionHash(envelope, passphrase)) ?? ''
  return unsigned
}

/** Each merchant is paid at an address of its own, by the reference. */
const payPayees = async (admin: pg.Pool, { ledger }: LedgerDouble): Promise<void> => {
  const { rows } = await admin.query<{ merchant_id: Uuid }>('select merchant_id from merchants')
  const client = await admin.connect()
  await client.query('set session_replication_role = replica')
  for (const { merchant_id } of rows) {
    const address = Keypair.random().publicKey()
    ledger.fund(address)
    const text = `update recipient_versions set address = $2, reference = 'memo_hash' where merchant_id = $1`
    await client.query(text, [merchant_id, address])
  }
  await client.query('reset session_replication_role')
  client.release()
}

const addEndpoints = async (admin: pg.Pool, key: string): Promise<void> => {
  const { rows } = await admin.query<{ merchant_id: Uuid }>('select merchant_id from merchants')
  for (const { merchant_id } of rows) {
    const webhook_endpoint_id = newUuid()
    const { sealed, key_id } = webhookSecretsOf(readSealingKeys(key)).make(webhook_endpoint_id)
    await admin.query(
      `insert into webhook_endpoints (merchant_id, webhook_endpoint_id, url, status, verified_at, secret_key_id, secret_sealed)
       values ($1, $2, $3, 'active', now(), $4, $5)`,
      [merchant_id, webhook_endpoint_id, `https://${HOST}/hook`, key_id, sealed],
    )
  }
}

/** Who each agent may ask for: by its token. */
const recipientsIn = ({ connections_file }: Ground): ReadonlyMap<string, object> =>
  new Map(
    readFileSync(connections_file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const [token = '', recipient_id, recipient_version_id] = line.split(' ')
        return [token, { recipient_id, recipient_version_id }]
      }),
  )
