/**
 * Two cells behind a generated router: every way to carry a credential leads to the right cell, and one that is killed takes
 * nothing from the other. Also what the router adds to a call.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../../server/test/call.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { cpuSecondsOf } from '../bench/compare.ts'
import {
  carriersOf,
  type Router,
  type RunningCell,
  startAnswering,
  startCell,
  startRouter,
  type Undo,
} from './cells-ground.ts'
import { report } from './report.ts'

const run = promisify(execFile)
const CPU_US_MAX = 60
const ADDED_MS_MAX = 1
const P99_RATIO_MAX = 1.5
const SECONDS = Number(process.env.CELLS_SECONDS ?? 20)
const CALLS_PER_S = 60

let web: MerchantWeb
let cells: readonly [RunningCell, RunningCell]
let router: Router
const undo: Undo = []
const figures: Record<string, unknown> = {}

beforeAll(async () => {
  web = await startMerchantWeb()
  undo.push(() => web.stop())
  cells = [await startCell('one', web, undo), await startCell('two', web, undo)]
  router = await startRouter(cells, undo)
}, 300_000)
afterAll(async () => {
  report('cells', figures)
  for (const step of undo.toReversed()) await step()
}, 60_000)

test('every carrier of a credential leads to its cell, and to no other', async () => {
  const wrong: unknown[] = []
  let routed = 0
  for (const cell of cells) {
    const other = cells.find((one) => one !== cell) as RunningCell
    for (const [name, method, path, sent, answer] of carriersOf(cell)) {
      // At the other cell nobody knows it: else this would say nothing about the router.
      const there = await call(other.url, method, path, sent)
      if (there.status < 400) wrong.push([cell.name, name, 'is known in both cells'])
      const through = await call(router.url, method, path, sent)
      const right = through.status < 300
      if (right) expect(through.json).toMatchObject(answer)
      else wrong.push([cell.name, name, through.status, through.text.slice(0, 200)])
      routed++
    }
  }
  Object.assign(figures, { routed, wrong: wrong.length })
  expect(wrong).toEqual([])
})

test('a slot that no cell has, and a credential that is none, are refused by the router', async () => {
  const { connection_token } = cells[0].asking
  const known = new Set(cells.flatMap(({ slots }) => slots))
  const free = ['0z7', '1a2', '2b3'].find((slot) => !known.has(slot)) as string
  const elsewhere = connection_token.replace(/^(svc_conn_)...(_)/, `$1${free}$2`)
  const refused = async (token: string) =>
    (await call(router.url, 'GET', '/v1/payment-requests', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await refused(elsewhere)).toBe(421)
  expect(await refused('svc_conn_')).toBe(401)
  expect(await refused(connection_token.slice(0, -1))).toBe(401)
  // A credential decides, not the path.
  const path = `/v1/merchants/${cells[1].asking.operator.merchant_id}`
  const one = await call(router.url, 'GET', path, { headers: { cookie: cells[0].asking.operator.cookie } })
  expect(one.status).toBe(404)
})

const look = (url: string, { asking }: RunningCell) =>
  call(url, 'GET', '/v1/payment-requests', { headers: { authorization: `Bearer ${asking.connection_token}` } })

const timesOf = async (n: number, work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let i = 0; i < n; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times
}
const at = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * q))] ?? Number.NaN

/** Processor time of a router for each of as many calls as go through in some seconds. */
const cpuOfCall = async ({ url, pid }: Router, { asking }: RunningCell): Promise<number> => {
  const bearer = `authorization: Bearer ${asking.connection_token}`
  const before = cpuSecondsOf({ pid })
  const { stdout } = await run('wrk', ['-t1', '-c32', '-d8s', '-H', bearer, `${url}/v1/payment-requests`])
  expect(stdout).not.toContain('Non-2xx')
  const calls = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return Math.round(((cpuSecondsOf({ pid }) - before) * 1e6) / calls)
}

test('a router adds little', { timeout: 120_000 }, async () => {
  const [cell] = cells
  const ROUNDS = 10
  const CALLS = 200
  await timesOf(CALLS, () => look(router.url, cell))
  await timesOf(CALLS, () => look(cell.url, cell))
  const [direct, through]: [number[], number[]] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    direct.push(...(await timesOf(CALLS, () => look(cell.url, cell))))
    through.push(...(await timesOf(CALLS, () => look(router.url, cell))))
  }
  // A cell is slower than its router, which then mostly falls asleep and wakes up. What a call costs shows where it is busy.
  const cpu_us_behind_a_cell = await cpuOfCall(router, cell)
  const at_once = await startAnswering(undo)
  const cpu_us = await cpuOfCall(await startRouter([{ ...cell, url: at_once }], undo), cell)
  const added_ms = Math.round((at(through, 0.5) - at(direct, 0.5)) * 1000) / 1000
  Object.assign(figures, { cpu_us, cpu_us_behind_a_cell, added_ms })
  expect(cpu_us).toBeLessThanOrEqual(CPU_US_MAX)
  expect(added_ms).toBeLessThanOrEqual(ADDED_MS_MAX)
})

test('a cell that is killed takes nothing from the other', { timeout: 180_000 }, async () => {
  const [one, two] = cells
  const paced = async (cell: RunningCell, seconds: number) => {
    const seen: { ok: boolean; ms: number }[] = []
    const pending: Promise<void>[] = []
    const began = performance.now()
    for (let i = 0; i < seconds * CALLS_PER_S; i++) {
      const wait = began + (i * 1000) / CALLS_PER_S - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const at_ms = performance.now()
      pending.push(
        look(router.url, cell).then(
          ({ status }) => void seen.push({ ok: status === 200, ms: performance.now() - at_ms }),
          () => void seen.push({ ok: false, ms: performance.now() - at_ms }),
        ),
      )
    }
    await Promise.all(pending)
    return seen
  }
  const [calm] = await Promise.all([paced(one, SECONDS), paced(two, SECONDS)])
  const dying = paced(two, SECONDS)
  const beside = paced(one, SECONDS)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await two.kill()
  const [kept, lost] = await Promise.all([beside, dying])
  const p99 = (calls: typeof kept) =>
    at(
      calls.map(({ ms }) => ms),
      0.99,
    )
  const refused = lost.filter(({ ok }) => !ok)
  const ok = kept.filter((one_call) => one_call.ok).length
  Object.assign(figures, {
    other: kept.length,
    other_ok: ok,
    p99_ratio: Math.round((p99(kept) / p99(calm)) * 100) / 100,
    refused: refused.length,
    refused_p50_ms:
      Math.round(
        at(
          refused.map(({ ms }) => ms),
          0.5,
        ) * 10,
      ) / 10,
  })
  expect(ok).toBe(kept.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(p99(kept)).toBeLessThanOrEqual(P99_RATIO_MAX * p99(calm))
})
