/** Creates over HTTP as a ratio of the same create, called as one prepared transaction at a time on the bare engine. */
import { compare } from './compare.ts'
import { pgbench, wrk } from './engines.ts'
import { prepareGround } from './ground.ts'

const SECONDS = Number(process.env.SECONDS ?? 5)

/** Ids ordered in time, as ours are; what a client would hold is looked up by number. */
export const BARE_CREATE = `\\set n random(1, 1000)
\\set i :i + 1
select verdict, payment_request_id, created_at from bench_connections b, create_payment_requests(array[row(
  b.token_hash, (lpad(to_hex(:i::bigint), 12, '0') || '7000a000' || lpad(to_hex(:run::bigint * 1000 + :client_id::bigint), 12, '0'))::uuid,
  null, 'order-' || :run::bigint || '-' || :client_id::bigint || '-' || :i::bigint,
  md5(:run::bigint || '-' || :client_id::bigint || '-' || :i::bigint)::uuid, sha256('intent'), b.recipient_id,
  b.recipient_version_id, '12.5', sha256(('facts-' || :run::bigint || '-' || :client_id::bigint || '-' || :i::bigint)::bytea), now() + interval '30 minutes',
  null, null, null)::new_payment_request], 1000000000, 1000000000, 1000000000)
where b.n = :n;
`

export const CREATE_LUA = `
local lines = {}
for line in io.lines(os.getenv("CONNECTIONS")) do
  local token, rcp, rcv = line:match("(%S+) (%S+) (%S+)")
  lines[#lines + 1] = { token, rcp, rcv }
end
local run, n = os.getenv("RUN"), 0
local threads = 0
function setup(t) threads = threads + 1; t:set("thread", threads) end
function init() math.randomseed(thread * 7919 + tonumber(run)) end
function request()
  n = n + 1
  local c = lines[math.random(#lines)]
  local body = '{"recipient_id":"' .. c[2] .. '","recipient_version_id":"' .. c[3] ..
    '","payment":{"amount":"12.5"},"policy":{"requires_user_approval":true}}'
  return wrk.format("POST", "/v1/payment-requests", {
    ["Authorization"] = "Bearer " .. c[1], ["Content-Type"] = "application/json",
    ["X-Idempotency-Key"] = "order-" .. run .. "-" .. thread .. "-" .. n }, body)
end
`

export const run = async (): Promise<object> => {
  const ground = await prepareGround()
  try {
    const result = await compare({
      ours: (clients) => wrk(ground, CREATE_LUA, clients, SECONDS),
      bare: (clients) => pgbench(ground, BARE_CREATE, clients, SECONDS),
    })
    return { ...result, seconds: SECONDS }
  } finally {
    await ground.stop()
  }
}
