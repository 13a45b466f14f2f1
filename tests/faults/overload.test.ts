/**
 * Three times as many calls as a process can carry. Patient clients lose next to nothing of what it carries at its best, others
 * not more than half of it; a refusal comes at once; all is normal again soon after; and one organization that sends nine
 * tenths of all calls does not slow the others down. Beside it runs the same without a bound on calls in hand.
 */
import { expect, onTestFinished, test } from 'vitest'
import { newAsking } from '../../server/test/asking.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { freePort, startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { percentile, rounded } from './attack.ts'
import { type Crowd, type CrowdSeen, runCrowd, type Tenant, type Timed, timeCalls } from './overload-load.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 10)
const TENANTS = 8
/** Where a process is at its best, and far more than it works on at once. */
const PEAKS = [128, 512, 1_024]
const TOO_MANY = Number(process.env.OVERLOAD_SOCKETS ?? 3_072)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const p99 = (calls: readonly Timed[]) =>
  percentile(
    calls.map(({ ms }) => ms),
    0.99,
  )
const withStatus = (calls: readonly Timed[], status: number) => calls.filter((one) => one.status === status)

test('too many calls', { timeout: 900_000 }, async () => {
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  onTestFinished(() => world.stop())
  const tenants: Tenant[] = []
  for (let i = 0; i <= TENANTS; i++) tenants.push(await newAsking(world, web))
  const [greedy, ...others] = tenants as [Tenant, ...Tenant[]]
  const settings = {
    ...world.settings,
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    WALLET_PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
  }
  const startApi = async (more: Readonly<Record<string, string>> = {}) => {
    const api = await startProcess('api', { ...settings, ...more, PORT: String(await freePort()) })
    onTestFinished(async () => void (await api.end('SIGKILL')))
    return api.url
  }
  const url = await startApi()
  const unbounded = await startApi({ CALLS_AT_ONCE_MAX: '100000' })
  const crowd = (more: Partial<Crowd>) =>
    runCrowd({ url, sockets: TOO_MANY, seconds: SECONDS, tenants: others, patient: false, ...more })
  const beside = async (more: Partial<Crowd>) => {
    let seen: CrowdSeen | undefined
    const timed = await timeCalls({ url: more.url ?? url, tenants: others, per_s: 20 }, async () => {
      seen = await crowd(more)
    })
    return { ...(seen as CrowdSeen), timed }
  }

  for (const warm of [url, unbounded]) await crowd({ url: warm, sockets: 64, seconds: 5 })
  const peaks = []
  for (const sockets of PEAKS) peaks.push(await beside({ sockets }))
  const best = peaks.reduce((a, b) => (b.created_per_s > a.created_per_s ? b : a))
  const calm_p99_ms = p99(withStatus(await timeCalls({ url, tenants: others, per_s: 20 }, () => sleep(3_000)), 201))
  const patient = await beside({ patient: true })
  const rude = await beside({})
  const ended = performance.now()
  const after = await timeCalls({ url, tenants: others, per_s: 50 }, () => sleep(12_000))
  const rude_unbounded = await beside({ url: unbounded })
  const nine_in_ten = [...Array.from({ length: 9 * others.length }, () => greedy), ...others]
  const greedily = await beside({ tenants: nine_in_ten, patient: true })

  const seconds = Array.from({ length: 12 }, (_, s) => after.filter(({ at }) => Math.floor((at - ended) / 1000) === s))
  const normal = (calls: readonly Timed[]) =>
    calls.every((c) => c.status === 201) && p99(calls) <= Math.max(50, 2 * calm_p99_ms)
  const recovered_after_s = seconds.findLastIndex((calls) => !normal(calls)) + 1
  const refusals = withStatus([...patient.timed, ...rude.timed], 503)
  const peak = best.created_per_s
  const figures = {
    peak_per_s: Math.round(peak),
    patient_goodput: rounded(patient.created_per_s / peak),
    rude_goodput: rounded(rude.created_per_s / peak),
    rude_goodput_unbounded: rounded(rude_unbounded.created_per_s / peak),
    refusals_timed: refusals.length,
    refusal_p99_ms: rounded(p99(refusals)),
    recovered_after_s,
    others_p99_ratio: rounded(p99(withStatus(greedily.timed, 201)) / p99(withStatus(best.timed, 201))),
    other_answers: [...peaks, patient, rude, greedily].reduce((sum, { other }) => sum + other, 0),
  }
  console.log({
    refused_per_s: [patient, rude, rude_unbounded, greedily].map((run) => Math.round(run.refused_per_s)),
    created_p99_ms: [best, patient, rude, rude_unbounded, greedily].map((run) =>
      rounded(p99(withStatus(run.timed, 201))),
    ),
    calm_p99_ms: rounded(calm_p99_ms),
  })
  report('overload', figures)
  expect(figures.other_answers).toBe(0)
  expect(figures.patient_goodput).toBeGreaterThanOrEqual(0.9)
  expect(figures.rude_goodput).toBeGreaterThanOrEqual(0.5)
  expect(figures.rude_goodput).toBeGreaterThan(figures.rude_goodput_unbounded)
  expect(figures.refusals_timed).toBeGreaterThan(20)
  expect(figures.refusal_p99_ms).toBeLessThanOrEqual(50)
  expect(figures.recovered_after_s).toBeLessThanOrEqual(10)
  expect(figures.others_p99_ratio).toBeLessThanOrEqual(2)
})
