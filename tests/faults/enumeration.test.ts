/** Can time tell a known mailbox from an unknown one? 2,000 interleaved pairs, Welch's t. */
import { expect, test } from 'vitest'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'
import { welch } from './welch.ts'

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
