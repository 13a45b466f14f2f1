/**
 * The payee log under kills, rewrites and a restored backup: nothing lost or doubled, every rewrite noticed.
 */
import { spawn } from 'node:child_process'
import { hash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ReadLogFile, type Watched, watchLog } from '@pursestrings/sdk/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWitness } from '../../packages/sdk/test/witness.ts'
import { openLogMirror } from '../../server/src/platform/egress/log-mirror.ts'
import { createPool, WORKER_ROLE } from '../../server/src/platform/postgres/pool.ts'
import { transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { logSignerOf } from '../../server/src/transparency/log/read-log-key.ts'
import { repairLog } from '../../server/src/transparency/log/repair-log.ts'
import { createTestDatabase, onServer } from '../../server/test/database.ts'
import { type MerchantWeb, startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { until } from '../../server/test/until.ts'
import { startWorld, type World } from '../../server/test/world.ts'
import { bundled } from '../../tools/dev/bundled.ts'
import { editAudit, recount, rewrite, startSequencer } from './log-ground.ts'
import { report } from './report.ts'

const KILLS = Number(process.env.KILLS ?? 200)
/** Half of them in the payee log, half in audit logs. */
const EDITS = Number(process.env.EDITS ?? 1_000)
const LOG_EDITS = Math.ceil(EDITS / 2)
const NOTICED_S_MAX = 60
const ISSUER = 'http://127.0.0.1:8787'
const CLI = await bundled('packages/cli')
const figures: Record<string, unknown> = {}

let web: MerchantWeb
beforeAll(async () => {
  web = await startMerchantWeb()
})
afterAll(async () => {
  await web.stop()
  report('log', figures)
})

const subject = (n: number): Buffer => hash('sha256', `subject ${n}`, 'buffer')
const APPEND = `select append_log('00000000-0000-0000-0000-000000000000', $1, null, '{"type":"svc.log.test.v1"}')`

test('sequencers that race and are killed lose and double nothing', { timeout: 3_600_000 }, async () => {
  const database = await createTestDatabase()
  const key = randomBytes(32).toString('base64url')
  const signer = await logSignerOf({ key, issuer: ISSUER, witnesses: undefined })
  await database.admin.query('select begin_log($1, $2)', [signer.origin, signer.policy_text])
  const stop = new AbortController()
  let written = 0
  /** Some commit at once, and some long after those that came later. */
  const write = async (slow: boolean): Promise<void> => {
    const client = await database.admin.connect()
    while (!stop.signal.aborted) {
      await client.query('begin')
      await client.query(APPEND, [subject((slow ? 0 : 50) + randomInt(50))])
      if (slow) await pause(randomInt(300))
      await client.query('commit')
      written++
      await pause(randomInt(8))
    }
    client.release()
  }
  const writers = [write(false), write(true)]
  const start = () => startSequencer(database.url, key, ISSUER)
  const running = await Promise.all([start(), start()])
  const faults: string[] = []
  const killOne = async (at: 0 | 1, times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      await pause(randomInt(200))
      const fault = await running[at]?.kill()
      if (fault !== undefined) faults.push(fault)
      running[at] = await start()
    }
  }
  await Promise.all([killOne(0, Math.floor(KILLS / 2)), killOne(1, KILLS - Math.floor(KILLS / 2))])
  stop.abort()
  await Promise.all(writers)
  const signed = `select (select count(*) from log_pending) = 0 and s.size = (select max(size) from log_checkpoints) as yes
    from log_state s`
  // On a busy machine much has piled up.
  await until(async () => (await database.admin.query(signed)).rows[0].yes, 600_000)
  for (const one of running) await one.kill()
  const tree = await recount(database.admin)
  await database.drop()
  Object.assign(figures, { kills: KILLS, lost: written - tree.leaves, ...tree, ended_by_themselves: faults.length })
  expect(faults).toEqual([])
  expect(tree).toEqual({ leaves: written, duplicated: 0, gaps: 0, forks: 0 })
})

/** Reads the log as a stranger who kept one head of it. */
const audit = async (world: World, domain: string, kept: string): Promise<Watched['found']> => {
  const policy = await (await fetch(`${world.url}/.well-known/svc-log-policy.txt`)).text()
  const read: ReadLogFile = async (path) => {
    const response = await fetch(`${world.url}/log/${path}`)
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  }
  const watch = { policy, domain, read, openings: async () => [], expects: () => true }
  try {
    const { found } = await watchLog(watch)
    if (found !== 'nothing_new') return found
    return (await watchLog({ ...watch, state: { checkpoint: kept, seqs: {} } })).found
  } catch {
    return 'stale'
  }
}

test('every edit of what was published is noticed', { timeout: 3_600_000 }, async () => {
  const LOG_KEY = randomBytes(32).toString('base64url')
  const world = await startWorld({ ...web.settings, LOG_KEY, LOG_LEVEL: 'error' })
  const { admin } = world.database
  for (let n = 0; n < 700; n++) await admin.query(APPEND, [subject(n % 90)])
  const settled = `select s.size from log_state s where s.size = (select max(size) from log_checkpoints) and s.size >= 700
    and not exists (select from log_pending)`
  await until(async () => ((await admin.query(settled)).rowCount ?? 0) > 0, 60_000)
  const size = Number((await admin.query(settled)).rows[0].size)
  const kept = await (await fetch(`${world.url}/log/checkpoint`)).text()
  expect(await audit(world, 'none.test', kept)).toBe('nothing_new')
  const leaf = () => randomInt(size)
  const open = () => size - 1 - randomInt(size % 256)
  const other = () => randomBytes(32)
  const kinds: readonly (readonly [string, () => [edit: string, values: unknown[], undo: string]])[] = [
    [
      'entry',
      () => [
        `update log_leaves set entry = replace(entry, '"seq":', '"seq":1') where log_index = $1`,
        [leaf()],
        'log_leaves',
      ],
    ],
    ['leaf', () => ['update log_leaves set leaf_hash = $2 where log_index = $1', [open(), other()], 'log_leaves']],
    ['leaf removed', () => ['delete from log_leaves where log_index = $1', [leaf()], 'log_leaves']],
    [
      'tile',
      () => [
        'update log_tiles set hashes = overlay(hashes placing $2 from $3) where level = 0 and tile = $1',
        [randomInt(2), other(), 1 + 32 * randomInt(256)],
        'log_tiles',
      ],
    ],
    ['root of a tile', () => ['update log_tiles set root = $2 where tile = $1', [randomInt(2), other()], 'log_tiles']],
    [
      'head',
      () => [`update log_checkpoints set note = regexp_replace(note, '[0-9]+\\n', '1\\n')`, [], 'log_checkpoints'],
    ],
  ]
  const tables = ['log_leaves', 'log_tiles', 'log_checkpoints']
  for (const table of tables) await admin.query(`create table kept_${table} as table ${table}`)
  const missed: string[] = []
  for (let n = 0; n < LOG_EDITS; n++) {
    const [kind, make] = kinds[n % kinds.length] as (typeof kinds)[number]
    const [edit, values, table] = make()
    await rewrite(admin, edit, values)
    const found = await audit(world, 'none.test', kept)
    if (found === 'nothing_new' || found === 'expected') missed.push(`${kind} ${JSON.stringify(values)}`)
    await rewrite(admin, `delete from ${table}; insert into ${table} select * from kept_${table}`)
  }
  expect(await audit(world, 'none.test', kept)).toBe('nothing_new')

  // Whoever has the key and the database writes another history, and signs it: the one who kept a head sees two.
  const liar = await startWorld({ ...web.settings, LOG_KEY, LOG_LEVEL: 'error' })
  for (let n = 0; n < 710; n++) await liar.database.admin.query(APPEND, [subject(n % 89)])
  await until(async () => ((await liar.database.admin.query(settled)).rowCount ?? 0) > 0, 60_000)
  const split = await audit(liar, 'none.test', kept)
  Object.assign(figures, { edits: LOG_EDITS, noticed: LOG_EDITS - missed.length, signed_rewrite: split })
  await liar.stop()
  await world.stop()
  expect(missed).toEqual([])
  expect(split).toBe('split_view')
})

test('every edit of an audit log before its last head is noticed', { timeout: 3_600_000 }, async () => {
  const edits = EDITS - LOG_EDITS
  const { events, missed } = await editAudit(web.settings, edits)
  Object.assign(figures, { audit_events: events, audit_edits: edits, audit_noticed: edits - missed.length })
  expect(missed).toEqual([])
})

test('a swapped payee is told of in time, and a restored log is repaired to the same root', {
  timeout: 900_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-log-'))
  const LOG_KEY = randomBytes(32).toString('base64url')
  const witness = await startWitness(LOG_KEY, ISSUER)
  const logged = { LOG_KEY, LOG_WITNESSES: witness.setting }
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
  const first = await world.another(logged)
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const mine = await verifiedPayee(web, operator, domain_id)
  expect((await activate(operator, mine)).status).toBe(200)
  const served = async () => (await fetch(`${world.url}/log/checkpoint`)).text()
  const sized = async (least: number) => Number((await served()).split('\n')[1]) >= least
  await until(() => sized(2), 30_000)
  writeFileSync(
    join(folder, 'payees.json'),
    JSON.stringify({ recipients: [{ network: 'stellar_testnet', asset: 'XLM', address: mine.address }] }),
  )
  const policy = await (await fetch(`${world.url}/.well-known/svc-log-policy.txt`)).text()
  writeFileSync(join(folder, 'p.txt'), policy.replace(`${ISSUER}/log`, `${world.url}/log`))
  const files = ['policy', 'p.txt', 'state', 'm.json', 'expect', 'payees.json', 'mirror', 'copy']
  const options = files.map((word, at) => (at % 2 === 0 ? `--${word}` : join(folder, word)))
  const monitor = async (): Promise<number> => {
    const line = [CLI, 'log', 'monitor', '--domain', 'shop.test', ...options]
    const env = { PATH: process.env.PATH, PURSESTRINGS_CONFIG_DIR: folder }
    return (await once(spawn(process.execPath, line, { env, stdio: 'ignore' }), 'exit'))[0]
  }
  expect(await monitor()).toBe(0)
  // The backup: what happens from here on, it lacks.
  const name = new URL(world.database.url).pathname.slice(1)
  /** With nobody connected; the service comes back by itself. */
  const alone = async (...statements: string[]): Promise<void> => {
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    for (const statement of statements) await onServer(statement)
    await onServer(`alter database ${name} allow_connections true`)
  }
  await alone(`create database ${name}_backup template ${name}`)
  await until(async () => (await operator.call('GET', '/v1/recipients')).status === 200, 30_000)
  const swapped = await verifiedPayee(web, operator, domain_id)
  const began = performance.now()
  expect((await activate(operator, swapped)).status).toBe(200)
  let code = 0
  while (code === 0 && performance.now() - began < NOTICED_S_MAX * 1_000) code = await monitor()
  const noticed_s = (performance.now() - began) / 1_000
  const lost = [...witness.kept.values()][0]?.checkpoint.split('\n').slice(0, 3)

  await first.stop()
  await alone(`drop database ${name} with (force)`, `alter database ${name}_backup rename to ${name}`)
  await world.another(logged)
  await until(() => world.log.some((line) => line.includes('log_behind')), 30_000)
  const pool = createPool({ url: world.database.url, max: 2, application_name: 'repair', role: WORKER_ROLE })
  const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  const signer = await logSignerOf({ key: LOG_KEY, issuer: ISSUER, witnesses: logged.LOG_WITNESSES })
  const repaired = await repairLog(transactions, signer, openLogMirror(join(folder, 'copy')))
  const { rows } = await pool.query<{ note: string }>('select note from pursestrings.log_checkpoints where size = $1', [
    lost?.[1],
  ])
  const same_root = rows[0]?.note.split('\n').slice(0, 3).join() === lost?.join()
  await pool.end()
  Object.assign(figures, {
    monitor_exit: code,
    noticed_s: Number(noticed_s.toFixed(1)),
    log_behind: true,
    same_root,
    ...repaired,
  })
  witness.stop()
  await world.stop()
  rmSync(folder, { recursive: true })
  expect(code).toBe(10)
  expect(noticed_s).toBeLessThan(NOTICED_S_MAX)
  expect(same_root).toBe(true)
})
