/** Reads of one request over HTTP, facts signed, as a ratio of the same statement on the bare engine. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { compare } from './compare.ts'
import { pgbench, wrk } from './engines.ts'
import { fillWithRequests } from './fill-requests.ts'
import { type Ground, prepareGround } from './ground.ts'

const SECONDS = Number(process.env.SECONDS ?? 5)
const STORED = 20_000

export const BARE_READ = `\\set n random(1, 10000)
select * from bench_requests b, read_payment_requests(array[b.token_hash], array[b.payment_request_id], array[null::text])
where b.n = :n;
`

export const READ_LUA = `
local lines = {}
for line in io.lines(os.getenv("CONNECTIONS")) do
  local token, id = line:match("(%S+) (%S+)")
  lines[#lines + 1] = { token, id }
end
local threads = 0
function setup(t) threads = threads + 1; t:set("thread", threads) end
function init() math.randomseed(thread * 7919) end
function request()
  local c = lines[math.random(#lines)]
  return wrk.format("GET", "/v1/payment-requests/" .. c[2], { ["Authorization"] = "Bearer " .. c[1] })
end
`

/** The same requests that the bare side reads, with their tokens, one line each. */
export const writeRequestsFile = async ({ admin, folder, tokens }: Ground): Promise<string> => {
  const { rows } = await admin.query<{ connection_id: Uuid; payment_request_id: Uuid }>(
    'select connection_id, payment_request_id from bench_requests where n <= 10000',
  )
  const file = join(folder, 'requests.txt')
  const lines = rows.map((r) => `${tokens.get(r.connection_id)} ${idOf('pr', r.payment_request_id)}`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    await fillWithRequests(ground.admin, STORED)
    const connections_file = await writeRequestsFile(ground)
    const result = await compare({
      ours: (clients) => wrk({ ...ground, connections_file }, READ_LUA, clients, SECONDS),
      bare: (clients) => pgbench(ground, BARE_READ, clients, SECONDS),
    })
    return { ...result, seconds: SECONDS }
  } finally {
    await ground.stop()
  }
}
