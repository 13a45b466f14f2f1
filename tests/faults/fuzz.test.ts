/**
 * Changed calls at every operation, messages that are not quite HTTP, a thousand slow clients, and changed texts at every
 * parser: no server error, no answer that the document does not foresee, no growing memory, no stall. `FUZZ_SEED` repeats a
 * run, `FUZZ_CALLS` makes it shorter, `FUZZ_OPERATIONS` looks at those whose names begin so.
 */
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceipted } from '../../packages/sdk/test/receipted.ts'
import { newAsking } from '../../server/test/asking.ts'
import { readDocument } from '../../server/test/documented.ts'
import { HOSTILE_SETTINGS } from '../../server/test/hostile-run.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { until } from '../../server/test/until.ts'
import { startWorld, type World } from '../../server/test/world.ts'
import { percentile, rounded } from './attack.ts'
import { answeredBy, type Fuzzed, isBeforeARoute, mailsAreSent, sendFuzz } from './fuzz/fuzz-calls.ts'
import { randomOf, seedFor } from './fuzz/mutate.ts'
import { fuzzParser, logParsersOf, PARSERS } from './fuzz/parsers.ts'
import { mutatedShape, RAW_SHAPES } from './fuzz/raw-shapes.ts'
import { openSlowSockets, type Probed, type ServerUnderTest, startServerUnderTest } from './fuzz/server-under-test.ts'
import { allAnswers, readAnswer, type WireAnswer } from './fuzz/wire.ts'
import { type Timed, timeCalls } from './overload-load.ts'
import { report } from './report.ts'

const CALLS = Number(process.env.FUZZ_CALLS ?? 10_000)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000)
const WARM_CALLS = Math.min(CALLS, 100)
const RAW_CALLS = Math.min(CALLS, 2_000)
const SLOW_SOCKETS = 1_000
const GROWTH_MAX = 1.1
const STALL_MS_MAX = 100
const SLOWER_MAX = 2
const wanted = operations.filter((o) => o.id.startsWith(process.env.FUZZ_OPERATIONS ?? ''))

const figures: Record<string, unknown> = { seed: SEED, operations: wanted.length, calls_each: CALLS }
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

let web: MerchantWeb
let world: World
let server: ServerUnderTest
beforeAll(async () => {
  console.log(`FUZZ_SEED=${SEED}`)
  web = await startMerchantWeb()
  const keys = { WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 7).toString('base64url')}` }
  world = await startWorld({ ...web.settings, ...HOSTILE_SETTINGS, ...keys })
  server = await startServerUnderTest({ ...world.settings, WALLET_PENDING_MAX: '1000000000' })
}, 120_000)
afterAll(async () => {
  report('fuzz', figures)
  await server.stop()
  await world.stop()
  await web.stop()
})

test('changed calls find no server error, no undocumented answer, no growing memory and no stall', async () => {
  const document = await readDocument(world)
  // A run that is ended early has told how far it came.
  const onProgress = (so_far: Fuzzed) => {
    const { operations: operations_done, calls, findings } = so_far
    report('fuzz', Object.assign(figures, { operations_done, calls, findings: findings.length }))
  }
  const fuzz = (calls: number, seed: number) =>
    sendFuzz({ world, web, url: server.url, document, wanted, calls, seed, onProgress })
  await server.look()
  // Validators and writers are made at their first use, and caches fill.
  const warm = await fuzz(WARM_CALLS, SEED + 1)
  const before = await server.look()
  const began = Date.now()
  const watching = server.watch(60_000)
  const found = await fuzz(CALLS, SEED)
  const seen = await watching.stop()
  const after = seen.at(-1) as Probed
  const longest_ms = Math.max(...seen.map((one) => one.longest_ms))
  const megabytes = (of: 'heap' | 'rss') => [before, ...seen].map((one) => Math.round(one[of] / 1e6))
  const seconds = (Date.now() - began) / 1000
  if (found.findings.length > 0) console.log(server.errors().slice(-20).join(''))
  Object.assign(figures, {
    calls: found.calls + warm.calls,
    calls_per_s: Math.round(found.calls / seconds),
    renewed: found.renewed + warm.renewed,
    findings: found.findings.length + warm.findings.length,
    heap_growth: rounded(after.heap / before.heap - 1),
    rss_growth: rounded(after.rss / before.rss - 1),
    heap_mb: megabytes('heap'),
    rss_mb: megabytes('rss'),
    longest_turn_ms: rounded(longest_ms),
    warm_longest_turn_ms: rounded(before.longest_ms),
    by_status: found.by_status,
  })
  expect(warm.findings).toEqual([])
  expect(found.findings).toEqual([])
  expect(found.calls).toBeGreaterThanOrEqual(CALLS * wanted.length)
  expect(after.heap / before.heap).toBeLessThan(GROWTH_MAX)
  expect(after.rss / before.rss).toBeLessThan(GROWTH_MAX)
  expect(longest_ms).toBeLessThan(STALL_MS_MAX)
}, 14_400_000)

/** What is wrong with what a connection answered; undefined where it is HTTP in the declared form, or nothing. */
const rawFault = (all: Buffer, most: number): string | undefined => {
  let rest = all
  let count = 0
  const last: WireAnswer[] = []
  while (rest.length > 0) {
    const read = readAnswer(rest, { ended: true })
    if (!read) return `an answer that is cut off: ${JSON.stringify(rest.subarray(0, 200).toString('latin1'))}`
    const { answer } = read
    rest = read.rest
    count++
    last.push(answer)
    if (answer.status >= 500) return `${answer.status}: ${answer.text}`
    const declared = answer.status === 200 || isBeforeARoute(answeredBy(answer)) || /"code":"[a-z_]+"/.test(answer.text)
    if (!declared) return `${answer.status} in another form: ${answer.text.slice(0, 200)}`
  }
  return count > most ? `${count} answers: ${last.map(({ text }) => text.slice(0, 80)).join(' | ')}` : undefined
}

test('what is not quite HTTP is answered in the declared form, or the connection is closed', async () => {
  const random = randomOf(seedFor(SEED, 'raw'))
  const faults: string[] = []
  const shapes = [...RAW_SHAPES, ...Array.from({ length: RAW_CALLS }, () => mutatedShape(random))]
  const rest = shapes[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (const { name, text, answers } of rest) {
      const { all } = await allAnswers(server.url, Buffer.from(text, 'latin1'), 700)
      try {
        // What answers to a changed HEAD has no body, whatever its length says.
        const fault = /HEAD /.test(text) ? undefined : rawFault(all, answers)
        if (fault !== undefined) faults.push(`${name}: ${JSON.stringify(text.slice(0, 300))}: ${fault}`)
      } catch (error) {
        faults.push(`${name}: ${JSON.stringify(text.slice(0, 300))}: ${String(error)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
  for (const fault of faults.slice(0, 40)) console.log(fault)
  Object.assign(figures, { raw_messages: shapes.length, raw_faults: faults.length })
  expect(faults).toEqual([])
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
}, 600_000)

const p99 = (calls: readonly Timed[]) =>
  percentile(
    calls.map(({ ms }) => ms),
    0.99,
  )

test('a thousand slow clients do not slow down the others', async () => {
  await mailsAreSent(world)
  const tenants = [await newAsking(world, web)]
  const timed = (seconds: number) => timeCalls({ url: server.url, tenants, per_s: 50 }, () => sleep(seconds * 1000))
  await timed(5)
  await server.look()
  const calm = await timed(10)
  const slow = await openSlowSockets(server.url, SLOW_SOCKETS)
  const opened = await slow.open()
  const beside = await timed(15)
  const open_at_end = await slow.stop()
  const began = performance.now()
  try {
    await until(async () => (await slow.open()) === 0, 60_000)
  } finally {
    await slow.close()
  }
  const closed_after_s = (performance.now() - began) / 1000
  calm.push(...(await timed(10)))
  const { longest_ms } = await server.look()
  Object.assign(figures, {
    slow_sockets: opened,
    slow_sockets_at_end: open_at_end,
    calm_p99_ms: rounded(p99(calm)),
    beside_slow_p99_ms: rounded(p99(beside)),
    slower: rounded(p99(beside) / p99(calm)),
    all_closed_after_s: rounded(closed_after_s),
    slow_longest_turn_ms: rounded(longest_ms),
  })
  expect(opened).toBeGreaterThanOrEqual(SLOW_SOCKETS * 0.99)
  expect([...calm, ...beside].filter(({ status }) => status !== 201)).toEqual([])
  expect(p99(beside) / p99(calm)).toBeLessThanOrEqual(SLOWER_MAX)
  expect(longest_ms).toBeLessThan(STALL_MS_MAX)
}, 300_000)

test('no parser throws what it does not declare, or takes long', async () => {
  const at = await startReceipted()
  const seeds = { policy: at.policy, receipt: await at.receiptOf(await at.decided('signed')) }
  await at.stop()
  const parsers = [...PARSERS, ...(await logParsersOf(seeds))]
  const found: string[] = []
  for (const parser of parsers) found.push(...(await fuzzParser(parser, CALLS, SEED)))
  for (const finding of found.slice(0, 60)) console.log(finding)
  Object.assign(figures, {
    parsers: parsers.length,
    parser_calls: parsers.length * CALLS,
    parser_findings: found.length,
  })
  expect(found).toEqual([])
}, 3_600_000)
