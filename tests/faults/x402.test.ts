/**
 * An agent buys from x402 shops with a person's yes while words are lost, programs die, shops lie and chains are undone. First random
 * schedules through the real code of agent, wallet and observer over a model of the outside; then whole ones, with the official
 * packages, a chain, and processes that are killed. Nothing may be paid twice, to another, or above what was approved; every
 * call ends in an outcome of the closed set, and what was signed and never sent is proven unpaid. Each of these has a control: a
 * planted change that breaks it, which the run must see. `X402_SCHEDULES` and `X402_WHOLE` say how many, `X402_SEED` from where on.
 */
import { afterAll, expect, test } from 'vitest'
import { report } from './report.ts'
import { PLANTED } from './x402/planted.ts'
import { playMany, toldOf } from './x402/play-many.ts'
import { BARS } from './x402/what-must-hold.ts'
import { callAgain, playWhole } from './x402/whole/play.ts'
import { startStage } from './x402/whole/stage.ts'
import { endAll, tallyOf } from './x402/whole/what-the-chain-says.ts'

const SCHEDULES = Number(process.env['X402_SCHEDULES'] ?? 10_000)
const SEED = Number(process.env['X402_SEED'] ?? 1)
const WHOLE = Number(process.env['X402_WHOLE'] ?? 300)
const AGAIN = 60
const CONTROL_MAX = 500
const HOUR_MS = 3_600_000

const figures: Record<string, unknown> = {}
afterAll(() => report('x402', figures))

test.each(BARS)('control: %s is seen', { timeout: HOUR_MS }, async (bar) => {
  const { change, ways } = PLANTED[bar]
  const { schedules, bars } = await playMany({ first_seed: SEED, schedules: CONTROL_MAX, ways, until: bar })
  figures['controls'] = { ...(figures['controls'] as object), [bar]: { change, seen_after: schedules } }
  expect(bars[bar]).toBe(1)
})

test('random schedules: paid once, as approved, and everybody knows', { timeout: 2 * HOUR_MS }, async () => {
  const began = process.hrtime.bigint()
  const { failed, ...sum } = await playMany({ first_seed: SEED, schedules: SCHEDULES })
  const seconds = Math.round(Number(process.hrtime.bigint() - began) / 1e9)
  Object.assign(figures, { ...sum, seconds })
  for (const one of failed) console.log(toldOf(one))
  expect(sum.bars).toEqual(Object.fromEntries(BARS.map((bar) => [bar, 0])))
  expect(sum.counted['paid']).toBeGreaterThan(SCHEDULES / 10)
  expect(sum.counted['proven_unpaid']).toBeGreaterThan(SCHEDULES / 10)
})

test('control: whole ones of an agent that takes each call for another task pay twice', {
  timeout: HOUR_MS,
}, async () => {
  await using stage = await startStage()
  const { lanes, buyings } = await playWhole(stage, { schedules: 6, lanes: 2, forgets_tasks: true, is_calm: true })
  await endAll(stage, lanes)
  const { bars } = await tallyOf(stage, lanes, buyings)
  Object.assign(figures, { whole_control_paid_twice: bars.paid_twice })
  expect(bars.paid_twice).toBeGreaterThan(0)
})

test('whole ones, with processes that are killed: paid once, as approved, and everybody knows', {
  timeout: 2 * HOUR_MS,
}, async () => {
  const began = Date.now()
  await using stage = await startStage()
  const { lanes, buyings, kills } = await playWhole(stage, { schedules: WHOLE })
  await endAll(stage, lanes)
  await callAgain(stage, buyings.slice(-AGAIN))
  const { broken, ...tally } = await tallyOf(stage, lanes, buyings)
  const seconds = Math.round((Date.now() - began) / 1000)
  Object.assign(figures, { whole: { ...tally, kills, seconds } })
  expect(broken).toEqual([])
  expect(tally.paid).toBeGreaterThan(WHOLE / 5)
  expect(tally.proven_unpaid).toBeGreaterThan(0)
  for (const [what, n] of Object.entries(kills)) expect([what, n > 0 || WHOLE < 300]).toEqual([what, true])
})
