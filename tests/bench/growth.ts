/**
 * Whether an operation costs more as requests pile up: create, read, events and report at 10 thousand, 1 million and 10
 * million stored requests. What counts is the CPU of Node and PostgreSQL together for each call, since rates change with the
 * machine; rates and the bare engine on the same tables are printed beside it. Also bytes per stored request.
 */
import { median, round } from './compare.ts'
import { BARE_CREATE, CREATE_LUA } from './create.ts'
import { type Figure, pgbench, wrk } from './engines.ts'
import { bareEvents, eventsLua } from './events.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'
import { BARE_READ, READ_LUA, writeRequestsFile } from './read.ts'
import { giveTokens, measureReports } from './reports.ts'

const SIZES = (process.env.SIZES ?? '10000,1000000,10000000').split(',').map(Number)
const SECONDS = Number(process.env.SECONDS ?? 6)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const REPORTED = 500
/** From the start of each feed: its first ten events are there at every size. */
const PAGE = [0, 10] as const
const CLIENTS = 8
const BARS = { costs_max: 1.3 }

const bytesPerRequest = async ({ admin }: Ground): Promise<number> => {
  const { rows } = await admin.query<{ bytes: string }>(
    `select (pg_total_relation_size('payment_requests') + pg_total_relation_size('events'))
       / (select count(*) from payment_requests) as bytes`,
  )
  return Number(rows[0]?.bytes)
}

const measure = async (ground: Ground, wallets: Awaited<ReturnType<typeof giveTokens>>, stored: number) => {
  const requests = { ...ground, connections_file: await writeRequestsFile(ground) }
  const rounds = async (runOurs: () => Promise<Figure>, runBare: () => Promise<Figure>) => {
    const figures: { ours: Figure; bare: Figure }[] = []
    for (let i = 0; i < ROUNDS; i++) figures.push({ bare: await runBare(), ours: await runOurs() })
    const of = (figure: (one: { ours: Figure; bare: Figure }) => number) => round(median(figures.map(figure)))
    return {
      cpu_us: of(({ ours }) => ours.node_us + ours.postgres_us),
      postgres_us: of(({ ours }) => ours.postgres_us),
      bare_us: of(({ bare }) => bare.postgres_us),
      per_s: of(({ ours }) => ours.per_s),
      p99_ms: of(({ ours }) => ours.p99_ms),
    }
  }
  const create = await rounds(
    () => wrk(ground, CREATE_LUA, CLIENTS, SECONDS),
    () => pgbench(ground, BARE_CREATE, CLIENTS, SECONDS),
  )
  const read = await rounds(
    () => wrk(requests, READ_LUA, CLIENTS, SECONDS),
    () => pgbench(ground, BARE_READ, CLIENTS, SECONDS),
  )
  const events = await rounds(
    () => wrk(ground, eventsLua(...PAGE), CLIENTS, SECONDS),
    () => pgbench(ground, bareEvents(...PAGE), CLIENTS, SECONDS),
  )
  const reports: Awaited<ReturnType<typeof measureReports>>[] = []
  for (let i = 0; i < ROUNDS; i++) reports.push(await measureReports(ground, wallets, REPORTED))
  const report = {
    cpu_us: round(median(reports.map((one) => (one.node_ms + one.database_ms) * 1000))),
    postgres_us: round(median(reports.map((one) => one.database_ms * 1000))),
  }
  return { stored, bytes_per_request: await bytesPerRequest(ground), create, read, events, report }
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    const wallets = await giveTokens(ground.admin)
    const sizes: Awaited<ReturnType<typeof measure>>[] = []
    let stored = 0
    for (const size of SIZES) {
      await fillWithRequests(ground.admin, size - stored)
      stored = size
      // Unmeasured the first time: a cold start would make what follows look better than it is.
      if (sizes.length === 0) await measure(ground, wallets, size)
      sizes.push(await measure(ground, wallets, size))
      console.log(JSON.stringify(sizes.at(-1)))
    }
    const [first, last] = [sizes[0], sizes.at(-1)] as [(typeof sizes)[number], (typeof sizes)[number]]
    const costs = Object.fromEntries(
      (['create', 'read', 'events', 'report'] as const).map((what) => [
        what,
        round(last[what].cpu_us / first[what].cpu_us),
      ]),
    )
    const met = Object.values(costs).every((times) => times <= BARS.costs_max)
    return { sizes, costs, bars: BARS, clients: CLIENTS, seconds: SECONDS, rounds: ROUNDS, met }
  } finally {
    await ground.stop()
  }
}
