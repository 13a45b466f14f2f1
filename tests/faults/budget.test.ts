/**
 * A budget for every organization: one calls ten times as often as its budget allows, and the others notice nothing. The
 * budget is far below what the machine carries. The same time without the greedy one comes before and after it.
 */
import { expect, onTestFinished, test } from 'vitest'
import { newAsking } from '../../server/test/asking.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { percentile, rounded } from './attack.ts'
import { type CrowdSeen, runCrowd, type Tenant, type Timed, timeCalls } from './overload-load.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.BUDGET_SECONDS ?? 20)
const BUDGET = 20
const OTHERS = 4
const OTHERS_PER_S = 20
const P99_RATIO_MAX = 1.5

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const p99 = (calls: readonly Timed[]) =>
  percentile(
    calls.map(({ ms }) => ms),
    0.99,
  )

test('a tenant at ten times its budget', { timeout: 600_000 }, async () => {
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  onTestFinished(() => world.stop())
  const tenants: Tenant[] = []
  for (let i = 0; i <= OTHERS; i++) tenants.push(await newAsking(world, web))
  const [greedy, ...others] = tenants as [Tenant, ...Tenant[]]
  const api = await startProcess('api', {
    ...world.settings,
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    WALLET_PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
    TENANT_CALLS_PER_S: String(BUDGET),
  })
  onTestFinished(async () => void (await api.end('SIGKILL')))
  const { url } = api
  const timed = (begin: () => Promise<unknown>) => timeCalls({ url, tenants: others, per_s: OTHERS_PER_S }, begin)

  // Unmeasured: compiled code and open connections.
  await timed(() => sleep(3_000))
  const before = await timed(() => sleep((SECONDS / 2) * 1000))
  // Sent by another program: what it takes to send these calls must not slow down those that are timed.
  const sockets = 16
  const pause_ms = (1000 * sockets) / (10 * BUDGET)
  let theirs: CrowdSeen | undefined
  const beside = await timed(async () => {
    theirs = await runCrowd({ url, sockets, seconds: SECONDS, tenants: [greedy], patient: false, pause_ms })
  })
  const { created_per_s, refused_per_s, other } = theirs as CrowdSeen
  // What went beyond the budget: wrk counts it as neither created nor overloaded.
  const limited_per_s = other / SECONDS
  const after = await timed(() => sleep((SECONDS / 2) * 1000))

  const calm = [...before, ...after]
  const figures = {
    budget_per_s: BUDGET,
    greedy_calls_per_s: rounded(created_per_s + refused_per_s + limited_per_s),
    greedy_created_per_s: rounded(created_per_s),
    greedy_overloaded_per_s: rounded(refused_per_s),
    others_calls: beside.length,
    others_failed: beside.filter(({ status }) => status !== 201).length,
    calm_p99_ms: rounded(p99(calm)),
    beside_p99_ms: rounded(p99(beside)),
    p99_ratio: rounded(p99(beside) / p99(calm)),
  }
  report('budget', figures)
  expect(figures.others_failed).toBe(0)
  expect(figures.greedy_overloaded_per_s).toBe(0)
  // The greedy one really was ten times too much, and got what it may have.
  expect(figures.greedy_calls_per_s).toBeGreaterThan(5 * BUDGET)
  expect(figures.greedy_created_per_s).toBeLessThanOrEqual(1.2 * BUDGET)
  expect(figures.p99_ratio).toBeLessThanOrEqual(P99_RATIO_MAX)
})
