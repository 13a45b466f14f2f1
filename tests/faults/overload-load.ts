/** Callers for an overload: wrk with many sockets, patient or not, and a few callers beside it whose every call is timed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Asking } from '../../server/test/asking.ts'
import { placeAt } from '../../server/test/call.ts'

export type Tenant = Pick<Asking, 'connection_token' | 'payee'>

export interface Crowd {
  readonly url: string
  readonly sockets: number
  readonly seconds: number
  /** Each call is made by one of them, taken at random: a tenant that stands here nine times makes nine times as many. */
  readonly tenants: readonly Tenant[]
  /** Waits as long as `Retry-After` says; otherwise the next call follows at once. */
  readonly patient: boolean
  /** How long each socket waits before its next call; not at all by default. */
  readonly pause_ms?: number
}

export interface CrowdSeen {
  readonly created_per_s: number
  readonly refused_per_s: number
  readonly other: number
}

const bodyOf = ({ recipient_id, recipient_version_id }: Tenant['payee'], key: string): string =>
  JSON.stringify({
    recipient_id,
    recipient_version_id,
    payment: { amount: '12.5' },
    policy: { requires_user_approval: true },
    idempotency_key: key,
  })

/** A refusal makes whichever socket sends next wait: there are as many waits as refusals, and as long. */
const luaOf = ({ tenants, patient, pause_ms }: Crowd): string => `
local tenants = {
${tenants.map(({ connection_token, payee }) => `  { "Bearer ${connection_token}", [[${bodyOf(payee, '@')}]] },`).join('\n')}
}
local threads = {}
function setup(thread) table.insert(threads, thread) thread:set("id", #threads) end
function init() math.randomseed(os.time() + id) n = 0 created = 0 refused = 0 other = 0 owed = {} end
function request()
  n = n + 1
  local tenant = tenants[math.random(#tenants)]
  local key = "crowd-${Date.now()}-" .. id .. "-" .. n
  return wrk.format("POST", "/v1/payment-requests",
    { ["content-type"] = "application/json", authorization = tenant[1] }, (tenant[2]:gsub("@", key, 1)))
end
function response(status, headers)
  if status == 201 then created = created + 1
  elseif status == 503 then
    refused = refused + 1
    table.insert(owed, 1000 * tonumber(headers["Retry-After"] or headers["retry-after"] or 1))
  else other = other + 1 end
end
${patient ? 'function delay() return table.remove(owed) or 0 end' : ''}
${pause_ms === undefined ? '' : `function delay() return ${pause_ms} end`}
function done(summary)
  local c, r, o = 0, 0, 0
  for _, thread in ipairs(threads) do c = c + thread:get("created") r = r + thread:get("refused") o = o + thread:get("other") end
  io.write(string.format('FIGURES {"created":%d,"refused":%d,"other":%d,"us":%d}\\n', c, r, o, summary.duration))
end
`

export const runCrowd = async (crowd: Crowd): Promise<CrowdSeen> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-crowd-'))
  const file = join(folder, 'crowd.lua')
  writeFileSync(file, luaOf(crowd))
  const flags = [
    '-t',
    '1',
    '-c',
    String(crowd.sockets),
    '-d',
    `${crowd.seconds}s`,
    '--timeout',
    '30s',
    '-s',
    file,
    crowd.url,
  ]
  try {
    const { stdout } = await promisify(execFile)('wrk', flags)
    const { created, refused, other, us } = JSON.parse(/FIGURES (.*)/.exec(stdout)?.[1] ?? '{}')
    return { created_per_s: (created * 1e6) / us, refused_per_s: (refused * 1e6) / us, other }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface Timed {
  readonly status: number
  readonly ms: number
  /** When the call began, in ms of the process's clock. */
  readonly at: number
}

/**
 * Connections that are there before the crowd comes: what is timed is how the service answers, not how it is reached. They are used
 * in turn, and so many that none calls again before the longest `Retry-After` is over.
 */
const CONNECTIONS = 256

/** A call begins every so often, whether or not the one before was answered. */
export const timeCalls = async (
  { url, tenants, per_s }: { url: string; tenants: readonly Tenant[]; per_s: number },
  begin: () => Promise<unknown>,
): Promise<Timed[]> => {
  const place = placeAt(url, '127.0.0.1', CONNECTIONS)
  await Promise.all(Array.from({ length: CONNECTIONS }, () => place.send({ method: 'GET', path: '/health' })))
  const until = begin()
  const seen: Timed[] = []
  const over = { is: false }
  const end = until.finally(() => {
    over.is = true
  })
  const begun: Promise<void>[] = []
  for (let n = 0; !over.is; n++) {
    const { connection_token, payee } = tenants[n % tenants.length] as Tenant
    const at = performance.now()
    const headers = { authorization: `Bearer ${connection_token}` }
    const body = bodyOf(payee, `timed-${Date.now()}-${n}`)
    const sent = place.send({ path: '/v1/payment-requests', headers, body })
    begun.push(sent.then(({ status }) => void seen.push({ status, ms: performance.now() - at, at })))
    await new Promise((resolve) => setTimeout(resolve, 1000 / per_s))
  }
  await Promise.all([end, ...begun])
  place.close()
  return seen
}
