/**
 * 64 anonymous sockets from 16 addresses, 1,000 calls a second, with wrong tokens and the most expensive bodies that fit:
 * every address is limited within two seconds, and neither /health nor honest creates notice much.
 */
import { expect, test } from 'vitest'
import { addressesFrom, honestLoad, percentile, rounded, startAttack } from './attack.ts'
import { startAttackGround } from './attack-ground.ts'
import type { HostileCall } from './attacker.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.STRANGERS_SECONDS ?? 30)
const WARM_UP_S = Math.min(5, SECONDS)
const SOCKETS = 64
const ADDRESSES = 16
const CALLS_PER_S = 1_000
const LIMITED_WITHIN_MS = 2_000

const ligatures = (bytes: number) =>
  Array.from({ length: 49 }, (_, i) => `"${'ﷺ'.repeat(bytes / 49 / 3 - 4)}${i}":1`).join()

/** As dear as 64 KiB can be: to fold, to scan, to nest, to refuse. */
const bodiesOf = (recipient_version_id: string): string[] => {
  const create = (more: string) =>
    `{"recipient_id":"rcp_x","recipient_version_id":"${recipient_version_id}","payment":{"amount":"1.123456789"},` +
    `"policy":{"requires_user_approval":true},"idempotency_key":"k"${more}}`
  return [
    create(`,"display":{${ligatures(8_000)}},"metadata":{${ligatures(8_000)}}`),
    create(`,"display":{"a":"${'\\u0000'.repeat(1_300)}"}`),
    `{"a":[${'{"b":[],"c":"d"},'.repeat(3_800)}0]}`,
    `{${Array.from({ length: 5_000 }, (_, i) => `"key${i}":1`).join()}}`,
    `{"a":${'['.repeat(60_000)}`,
    `{"a":"${'\\"'.repeat(32_000)}"}`,
    '{"not json',
    create(''),
  ]
}

test('strangers wait, and nobody else does', { timeout: (SECONDS * 4 + 600) * 1000 }, async () => {
  const ground = await startAttackGround({ honest: 8, hostile: 0 })
  const { url, tenants } = ground
  const load = { url, tenants, creates_per_s: 5, health_per_s: 20 }
  const paths = [
    '/v1/payment-requests',
    '/v1/transaction-contexts',
    '/v1/agent-payments',
    '/v1/merchants',
    '/v1/nowhere',
  ]
  const calls: HostileCall[] = bodiesOf(tenants[0]?.payee.recipient_version_id ?? '').flatMap((body) =>
    // Creates most of all: no other route has as much to do.
    paths.flatMap((path) => Array.from({ length: path === paths[0] ? 4 : 1 }, () => ({ path, body }))),
  )
  const reads = ['/v1/payment-requests/x', '/v1/payment-requests/events']
  for (const path of reads) calls.push({ method: 'GET', path })
  const addresses = addressesFrom(2, ADDRESSES)
  const sockets = Array.from({ length: SOCKETS }, () => [])

  const attackFrom = (from: readonly string[]) =>
    startAttack({ url, addresses: from, calls, sockets, calls_per_s: CALLS_PER_S })
  // Others come first, from other addresses: what is compared is a process that has seen strangers before, calm and attacked.
  const earlier = await attackFrom(addressesFrom(100, ADDRESSES))
  await honestLoad(load, WARM_UP_S)
  await earlier.stop()
  const calm = await honestLoad(load, SECONDS)
  const attack = await attackFrom(addresses)
  const during = await honestLoad(load, SECONDS)
  const seen = await attack.stop()
  await ground.stop()

  const ratio = (times: 'health' | 'creates', share: number) =>
    rounded(percentile(during[times], share) / percentile(calm[times], share))
  const limited = addresses.map((address) => seen.limited_after_ms[address] ?? Number.POSITIVE_INFINITY)
  const figures = {
    honest: during.creates.length,
    failed: during.failed.length,
    health_p50_ratio: ratio('health', 0.5),
    create_p99_ratio: ratio('creates', 0.99),
    addresses: ADDRESSES,
    limited_after_ms_max: Math.max(...limited),
    server_errors: Object.entries(seen.statuses).reduce((sum, [s, n]) => sum + (Number(s) >= 500 ? n : 0), 0),
  }
  console.log({
    calm: {
      health_p50_ms: rounded(percentile(calm.health, 0.5)),
      create_p99_ms: rounded(percentile(calm.creates, 0.99)),
    },
    attack_calls_per_s: Math.round(seen.calls / SECONDS),
    statuses: seen.statuses,
    failed: during.failed.slice(0, 3),
  })
  report('strangers', figures)
  expect([calm.failed, figures.failed, figures.server_errors]).toEqual([[], 0, 0])
  expect(figures.limited_after_ms_max).toBeLessThanOrEqual(LIMITED_WITHIN_MS)
  expect(figures.health_p50_ratio).toBeLessThanOrEqual(2)
  expect(figures.create_p99_ratio).toBeLessThanOrEqual(2)
})
