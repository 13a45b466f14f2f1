/** What a policy would say (dry run), and would have said (replay): by the judge that decides payments (M7). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activePayee } from './asking.ts'
import { type Automation, inMinutes, newAutomation, paymentPath, policyPath } from './automation.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const simulate = async (mine: Automation, policy: Json, more: object = {}): Promise<Json> => {
  const { recipient_id, recipient_version_id } = mine.payee
  const body = { recipient_id, recipient_version_id, amount: '10', ...more }
  return (await mine.asProject('POST', policyPath(policy.id, 'simulate'), { body })).json
}
const backtest = async (mine: Automation, policy: Json, terms?: object): Promise<Json> => {
  const body = { days: 90, ...(terms && { terms }) }
  const answer = await mine.device.call('POST', policyPath(policy.id, 'backtest'), { body })
  expect([answer.status, answer.json.error]).toEqual([200, undefined])
  return answer.json.data
}

test('a dry run names what would decide, now or at a time, before consent too, and stores nothing', async () => {
  const mine = await newAutomation(world, web)
  const window = { from: inMinutes(-1), to: inMinutes(60) }
  const policy = await mine.proposed({ validity_window: window })
  const before = (await simulate(mine, policy)).data
  expect(before.verdict).toMatchObject({ allowed: false, rule: 'not_opted_in' })
  expect(before.if_in_force).toEqual({ allowed: true, triggered_thresholds: [], rule: 'within_policy' })
  await mine.optIn(policy)
  expect((await simulate(mine, policy)).data.verdict.allowed).toBe(true)
  const edges = [-1, 0, 1].flatMap((ms) => [window.from, window.to].map((t) => Date.parse(t) + ms))
  for (const at of edges) {
    const { verdict } = (await simulate(mine, policy, { at: new Date(at).toISOString() })).data
    const inside = at >= Date.parse(window.from) && at < Date.parse(window.to)
    expect([at, verdict.allowed]).toEqual([at, inside])
  }
  const offset = window.from.replace('Z', '+00:00')
  expect((await simulate(mine, policy, { at: offset })).data.verdict.allowed).toBe(true)
  expect((await simulate(mine, policy, { amount: '101' })).data.verdict.triggered_thresholds).toEqual([
    'single_tx_limit',
    'cumulative_limit',
  ])
  expect((await simulate(mine, policy, { amount: '0.00000001' })).error.code).toBe('amount_invalid')
  const absent = { recipient_version_id: 'rcv_01k0000000e008000000000000' }
  expect((await simulate(mine, policy, absent)).error.code).toBe('recipient_version_not_active')
  const usage = (await mine.asProject('GET', policyPath(policy.id))).json.data.usage
  expect(usage).toMatchObject({ used: '0', allowed: 0, refused: 0 })
})

test('with the policy unchanged, the replay says of every intent what the live judge said, releases included', async () => {
  const mine = await newAutomation(world, web)
  const other = await activePayee(web, mine.operator)
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '30' })
  const live: string[] = []
  for (let i = 0; i < 40; i++) {
    const stranger =
      i % 7 === 3 ? { recipient_id: other.recipient_id, recipient_version_id: other.recipient_version_id } : {}
    const answer = await mine.intend({ amount: String(1 + ((i * 5) % 12)), ...stranger })
    if (answer.status === 201) live.push(answer.json.data.id)
    if (i % 3 === 2) await mine.asProject('POST', paymentPath(live.shift() as string, 'cancel'))
  }
  await Promise.all(Array.from({ length: 20 }, () => mine.intend({ amount: '3' })))
  const said = await backtest(mine, policy)
  expect([said.intents, said.truncated]).toEqual([60, false])
  const all = [...said.policy.passed, ...said.policy.asked, ...said.policy.refused]
  expect(all).toHaveLength(60)
  for (const { verdict, live: then } of all) expect(verdict).toEqual(then)
  expect(said.policy.counts.passed).toBeGreaterThan(10)
  expect(said.policy.counts.asked).toBeGreaterThan(10)
  expect(all.find((entry: Json) => entry.agent_payment_id !== null)?.amount).toMatch(/^\d+$/)
})

test('other terms show what they would have changed, without a trace', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented({ single_tx_limit: '5', cumulative_limit: '100' })
  for (const amount of ['1', '6', '5', '9']) await mine.intend({ amount })
  const said = await backtest(mine, policy, { single_tx_limit: '6' })
  expect([said.policy.counts, said.other.counts]).toEqual([
    { passed: 2, asked: 2, refused: 0 },
    { passed: 3, asked: 1, refused: 0 },
  ])
  expect(said.difference).toMatchObject([{ amount: '6', outcome: 'asked', other_outcome: 'passed' }])
  const narrower = await backtest(mine, policy, { cumulative_limit: '5' })
  expect(narrower.difference.map((d: Json) => [d.amount, d.other_verdict.rule])).toEqual([['5', 'cumulative_limit']])
  const nothing = await mine.device.call('POST', policyPath(policy.id, 'backtest'), { body: { days: 1, terms: {} } })
  expect(nothing.json.error.code).toBe('validation_failed')
  expect((await mine.read(policy.id)).version).toBe(1)
})

test('before consent the user sees what of the past it would have let through', async () => {
  const mine = await newAutomation(world, web)
  for (const amount of ['2', '20', '3']) expect((await mine.intend({ amount })).status).toBe(403)
  const validity_window = { from: inMinutes(0), to: inMinutes(60) }
  const draft = await mine.proposed({ single_tx_limit: '10', validity_window })
  expect((await backtest(mine, draft)).policy.counts).toEqual({ passed: 0, asked: 3, refused: 0 })
  const wide = { validity_window: { from: inMinutes(-600), to: inMinutes(60) } }
  expect((await backtest(mine, draft, wide)).other.counts).toEqual({ passed: 2, asked: 1, refused: 0 })
})
