/** Polls of the feed with nothing new or the last ten events, as a ratio of the same statement on the bare engine. */
import { compare } from './compare.ts'
import { pgbench, wrk } from './engines.ts'
import { fillWithRequests } from './fill-requests.ts'
import { prepareGround } from './ground.ts'

const SECONDS = Number(process.env.SECONDS ?? 5)
const STORED = 20_000
/** Stored requests per connection, and so events; a poll asks for the last ten of them. */
const SINCE = 10

export const bareEvents = (since: number, limit: number): string => `\\set n random(1, 1000)
select * from bench_connections b, read_event_pages(array[b.token_hash], array[${since}::bigint], array[${limit}])
where b.n = :n;
`

export const eventsLua = (since: number, limit: number): string => `
local lines = {}
for line in io.lines(os.getenv("CONNECTIONS")) do lines[#lines + 1] = line:match("(%S+)") end
local threads = 0
function setup(t) threads = threads + 1; t:set("thread", threads) end
function init() math.randomseed(thread * 7919) end
function request()
  return wrk.format("GET", "/v1/payment-requests/events?since=${since}&limit=${limit}",
    { ["Authorization"] = "Bearer " .. lines[math.random(#lines)] })
end
`

export const BARE_EVENTS = bareEvents(SINCE, 10)
export const EVENTS_LUA = eventsLua(SINCE, 10)

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    await fillWithRequests(ground.admin, STORED)
    const result = await compare({
      ours: (clients) => wrk(ground, EVENTS_LUA, clients, SECONDS),
      bare: (clients) => pgbench(ground, BARE_EVENTS, clients, SECONDS),
    })
    return { ...result, seconds: SECONDS }
  } finally {
    await ground.stop()
  }
}
