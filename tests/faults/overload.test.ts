/**
 * Three times as many calls as a process can carry. Patient clients lose next to nothing of what it carries at its best, others
 * not more than half of it; a refusal comes at once; all is normal again soon after; and one organization that sends nine
 * tenths of all calls does not slow the others down. Beside it runs the same without a bound on calls in hand. The machine is not
 * equally fast from one minute to the next: each round takes its own peak, and the figures are the median of the rounds.
 */
import { expect, onTestFinished, test } from 'vitest'
import { newAsking } from '../../server/test/asking.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { startProcess } from '../../server/test/process.ts'
import { startWorld } from '../../server/test/world.ts'
import { percentile, rounded } from './attack.ts'
import { type Crowd, type CrowdSeen, runCrowd, type Tenant, type Timed, timeCalls } from './overload-load.ts'
import { report } from './report.ts'

const SECONDS = Number(process.env.OVERLOAD_SECONDS ?? 8)
const ROUNDS = Number(process.env.OVERLOAD_ROUNDS ?? 3)
/** A crowd that connects in one instant is no load that goes on: what is timed begins after that. */
const CONNECTED_MS = 2_000
const TENANTS = 8
/** Where a process is at its best, and far more than it works on at once. */
const PEAKS = [128, 512]
const TOO_MANY = Number(process.env.OVERLOAD_SOCKETS ?? 3_072)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const p99 = (calls: readonly Timed[]) =>
  percentile(
    calls.map(({ ms }) => ms),
    0.99,
  )
const withStatus = (calls: readonly Timed[], status: number) => calls.filter((one) => one.status === status)

interface Seen extends CrowdSeen {
  readonly timed: readonly Timed[]
}

interface Round {
  readonly peaks: readonly Seen[]
  readonly best: Seen
  readonly patient: Seen
  readonly greedily: Seen
  readonly rude_unbounded: Seen
  readonly rude: Seen
}

test('too many calls', { timeout: 900_000 }, async () => {
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  onTestFinished(() => world.stop())
  const tenants: Tenant[] = []
  for (let i = 0; i <= TENANTS; i++) tenants.push(await newAsking(world, web))
  const [greedy, ...others] = tenants as [Tenant, ...Tenant[]]
  // The bound of a process as it comes: a test's world has none.
  const { CALLS_AT_ONCE_MAX: unbounded_max, ...bounded } = world.settings
  const settings = {
    ...bounded,
    LOG_LEVEL: 'info',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    WALLET_PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
  }
  const startApi = async (more: Readonly<Record<string, string>> = {}) => {
    const api = await startProcess('api', { ...settings, ...more })
    onTestFinished(async () => void (await api.end('SIGKILL')))
    return api.url
  }
  const url = await startApi()
  const unbounded = await startApi({ CALLS_AT_ONCE_MAX: unbounded_max ?? '' })
  const crowd = (more: Partial<Crowd>) =>
    runCrowd({ url, sockets: TOO_MANY, seconds: SECONDS, tenants: others, patient: false, ...more })
  const beside = async (more: Partial<Crowd>): Promise<Seen> => {
    const began = performance.now()
    let seen: CrowdSeen | undefined
    const timed = await timeCalls({ url: more.url ?? url, tenants: others, per_s: 20 }, async () => {
      seen = await crowd(more)
    })
    return { ...(seen as CrowdSeen), timed: timed.filter(({ at }) => at - began > CONNECTED_MS) }
  }

  for (const warm of [url, unbounded]) await crowd({ url: warm, sockets: 64, seconds: 5 })
  const calm_p99_ms = p99(withStatus(await timeCalls({ url, tenants: others, per_s: 20 }, () => sleep(3_000)), 201))
  const nine_in_ten = [...Array.from({ length: 9 * others.length }, () => greedy), ...others]
  const rounds: Round[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const peaks: Seen[] = []
    for (const sockets of PEAKS) peaks.push(await beside({ sockets }))
    const best = peaks.reduce((a, b) => (b.created_per_s > a.created_per_s ? b : a))
    const patient = await beside({ patient: true })
    const greedily = await beside({ tenants: nine_in_ten, patient: true })
    const rude_unbounded = await beside({ url: unbounded })
    const rude = await beside({})
    rounds.push({ peaks, best, patient, greedily, rude_unbounded, rude })
  }
  const ended = performance.now()
  const after = await timeCalls({ url, tenants: others, per_s: 50 }, () => sleep(12_000))

  const seconds = Array.from({ length: 12 }, (_, s) => after.filter(({ at }) => Math.floor((at - ended) / 1000) === s))
  const normal = (calls: readonly Timed[]) =>
    calls.every((c) => c.status === 201) && p99(calls) <= Math.max(50, 2 * calm_p99_ms)
  const recovered_after_s = seconds.findLastIndex((calls) => !normal(calls)) + 1
  const median = (of: (round: Round) => number): number => percentile(rounds.map(of), 0.5)
  const goodput = (of: (round: Round) => CrowdSeen) =>
    rounded(median((round) => of(round).created_per_s / round.best.created_per_s))
  const refusals = rounds.flatMap(({ patient, rude }) => withStatus([...patient.timed, ...rude.timed], 503))
  const figures = {
    rounds: ROUNDS,
    peak_per_s: Math.round(median(({ best }) => best.created_per_s)),
    patient_goodput: goodput(({ patient }) => patient),
    rude_goodput: goodput(({ rude }) => rude),
    rude_goodput_unbounded: goodput(({ rude_unbounded }) => rude_unbounded),
    refusals_timed: refusals.length,
    refusal_p50_ms: rounded(
      percentile(
        refusals.map(({ ms }) => ms),
        0.5,
      ),
    ),
    refusal_p99_ms: rounded(p99(refusals)),
    recovered_after_s,
    others_p99_ratio: rounded(
      median(({ greedily, best }) => p99(withStatus(greedily.timed, 201)) / p99(withStatus(best.timed, 201))),
    ),
    others_refused: rounds.reduce((sum, { greedily }) => sum + withStatus(greedily.timed, 503).length, 0),
    other_answers: rounds
      .flatMap(({ peaks, patient, rude, greedily }) => [...peaks, patient, rude, greedily])
      .reduce((sum, { other }) => sum + other, 0),
  }
  for (const { best, patient, greedily, rude_unbounded, rude } of rounds)
    console.log({
      created_per_s: [best, patient, greedily, rude_unbounded, rude].map((run) => Math.round(run.created_per_s)),
      refused_per_s: [best, patient, greedily, rude_unbounded, rude].map((run) => Math.round(run.refused_per_s)),
      created_p99_ms: [best, patient, greedily, rude_unbounded, rude].map((run) =>
        rounded(p99(withStatus(run.timed, 201))),
      ),
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
