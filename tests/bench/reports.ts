/** What a wallet's report costs: CPU of database and api for each, and how many updates of requests happen in place. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import type pg from 'pg'
import { Agent } from 'undici'
import { cpuSecondsOf, round } from './compare.ts'
import { type Ground, prepareGround } from './ground.ts'

const CLIENTS = 32
const REQUESTS = Number(process.env.REQUESTS ?? 4_000)
/** Unmeasured: compiled code, open connections and caches on both sides. */
const WARM_UP = 500
const STEPS = ['signed', 'broadcasted', 'confirmed'] as const
/** Measured before reports were gathered: 2.7 ms of database CPU, and no update in place. */
const BARS = { database_ms_max: 0.25, in_place_min: 0.6 }

interface Asked {
  readonly request_id: string
  readonly device_token: string
}

/** Reports of that many requests, which agents create first. Wallets take part with the tokens that `wallets` gives them. */
export const measureReports = async (ground: Ground, wallets: ReadonlyMap<Uuid, string>, requests: number) => {
  const agent = new Agent({ connections: CLIENTS })
  const post: Post = async (path, token, body) => {
    const answer = await agent.request({
      origin: ground.url,
      path,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.statusCode > 201) throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`)
    return answer.body.json() as Promise<{ payment_request: { request_id: string } }>
  }
  const walk = async ({ request_id, device_token }: Asked): Promise<void> => {
    const transaction_hash = digestOf(request_id)
    for (const status of STEPS) {
      const body = { status, ...(status !== 'signed' && { transaction_hash }) }
      await post(`/v1/payment-requests/${request_id}/status`, device_token, body)
    }
  }
  try {
    const asked = await ask(ground, wallets, WARM_UP + requests, post)
    const start = await updatesOf(ground.admin, 0)
    await atOnce(asked.slice(0, WARM_UP), walk)
    const measured = asked.slice(WARM_UP)
    const { postgres, api } = ground
    const before = await updatesOf(ground.admin, start.all + WARM_UP * STEPS.length)
    const [database, node, began] = [cpuSecondsOf(postgres), cpuSecondsOf(api), performance.now()]
    await atOnce(measured, walk)
    const seconds = (performance.now() - began) / 1000
    const reports = measured.length * STEPS.length
    const database_ms = ((cpuSecondsOf(postgres) - database) * 1000) / reports
    const node_ms = ((cpuSecondsOf(api) - node) * 1000) / reports
    const after = await updatesOf(ground.admin, before.all + reports)
    return {
      clients: CLIENTS,
      reports,
      per_s: Math.round(reports / seconds),
      per_commit: round(reports / (after.commits - before.commits)),
      database_ms: round(database_ms),
      node_ms: round(node_ms),
      in_place: round((after.in_place - before.in_place) / (after.all - before.all)),
    }
  } finally {
    await agent.destroy()
  }
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    const figures = await measureReports(ground, await giveTokens(ground.admin), REQUESTS)
    const met = figures.database_ms <= BARS.database_ms_max && figures.in_place >= BARS.in_place_min
    return { ...figures, bars: BARS, met }
  } finally {
    await ground.stop()
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export const atOnce = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const waiting = all.values()
  const client = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

type Post = (path: string, token: string, body: object) => Promise<{ payment_request: { request_id: string } }>

/** Requests that agents made over HTTP, each with the token of its wallet, in no order: people decide when they like. */
const ask = async (
  { connections_file, tokens }: Ground,
  wallets: ReadonlyMap<Uuid, string>,
  requests: number,
  post: Post,
): Promise<Asked[]> => {
  const batch = randomUUID()
  const walletOf = new Map([...tokens].map(([connection_id, token]) => [token, wallets.get(connection_id) as string]))
  const lines = readFileSync(connections_file, 'utf8').trim().split('\n')
  const asked: Asked[] = []
  const numbers = Array.from({ length: requests }, (_, n) => n)
  await atOnce(numbers, async (n) => {
    const [token = '', recipient_id, recipient_version_id] = (lines[n % lines.length] as string).split(' ')
    const { payment_request } = await post('/v1/payment-requests', token, {
      recipient_id,
      recipient_version_id,
      payment: { amount: '12.5' },
      policy: { requires_user_approval: true },
      idempotency_key: `${batch}-${n}`,
    })
    asked.push({ request_id: payment_request.request_id, device_token: walletOf.get(token) as string })
  })
  return asked.toSorted((a, b) => (digestOf(a.request_id) < digestOf(b.request_id) ? -1 : 1))
}

/** Every connection's device registers: connection → token of its device. */
export const giveTokens = async (admin: pg.Pool): Promise<Map<Uuid, string>> => {
  const { rows } = await admin.query<{ connection_id: Uuid; device_id: Uuid }>(
    'select connection_id, device_id from connections',
  )
  const made = rows.map((row) => ({ ...row, token: newSecret('device', slotOf(row.device_id)) }))
  await admin.query(`insert into device_tokens (device_id, token_hash) select * from unnest($1::uuid[], $2::bytea[])`, [
    made.map((m) => m.device_id),
    made.map((m) => createHash('sha256').update(m.token).digest()),
  ])
  await admin.query('vacuum analyze')
  return new Map(made.map((m) => [m.connection_id, m.token]))
}

interface Updates {
  readonly all: number
  readonly in_place: number
  readonly commits: number
}

/** Backends tell what they counted when they are idle for a moment. */
const updatesOf = async (admin: pg.Pool, at_least: number): Promise<Updates> => {
  for (let i = 0; i < 300; i++) {
    const { rows } = await admin.query<Updates>(
      `select n_tup_upd::int as all, n_tup_hot_upd::int as in_place,
         (select xact_commit::int from pg_stat_database where datname = current_database()) as commits
       from pg_stat_user_tables where relname = 'payment_requests'`,
    )
    if (rows[0] && rows[0].all >= at_least) return rows[0]
    await pause(100)
  }
  throw new Error('the updates were not counted')
}
