/**
 * Slots move between two cells while agents, wallets, readers and webhooks use them: nothing is lost, doubled or served twice.
 * First with a mover that is killed at each of its steps, then in one go, and at last without the fence, where this run has to
 * see what is lost.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slotNumber } from '../../deploy/cells/cells.ts'
import { call } from '../../server/test/call.ts'
import { activeEndpoint } from '../../server/test/deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { until } from '../../server/test/until.ts'
import { carriersOf, type Router, type RunningCell, startCell, startRouter, type Undo } from './cells-ground.ts'
import { judge, type Load, startLoad } from './move-load.ts'
import { changeable, type Moving, runMover, startProbes } from './move-mover.ts'
import { report } from './report.ts'

const KEYS = Number(process.env.MOVE_KEYS ?? 10_000)
/** How many of them are there before the move in one go begins. */
const KEYS_BEFORE = Math.floor(KEYS * 0.8)
const KEYS_CONTROL = Math.min(Math.floor(KEYS / 10), 500)
const FROZEN_MS_MAX = 2_000
const DAWDLE_MS = 250
/** For readers that need not read on. */
const NOW = { agent: 0, merchant: 0, wallet: 0 }
const STEPS = [
  'begin',
  'fence',
  'copy',
  'follow',
  'compare',
  'freeze',
  'count',
  'lay',
  'switch',
  'close',
  'open',
  'clean',
]

let web: MerchantWeb
let cells: readonly [RunningCell, RunningCell]
let router: Router
let load: Load
let folder: string
const pools = new Map<RunningCell, pg.Pool>()
const undo: Undo = []
const figures: Record<string, unknown> = {}

beforeAll(async () => {
  web = await startMerchantWeb()
  undo.push(() => web.stop())
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-move-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  // Secrets of webhooks are sealed by a cell's first key: each cell also knows the key of the other.
  const [one, two] = ['one', 'two'].map((name) => `${name}:${randomBytes(32).toString('base64url')}`)
  const other = (WEBHOOK_SECRET_KEYS: string) => ({
    settings: { WEBHOOK_SECRET_KEYS, PENDING_MAX: '100000', CREATES_PER_MINUTE_MAX: '1000000' },
    postgres: ['wal_level=logical'],
  })
  cells = [
    await startCell('one', web, undo, other(`${one},${two}`)),
    await startCell('two', web, undo, other(`${two},${one}`)),
  ]
  router = await startRouter(cells, undo)
  for (const cell of cells) {
    const pool = new pg.Pool({ connectionString: cell.database_url, options: '-c search_path=pursestrings', max: 2 })
    pool.on('error', () => {})
    pools.set(cell, pool)
    undo.push(() => pool.end())
  }
  await activeEndpoint(cells[0].asking.operator, { url: web.webhooks.place().url })
  load = startLoad(router.url, cells[0], 'order')
}, 300_000)
afterAll(async () => {
  await load?.stop()
  await load?.readToEnd(NOW)
  report('move-slot', figures)
  for (const step of undo.toReversed()) await step()
}, 120_000)

const moving = (from: RunningCell, to: RunningCell, name: string, more: readonly string[] = []): Moving => ({
  from,
  to,
  router,
  slots: cells[0].slots,
  record: join(folder, `${name}.json`),
  more,
})
/** So that what runs without the fence has time to lose something; with the fence it counts as frozen. */
const dawdle = async (step: string) => {
  if (step === 'switch') await pause(DAWDLE_MS)
}
const heard = () => new Set(web.webhooks.heard.map(({ headers }) => headers['webhook-id'] as string))
const count = (n: number) => until(() => load.told.size >= n || load.wrong.length > 0, 600_000)
const slotNumbers = () => cells[0].slots.map(slotNumber)
const poolOf = (cell: RunningCell) => pools.get(cell) as pg.Pool

test('a mover that is killed at each step goes on, and two cells never serve', { timeout: 600_000 }, async () => {
  const [one, two] = cells
  await count(Math.floor(KEYS / 20))
  const probes = startProbes(cells, one, (n) => `probe-killed-${n}`)
  const move = moving(one, two, 'killed')
  const fenced: { tried: number; open: string[] } = { tried: 0, open: [] }
  let kills = 0
  for (const step of STEPS) {
    // Once before the step, and once in the midst of it.
    for (const how of ['kill', { kill_after_ms: Math.random() * 60 }] as const) {
      const { killed } = await runMover(move, async (said) => {
        if (said.step !== step) return 'go on'
        if (step === 'lay' && how === 'kill') Object.assign(fenced, await changeable(poolOf(one), slotNumbers()))
        return how
      })
      if (killed) kills++
    }
  }
  const { said } = await runMover(move)
  await pause(500)
  await probes.stop()
  const served_twice = probes.turnedBack(['one', 'two'])
  Object.assign(figures, { kills, served_twice_when_killed: served_twice, probes_when_killed: probes.answers })
  Object.assign(figures, { changes_tried_while_frozen: fenced.tried, changed_while_frozen: fenced.open.length })
  expect(fenced.open).toEqual([])
  expect(fenced.tried).toBeGreaterThan(300)
  expect(said.at(-1)?.step).toBe('done')
  expect(kills).toBeGreaterThanOrEqual(STEPS.length)
  expect([probes.answers['one 200'], probes.answers['two 200']]).not.toContain(undefined)
  expect(served_twice).toBe(0)
  expect(load.wrong).toEqual([])
  // Whatever opened something in the old cell opens it in the new one.
  for (const [name, method, path, sent] of carriersOf(one)) {
    const { status, text } = await call(router.url, method, path, sent)
    expect([name, status < 300 ? 'open' : text]).toEqual([name, 'open'])
  }
})

/** What never changes once it is there, by its key. */
const factsOf = async (cell: RunningCell): Promise<Map<string, string>> => {
  const { rows } = await poolOf(cell).query<{ key: string; digest: string }>(
    `select 'e' || event_id as key, md5(t::text) as digest from events t where slot_of(merchant_id) = any ($1)
     union all select 'f' || owner_id || cursor, md5(t::text) from feed_entries t where slot_of(owner_id) = any ($1)
     union all select 'a' || audit_event_id, md5(t::text) from audit_events t where slot_of(merchant_id) = any ($1)
     union all select 'p' || payment_request_id, md5(concat(merchant_id, connection_id, idempotency_digest, intent_digest,
       facts_digest, amount, created_at, expires_at)) from payment_requests where slot_of(merchant_id) = any ($1)`,
    [slotNumbers()],
  )
  return new Map(rows.map(({ key, digest }) => [key, digest]))
}

test('in one go nothing is lost, doubled or served twice, and the slot is frozen briefly', {
  timeout: 900_000,
}, async () => {
  const [one, two] = cells
  await count(KEYS_BEFORE)
  const probes = startProbes(cells, one, (n) => `probe-whole-${n}`)
  // Somebody else in the cell that the slots leave, whose calls travel in the same statements.
  const neighbour = startLoad(router.url, two, 'neighbour', 4)
  let differing = 0
  let facts = 0
  const began = performance.now()
  const { said } = await runMover(moving(two, one, 'whole'), async ({ step }) => {
    await dawdle(step)
    if (step === 'clean') {
      const [before, after] = await Promise.all([factsOf(two), factsOf(one)])
      facts = before.size
      for (const [key, digest] of before) if (after.get(key) !== digest) differing++
    }
    return 'go on'
  })
  const move_s = Math.round((performance.now() - began) / 100) / 10
  const frozen_ms = said.find(({ step }) => step === 'opened')?.frozen_ms
  const steps_ms = Object.fromEntries(
    said.slice(1).map(({ at_ms }, n) => [said[n]?.step, at_ms - (said[n]?.at_ms ?? 0)]),
  )
  await pause(500)
  await Promise.all([probes.stop(), neighbour.stop(), neighbour.readToEnd(NOW)])
  await count(KEYS)
  await load.stop()
  const keys = load.told.size
  const judged = await judge({ db: poolOf(one), cell: one, load, heard })
  const served_twice = probes.turnedBack(['two', 'one'])
  const let_go = said.filter(({ step }) => step === 'let go').length
  Object.assign(figures, { keys, frozen_ms, move_s, steps_ms, let_go, facts, differing, served_twice, ...judged })
  const others = { keys: neighbour.told.size, retried: neighbour.retried(), wrong: neighbour.wrong.length }
  Object.assign(figures, { neighbour: others })
  expect(others).toMatchObject({ retried: 0, wrong: 0 })
  expect(others.keys).toBeGreaterThan(0)
  expect(load.wrong).toEqual([])
  expect(keys).toBeGreaterThanOrEqual(KEYS)
  expect(facts).toBeGreaterThan(KEYS)
  expect([differing, served_twice]).toEqual([0, 0])
  expect(judged).toMatchObject({ lost_keys: 0, replaced: 0, lost_reports: 0, webhooks_lost: 0 })
  expect(judged.expired).toBeGreaterThan(0)
  expect(judged.webhook_events).toBeGreaterThan(KEYS)
  for (const feed of Object.values(judged.feeds))
    expect(feed).toMatchObject({ missed: 0, repeated: 0, gaps: 0, strange: 0 })
  expect(frozen_ms).toBeLessThanOrEqual(FROZEN_MS_MAX)
})

test('without the fence this run sees what is lost', { timeout: 600_000 }, async () => {
  const [one, two] = cells
  const without = startLoad(router.url, one, 'unfenced')
  await until(() => without.told.size >= KEYS_CONTROL, 300_000)
  await runMover(moving(one, two, 'unfenced', ['--unsafe-without-fence']), async ({ step }) => {
    await dawdle(step)
    return 'go on'
  })
  await pause(500)
  await without.stop()
  await without.readToEnd(NOW)
  const { rows } = await poolOf(two).query<{ key: string; status: string }>(
    `select idempotency_key as key, status::text from payment_requests where idempotency_key like 'unfenced-%'`,
  )
  const kept = new Map(rows.map(({ key, status }) => [key, status]))
  let [lost, lost_reports] = [0, 0]
  for (const [key, { status }] of without.told) {
    if (!kept.has(key)) lost++
    else if (status !== 'pending' && kept.get(key) !== status) lost_reports++
  }
  const { wrong } = without
  Object.assign(figures, {
    unfenced: { keys: without.told.size, lost, lost_reports, wrong: wrong.length, first: wrong[0] },
  })
  expect(lost + lost_reports + wrong.length).toBeGreaterThan(0)
})
