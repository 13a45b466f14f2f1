/**
 * Every fault of the cluster, one after the other, with a line of figures for each. The primary database is killed 60 times and
 * paused 5 times, apis, workers, etcd, HAProxy and NATS are killed, a disk fills up, and the network before the database delays, cuts
 * and falls silent. An asynchronous cluster loses data under the same load, so that loss is known to be seen. `FAULTS` names
 * some of them, separated by commas; `KILLS`, `PAUSES` and `ACKED` make the longest one shorter.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startDatabaseCutter } from '../../server/test/database-cutter.ts'
import * as breaks from './cluster/break.ts'
import { more } from './cluster/break.ts'
import { type Figures, figuresOf, NOTHING_LOST } from './cluster/check-history.ts'
import { type Load, type LoadOptions, startLoad } from './cluster/load.ts'
import { LONG_LEASE } from './cluster/patroni.ts'
import { mountSmallDisk } from './cluster/programs.ts'
import { type Stack, startStack } from './cluster/stack.ts'
import { reportLines } from './report.ts'

const KILLS = Number(process.env.KILLS ?? 60)
const PAUSES = Number(process.env.PAUSES ?? 5)
const ACKED = Number(process.env.ACKED ?? 20_000)
const PAUSE_MS = 35_000
const ONLY = process.env.FAULTS?.split(',')

const lines: object[] = []
/** One cluster serves all faults but those that need one of their own kind. */
let shared: Promise<Stack> | undefined
const sharedStack = () => {
  shared ??= startStack({ lease: LONG_LEASE, synchronous: true })
  return shared
}
afterAll(async () => {
  await (await shared)?.stop()
}, 120_000)

const fault = (name: string, minutes: number, run: () => Promise<Figures>, expected: (figures: Figures) => void) =>
  test.runIf(ONLY === undefined || ONLY.includes(name))(
    `under the fault: ${name}`,
    { timeout: minutes * 60_000 },
    async () => {
      const figures = await run()
      lines.push(figures)
      reportLines('all', lines)
      expected(figures)
    },
  )

const under = async (
  name: string,
  stack: Stack,
  work: (load: Load) => Promise<unknown>,
  options: LoadOptions = {},
): Promise<Figures> => {
  const load = await startLoad(stack, `all-${name}`, { every_ms: 50, ...options })
  await more(load, 50)
  await work(load)
  await more(load, 50)
  await load.settle()
  return figuresOf(name, load.history.lines)
}

const losesNothing = (figures: Figures) => {
  expect(figures).toMatchObject(NOTHING_LOST)
  expect(figures.resolved).toBe(figures.unknown)
}

fault(
  'primary',
  75,
  async () => {
    const stack = await sharedStack()
    return under(
      'primary',
      stack,
      async (load) => {
        for (let kill = 0; kill < KILLS; kill++) {
          if (kill % 3 === 2) await breaks.killPrimaryNode(stack, load)
          else await breaks.killPrimaryPostgres(stack, load)
        }
        for (let n = 0; n < PAUSES; n++) await breaks.pausePrimary(stack, load, PAUSE_MS)
        await more(load, Math.max(1, ACKED - load.acked()))
      },
      { every_ms: 150 },
    )
  },
  (figures) => {
    losesNothing(figures)
    expect(figures.acked).toBeGreaterThanOrEqual(ACKED)
    expect(figures.longest_outage_ms['postgres killed'] ?? 0).toBeLessThanOrEqual(10_000)
    expect(figures.longest_outage_ms['node killed'] ?? 0).toBeLessThanOrEqual(30_000)
  },
)

fault(
  'api',
  10,
  async () => {
    const stack = await sharedStack()
    return under('api', stack, async (load) => {
      for (let n = 0; n < 10; n++) await breaks.killMember(stack, load, 'api', n)
    })
  },
  (figures) => {
    losesNothing(figures)
    expect(figures.failed_twice).toBe(0)
  },
)

fault(
  'worker',
  10,
  async () => {
    const stack = await sharedStack()
    return under('worker', stack, async (load) => {
      for (let n = 0; n < 10; n++) await breaks.killMember(stack, load, 'worker', n)
    })
  },
  losesNothing,
)

fault(
  'nats',
  10,
  async () => {
    const stack = await sharedStack()
    return under('nats', stack, async (load) => {
      for (let n = 0; n < 5; n++) await breaks.loseNats(stack, load)
    })
  },
  (figures) => {
    losesNothing(figures)
    expect(figures.failed_once).toBe(0)
  },
)

fault(
  'etcd',
  10,
  async () => {
    const stack = await sharedStack()
    return under('etcd', stack, async (load) => {
      for (let n = 0; n < 3; n++) await breaks.killEtcd(stack, load, n)
    })
  },
  losesNothing,
)

fault(
  'haproxy',
  10,
  async () => {
    const stack = await sharedStack()
    return under('haproxy', stack, async (load) => {
      for (let n = 0; n < 3; n++) await breaks.killDatabaseProxy(stack, load)
    })
  },
  losesNothing,
)

fault(
  'network',
  15,
  async () => {
    const stack = await sharedStack()
    const cutter = await startDatabaseCutter(stack.database_proxy.port)
    onTestFinished(() => cutter.stop())
    const url = new URL(stack.settings.DATABASE_URL as string)
    url.port = String(cutter.port)
    const api = await stack.startMember('api', { DATABASE_URL: url.href })
    const at = ['create_payment_requests', 'report_payment_requests']
    return under(
      'network',
      stack,
      async (load) => {
        load.fault('delayed by 200 ms')
        cutter.delay(200)
        await more(load, 50)
        for (const when of ['before', 'after'] as const) {
          cutter.heal()
          load.fault(`cut ${when} the statement`)
          cutter.cut({ when, at, every: 5 })
          await more(load, 150)
        }
        expect(cutter.cuts()).toBeGreaterThan(20)
        cutter.heal()
        for (let n = 0; n < 3; n++) {
          load.fault('silent')
          cutter.silence()
          await more(load, 50)
        }
      },
      { url: api.url },
    )
  },
  (figures) => {
    losesNothing(figures)
    expect(figures.unknown).toBeGreaterThan(0)
    expect(figures.longest_outage_ms.silent).toBeLessThanOrEqual(15_000)
  },
)

fault(
  'disk',
  15,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-disks-'))
    await chmod(folder, 0o755)
    const disks = new Map(['n1', 'n2', 'n3'].map((name) => [name, mountSmallDisk(folder, name, 640)]))
    onTestFinished(() => {
      for (const disk of disks.values()) disk.unmount()
      rmSync(folder, { recursive: true, force: true })
    }, 60_000)
    const dataFolder = (name: string) => disks.get(name)?.path as string
    const stack = await startStack({ lease: LONG_LEASE, synchronous: true, dataFolder })
    onTestFinished(() => stack.stop(), 120_000)
    return under('disk', stack, async (load) => {
      for (let n = 0; n < 3; n++) {
        const disk = disks.get((await stack.databases.primary()).name)
        load.fault('disk full')
        disk?.fill()
        // What was set aside for WAL is used up soon, and then nothing can be written. Whoever takes over keeps WAL for the one that
        // is away, on a disk that is no larger: that one is left alone.
        const seen = { failed: false, elsewhere: false }
        const useUp = () =>
          stack.query('select pg_switch_wal()').then(
            () => void (seen.elsewhere = seen.failed),
            () => void (seen.failed = true),
          )
        for (let i = 0; i < 20; i++) {
          if (!seen.elsewhere) await useUp()
          await pause(500)
        }
        load.fault('space again')
        disk?.empty()
        await more(load, 50)
        await stack.databases.settled()
      }
    })
  },
  (figures) => {
    losesNothing(figures)
    expect(figures.longest_outage_ms['space again']).toBeLessThanOrEqual(30_000)
  },
)

fault(
  'asynchronous',
  10,
  async () => {
    const stack = await startStack({ lease: LONG_LEASE, synchronous: false })
    onTestFinished(() => stack.stop(), 120_000)
    const load = await startLoad(stack, 'all-asynchronous')
    await more(load, 50)
    const primary = await stack.databases.primary()
    load.fault('replication stalled')
    primary.pauseReplication()
    await more(load, 100)
    load.fault('node killed')
    await primary.killNode()
    await more(load, 20)
    await load.settle(10_000)
    return figuresOf('asynchronous', load.history.lines)
  },
  // The control: what cannot be seen here would not be seen above, either.
  (figures) => expect(figures.lost).toBeGreaterThan(0),
)
