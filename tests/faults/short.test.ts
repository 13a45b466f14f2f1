/**
 * A short run of the cluster's faults: the primary database is killed six times and paused once under load, with a lease of 5 s.
 * Around it stand three etcd, three PostgreSQL under Patroni, HAProxy, three NATS, three apis and two workers. Nothing that was
 * acknowledged is lost or there twice, no reader misses an event, no webhook is lost. `all` is the whole of it.
 */
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { killMember, killPrimaryNode, killPrimaryPostgres, loseNats, more, pausePrimary } from './cluster/break.ts'
import { type Figures, figuresOf, NOTHING_LOST } from './cluster/check-history.ts'
import { startLoad } from './cluster/load.ts'
import { SHORT_LEASE } from './cluster/patroni.ts'
import { startStack } from './cluster/stack.ts'
import { reportLines } from './report.ts'

const ACKED = 2_000
const PAUSE_MS = 9_000
const lines: object[] = []
afterAll(() => reportLines('short', lines))

test('six kills and a pause of the primary lose nothing', { timeout: 600_000 }, async () => {
  const began = Date.now()
  const stack = await startStack({ lease: SHORT_LEASE, synchronous: true })
  onTestFinished(() => stack.stop(), 60_000)
  const started_s = Math.round((Date.now() - began) / 1_000)
  const load = await startLoad(stack, 'short', { every_ms: 20 })
  await more(load, 100)
  for (let kill = 0; kill < 3; kill++) {
    await killPrimaryPostgres(stack, load)
    await killPrimaryNode(stack, load)
  }
  await pausePrimary(stack, load, PAUSE_MS)
  await killMember(stack, load, 'api', 0)
  await killMember(stack, load, 'worker', 0)
  await loseNats(stack, load)
  await more(load, Math.max(100, ACKED - load.acked()))
  await load.settle()
  const figures: Figures = figuresOf('short', load.history.lines)
  lines.push({ ...figures, started_s, whole_s: Math.round((Date.now() - began) / 1_000) })
  expect(figures).toMatchObject(NOTHING_LOST)
  expect(figures.resolved).toBe(figures.unknown)
  expect(figures.unknown).toBeGreaterThan(0)
  expect(figures.acked).toBeGreaterThanOrEqual(ACKED)
})
