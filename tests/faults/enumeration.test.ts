/** Can time tell a known mailbox from an unknown one? 2,000 interleaved pairs, Welch's t. */
import { expect, test } from 'vitest'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

/** Welch's t between two samples of times; the slowest percent of each is dropped, where pauses of the machine live. */
const welch = (a: readonly number[], b: readonly number[]) => {
  const [x, y] = [momentsOf(a), momentsOf(b)]
  const t = (x.mean - y.mean) / Math.sqrt(x.variance / x.n + y.variance / y.n)
  return { t, mean_a_ms: x.mean, mean_b_ms: y.mean }
}

const momentsOf = (sample: readonly number[]) => {
  const kept = sample.toSorted((p, q) => p - q).slice(0, Math.ceil(sample.length * 0.99))
  const n = kept.length
  const mean = kept.reduce((sum, v) => sum + v, 0) / n
  return { n, mean, variance: kept.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1) }
}

const PAIRS = 2_000

test('registering a known and an unknown e-mail takes the same time', { timeout: 600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent' })
  const { email: known } = await newOperator(world)
  const timed = async (email: string): Promise<number> => {
    const start = process.hrtime.bigint()
    const { status } = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
    if (status !== 202) throw new Error(`refused with ${status}`)
    return Number(process.hrtime.bigint() - start) / 1e6
  }
  const unknown = (i: number) => `unknown-${i}@merchant.example`.padEnd(known.length, 'x')
  for (let i = 0; i < 200; i++) await timed(i % 2 ? known : unknown(i))
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let i = 0; i < PAIRS; i++) {
    // Which of the two goes first is tossed, so that nothing rests on the order.
    const first = Math.random() < 0.5 ? 'known' : 'unknown'
    for (const which of first === 'known' ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[which].push(await timed(which === 'known' ? known : unknown(1000 + i)))
    }
  }
  await world.stop()
  const figures = welch(times.known, times.unknown)
  report('enumeration', { pairs: PAIRS, ...figures })
  expect(Math.abs(figures.t)).toBeLessThan(4.5)
})
