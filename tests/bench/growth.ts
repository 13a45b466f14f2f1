/**
 * What a stored request costs and whether the service slows down as they pile up: create, read and events at 10 thousand,
 * 1 million and 10 million stored requests, beside the bare engine on the same tables; and bytes per request.
 */
import { BARE_CREATE, CREATE_LUA } from './create.ts'
import { type Figure, pgbench, wrk } from './engines.ts'
import { BARE_EVENTS, EVENTS_LUA } from './events.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'
import { BARE_READ, READ_LUA, writeRequestsFile } from './read.ts'

const SIZES = (process.env.SIZES ?? '10000,1000000,10000000').split(',').map(Number)
const SECONDS = Number(process.env.SECONDS ?? 8)
const CLIENTS = 8

const bytesPerRequest = async ({ admin }: Ground): Promise<number> => {
  const { rows } = await admin.query<{ bytes: string }>(
    `select (pg_total_relation_size('payment_requests') + pg_total_relation_size('events'))
       / (select count(*) from payment_requests) as bytes`,
  )
  return Number(rows[0]?.bytes)
}

const measure = async (ground: Ground, stored: number) => {
  const requests = { ...ground, connections_file: await writeRequestsFile(ground) }
  const once = async (ours: () => Promise<Figure>, bare: () => Promise<Figure>) => {
    const [b, o] = [await bare(), await ours()]
    return { ours_per_s: Math.round(o.per_s), bare_per_s: Math.round(b.per_s), ours_p99_ms: o.p99_ms }
  }
  return {
    stored,
    bytes_per_request: await bytesPerRequest(ground),
    create: await once(
      () => wrk(ground, CREATE_LUA, CLIENTS, SECONDS),
      () => pgbench(ground, BARE_CREATE, CLIENTS, SECONDS),
    ),
    read: await once(
      () => wrk(requests, READ_LUA, CLIENTS, SECONDS),
      () => pgbench(ground, BARE_READ, CLIENTS, SECONDS),
    ),
    events: await once(
      () => wrk(ground, EVENTS_LUA, CLIENTS, SECONDS),
      () => pgbench(ground, BARE_EVENTS, CLIENTS, SECONDS),
    ),
  }
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    const sizes: Awaited<ReturnType<typeof measure>>[] = []
    let stored = 0
    for (const size of SIZES) {
      await fillWithRequests(ground.admin, size - stored)
      stored = size
      // Unmeasured the first time: a cold start would make what follows look better than it is.
      if (sizes.length === 0) await measure(ground, size)
      sizes.push(await measure(ground, size))
      console.log(sizes.at(-1))
    }
    const [first, last] = [sizes[0], sizes.at(-1)]
    const slowed = (what: 'create' | 'read' | 'events', side: 'ours_per_s' | 'bare_per_s') =>
      Math.round(((first?.[what][side] ?? 0) / (last?.[what][side] ?? 1)) * 100) / 100
    return {
      sizes,
      bytes_per_request: last?.bytes_per_request,
      create_costs: slowed('create', 'ours_per_s'),
      create_costs_bare: slowed('create', 'bare_per_s'),
      read_costs: slowed('read', 'ours_per_s'),
      read_costs_bare: slowed('read', 'bare_per_s'),
      events_costs: slowed('events', 'ours_per_s'),
      events_costs_bare: slowed('events', 'bare_per_s'),
      clients: CLIENTS,
      seconds: SECONDS,
    }
  } finally {
    await ground.stop()
  }
}
