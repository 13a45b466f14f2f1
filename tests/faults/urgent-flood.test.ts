/**
 * One organization floods with calls that stop something, over 2,000 sockets, while nothing but the turns of calls holds it back: no
 * create and no report of the others is refused, and none of them takes much longer than without the flood. The machine is not equally
 * fast from one minute to the next: each round is compared with the moments before it, and the figures are the median of the rounds.
 */
import { expect, test } from 'vitest'
import type { Asking } from '../../server/test/asking.ts'
import { addressesFrom, honestLoad, type LoadSeen, percentile, rounded, startAttack } from './attack.ts'
import { startAttackGround } from './attack-ground.ts'
import type { AttackSeen } from './attacker.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.URGENT_FLOOD_SECONDS ?? 10)
const ROUNDS = Number(process.env.URGENT_FLOOD_ROUNDS ?? 5)
const WARM_UP_S = 5
const SOCKETS = 2_000
const CALLS_PER_S = 4_000
/** 2,000 sockets that connect in one instant are no load that goes on: what is timed begins after that. */
const CONNECTED_S = 3
const P99_RATIO_MAX = 2

interface Round {
  readonly calm: LoadSeen
  readonly connecting: LoadSeen
  readonly during: LoadSeen
  readonly flood: AttackSeen
}

test('a flood of calls that stop something', { timeout: (ROUNDS * SECONDS * 4 + 600) * 1000 }, async () => {
  // Without the limits on single credentials: an organization can have many.
  const ground = await startAttackGround({ honest: 8, hostile: 1, more: { RATE_LIMIT_SCALE: '1000000' } })
  const { url, tenants } = ground
  const [greedy] = ground.hostiles as [Asking]
  const { request_id } = await greedy.asked()
  const load = { url, tenants, creates_per_s: 5, health_per_s: 5, reports: true } as const
  const attack = {
    url,
    addresses: addressesFrom(2, 16),
    calls: [{ path: `/v1/payment-requests/${request_id}/cancel` }],
    sockets: Array.from({ length: SOCKETS }, () => [greedy.connection_token]),
    calls_per_s: CALLS_PER_S,
  }

  await honestLoad(load, WARM_UP_S)
  const rounds: Round[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const calm = await honestLoad(load, SECONDS)
    const flooding = await startAttack(attack)
    const connecting = await honestLoad(load, CONNECTED_S)
    const during = await honestLoad(load, SECONDS)
    rounds.push({ calm, connecting, during, flood: await flooding.stop() })
  }
  await ground.stop()

  const median = (of: (round: Round) => number) => rounded(percentile(rounds.map(of), 0.5))
  const p99 = (of: 'creates' | 'reports', seen: LoadSeen) => percentile(seen[of], 0.99)
  const failed = rounds.flatMap(({ connecting, during }) => [...connecting.failed, ...during.failed])
  const figures = {
    rounds: ROUNDS,
    flood_calls_per_s: median(({ flood }) => flood.calls / (CONNECTED_S + SECONDS)),
    flood_overloaded_per_s: median(({ flood }) => (flood.statuses['503'] ?? 0) / (CONNECTED_S + SECONDS)),
    others_creates: rounds.reduce((sum, { during }) => sum + during.creates.length, 0),
    others_reports: rounds.reduce((sum, { during }) => sum + during.reports.length, 0),
    others_failed: failed.length,
    calm_create_p99_ms: median(({ calm }) => p99('creates', calm)),
    create_p99_ratio: median(({ calm, during }) => p99('creates', during) / p99('creates', calm)),
    calm_report_p99_ms: median(({ calm }) => p99('reports', calm)),
    report_p99_ratio: median(({ calm, during }) => p99('reports', during) / p99('reports', calm)),
  }
  console.log({ statuses: rounds.map(({ flood }) => flood.statuses), failed: failed.slice(0, 3) })
  report('urgent-flood', figures)
  expect([rounds.flatMap(({ calm }) => calm.failed), failed]).toEqual([[], []])
  // There really was more than the flood may have.
  expect(figures.flood_overloaded_per_s).toBeGreaterThan(20)
  expect(figures.create_p99_ratio).toBeLessThanOrEqual(P99_RATIO_MAX)
  expect(figures.report_p99_ratio).toBeLessThanOrEqual(P99_RATIO_MAX)
})
