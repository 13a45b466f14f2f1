/**
 * Poison of every kind against every statement that callers share, by strangers and by tenants, at 1,000 calls a second
 * beside honest tenants: none of theirs fails, nothing is an error of ours, and they hardly notice.
 */
import { newSecret } from '@pursestrings/protocol/secrets'
import { expect, test } from 'vitest'
import { poisonsFor } from '../../server/test/poisons.ts'
import { addressesFrom, honestLoad, percentile, rounded, startAttack } from './attack.ts'
import { startAttackGround } from './attack-ground.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.POISON_SECONDS ?? 60)
const WARM_UP_S = Math.min(5, SECONDS)
const SOCKETS = 32
const CALLS_PER_S = 1_000
const HONEST = 8
const HOSTILE_TENANTS = 32

test('poison hurts nobody but whoever sends it', { timeout: (SECONDS * 4 + 600) * 1000 }, async () => {
  const ground = await startAttackGround({ honest: HONEST, hostile: HOSTILE_TENANTS })
  const { url, tenants, hostiles } = ground
  const load = { url, tenants, creates_per_s: 5, health_per_s: 5 }
  const poisons = hostiles[0] ? poisonsFor(hostiles[0].payee) : []
  const kinds = new Set(poisons.map((p) => p.kind)).size
  // Half of the sockets are strangers', half belong to tenants, who go further: their poison is looked at.
  const tokens = hostiles.map((hostile) => hostile.connection_token)
  const sockets = Array.from({ length: SOCKETS }, (_, n) =>
    n % 2 === 0 ? [] : [...tokens.slice(n), ...tokens.slice(0, n)],
  )
  // Reports go with device tokens: every second one with a wallet's own, the others with invented ones.
  const calls = poisons.map((poison, i) => {
    if (poison.token_of === 'connection') return poison
    const token = i % 2 === 0 ? newSecret('device') : hostiles[i % hostiles.length]?.device.token
    return { ...poison, headers: { ...poison.headers, authorization: `Bearer ${token}` } }
  })
  // Strangers and tenants call from different addresses: the even ones, the odd ones.
  const task = { url, addresses: addressesFrom(2, SOCKETS), calls, sockets, calls_per_s: CALLS_PER_S }

  await honestLoad(load, WARM_UP_S)
  const calm = await honestLoad(load, SECONDS)
  const attack = await startAttack(task)
  const during = await honestLoad(load, SECONDS)
  const seen = await attack.stop()
  await ground.stop()

  const errors = Object.entries(seen.statuses).filter(([status]) => Number(status) >= 500 || status === 'no answer')
  const server_errors =
    errors.reduce((sum, [, count]) => sum + count, 0) + during.failed.filter((text) => text.startsWith('5')).length
  const figures = {
    honest: during.creates.length,
    failed: during.failed.length,
    p99_ratio: rounded(percentile(during.creates, 0.99) / percentile(calm.creates, 0.99)),
    kinds,
    server_errors,
  }
  console.log({
    calm_p99_ms: rounded(percentile(calm.creates, 0.99)),
    attack_p99_ms: rounded(percentile(during.creates, 0.99)),
    attack_calls_per_s: Math.round(seen.calls / SECONDS),
    statuses: seen.statuses,
    failed: during.failed.slice(0, 3),
  })
  report('poison', figures)
  expect([calm.failed, figures.failed, figures.server_errors]).toEqual([[], 0, 0])
  expect(figures.kinds).toBeGreaterThanOrEqual(40)
  expect(figures.p99_ratio).toBeLessThanOrEqual(2)
})
