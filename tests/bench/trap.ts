/**
 * Does the service keep its rates on a new database? Tables are analysed while there are no requests and never again, autovacuum
 * is off, no worker runs, and the api keeps its connections and their plans: create (one client, and batched), read and
 * events at 0 and at 100,000 stored requests. Each must keep 0.9 of its first rate.
 */
import { once } from 'node:events'
import { get } from 'node:http'
import { idOf, newUuid } from '@pursestrings/contract/wire/ids'
import { median, round, spreadOf } from './compare.ts'
import { CREATE_LUA } from './create.ts'
import { type Figure, wrk } from './engines.ts'
import { eventsLua } from './events.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'
import { READ_LUA, writeRequestsFile } from './read.ts'

const SECONDS = Number(process.env.SECONDS ?? 2)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const STORED = Number(process.env.STORED ?? 100_000)
const BAR = 0.9
const CONNECTIONS = 1_000

/** Reads come first: creates fill the tables. A page has one event at both sizes, so that both do the same work. */
const LOADS = {
  read: { lua: READ_LUA, clients: 8, seconds: SECONDS },
  events: { lua: eventsLua(0, 1), clients: 8, seconds: SECONDS },
  create: { lua: CREATE_LUA, clients: 1, seconds: SECONDS / 2 },
  create_batched: { lua: CREATE_LUA, clients: 32, seconds: SECONDS / 2 },
} as const
type Load = keyof typeof LOADS

/** The statements are planned on all connections while there is nothing. */
const planWhileEmpty = async ({ url, tokens }: Ground): Promise<void> => {
  const calls = [...tokens.values()].slice(0, 100).map(async (token, i) => {
    const path = i % 2 === 0 ? `/v1/payment-requests/${idOf('pr', newUuid())}` : '/v1/payment-requests/events?since=0'
    const [answer] = await once(
      get(url + path, { agent: false, headers: { authorization: `Bearer ${token}` } }),
      'response',
    )
    answer.resume()
  })
  await Promise.all(calls)
}

const measure = async (ground: Ground): Promise<Record<Load, Figure[]>> => {
  const figures: Record<Load, Figure[]> = { read: [], events: [], create: [], create_batched: [] }
  const requests_file = await writeRequestsFile(ground)
  for (const load of Object.keys(LOADS) as Load[]) {
    const { lua, clients, seconds } = LOADS[load]
    const place = load === 'read' ? { ...ground, connections_file: requests_file } : ground
    // Compiled code and filled caches, of the same length at both sizes.
    await wrk(place, lua, clients, 1)
    for (let i = 0; i < ROUNDS; i++) figures[load].push(await wrk(place, lua, clients, seconds))
  }
  return figures
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround(CONNECTIONS)
  const { admin } = ground
  try {
    await admin.query('alter system set autovacuum = off')
    await admin.query('select pg_reload_conf()')
    await planWhileEmpty(ground)
    await fillWithRequests(admin, CONNECTIONS, false)
    const first = await measure(ground)
    await fillWithRequests(admin, STORED, false)
    const last = await measure(ground)
    const figures: Record<string, object> = {}
    const ratios: number[] = []
    let spread = 0
    for (const load of Object.keys(LOADS) as Load[]) {
      const of = (all: readonly Figure[], what: keyof Figure) => round(median(all.map((figure) => figure[what])))
      const ratio = round(of(last[load], 'per_s') / of(first[load], 'per_s'))
      ratios.push(ratio)
      spread = Math.max(spread, ...[first, last].map((all) => spreadOf(all[load].map(({ per_s }) => per_s))))
      const side = (all: readonly Figure[]) => ({
        per_s: of(all, 'per_s'),
        node_us: of(all, 'node_us'),
        postgres_us: of(all, 'postgres_us'),
      })
      figures[load] = { ratio, empty: side(first[load]), grown: side(last[load]) }
      console.log(load, JSON.stringify(figures[load]))
    }
    const met = ratios.every((ratio) => ratio >= BAR)
    return { met, bar: BAR, stored: STORED, rounds: ROUNDS, seconds: SECONDS, spread, figures }
  } finally {
    await ground.stop()
  }
}
