/**
 * The restore drill: a database under load is backed up, lost and restored to a moment, and opened. Agents create, wallets report,
 * readers follow every feed and a receiver takes webhooks meanwhile. Nothing counts that must not, nobody misses an event without
 * being told, the payee log comes back to the root that a witness saw, and every index holds. The figures tell how much was lost
 * and how long it took.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect, onTestFinished, test } from 'vitest'
import { startWitness } from '../../packages/sdk/test/witness.ts'
import { agentTokenOf, assertionOf, exchange, opensAsAgent } from '../../server/test/agent.ts'
import { askingOver, freshKey } from '../../server/test/asking.ts'
import { newAutomation } from '../../server/test/automation.ts'
import { call, type Sent } from '../../server/test/call.ts'
import { newConnection, said } from '../../server/test/connection.ts'
import { activeEndpoint, toDeliveries } from '../../server/test/deliveries.ts'
import { startMailbox } from '../../server/test/mailbox.ts'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { newOperator } from '../../server/test/operator.ts'
import { activate, proveHost, verifiedPayee } from '../../server/test/payee.ts'
import { MAIN, startProcess } from '../../server/test/process.ts'
import { newMerchantKey, revokeMerchantKey } from '../../server/test/project.ts'
import { until } from '../../server/test/until.ts'
import type { World } from '../../server/test/world.ts'
import { bundled } from '../../tools/dev/bundled.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { report } from './report.ts'
import { requirePgBackRest, startCluster, startReaders, tallyOf } from './restore-cluster.ts'
import { runMigrate } from './upgrade-fleet.ts'

const ISSUER = 'http://127.0.0.1:8787'
const CLI = await bundled('packages/cli')
const seed = () => randomBytes(32).toString('base64url')
const BY = ['--actor', 'drill', '--reason', 'the restore drill']

const run = async (program: string, words: readonly string[], env: Readonly<Record<string, string>>) => {
  const line = [program, ...words]
  const child = spawn(process.execPath, line, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { code: (await once(child, 'exit'))[0] as number | null, text }
}

test('a lost database is restored to a moment, and nothing that counts is wrong afterwards', {
  timeout: 900_000,
}, async () => {
  requirePgBackRest()
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-drill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const LOG_MIRROR = mkdtempSync(join(tmpdir(), 'pursestrings-mirror-'))
  onTestFinished(() => rmSync(LOG_MIRROR, { recursive: true, force: true }))
  const cluster = await startCluster('pursestrings')
  onTestFinished(() => cluster.stop())
  const web = await startMerchantWeb()
  onTestFinished(() => web.stop())
  const mailbox = await startMailbox()
  onTestFinished(() => mailbox.stop())
  const LOG_KEY = seed()
  const witness = await startWitness(LOG_KEY, ISSUER)
  onTestFinished(() => witness.stop())
  const PORT = String(await freePort())
  const settings = {
    ...web.settings,
    ENVIRONMENT: 'development',
    DATABASE_URL: cluster.url,
    SMTP_URL: mailbox.smtp_url,
    PORT,
    DRAIN_MS: '0',
    DATABASE_POOL_MAX: '5',
    RATE_LIMIT_SCALE: '1000000',
    PENDING_MAX: '1000000000',
    CREATES_PER_MINUTE_MAX: '1000000',
    FACTS_KEYS: `facts:${seed()}`,
    RECEIPT_KEYS: `receipts:${seed()}`,
    WEBHOOK_SECRET_KEYS: `seal:${seed()}`,
    LOG_KEY,
    LOG_WITNESSES: witness.setting,
    LOG_MIRROR,
  }
  await runMigrate(MAIN, settings)
  const url = `http://127.0.0.1:${PORT}`
  let api = await startProcess('api', settings)
  let worker = await startProcess('worker', settings)
  onTestFinished(async () => {
    await api.end('SIGKILL')
    await worker.end('SIGKILL')
  })
  const world = {
    url,
    mailbox,
    call: (...[method, path, sent]: [string, string, Sent?]) => call(url, method, path, sent),
  } as unknown as World

  const taken: string[] = []
  const place = web.webhooks.place(
    toDeliveries((heard, response) => {
      taken.push(heard.headers['webhook-id'] ?? '')
      return response.writeHead(200).end()
    }),
  )
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator, 'shop.test')
  const payee = await verifiedPayee(web, operator, domain_id, 'shop.test')
  expect((await activate(operator, payee)).status).toBe(200)
  await activeEndpoint(operator, { url: place.url })
  const automation = await newAutomation(world, web, { operator, payee })
  await automation.consented({ cumulative_limit: '100000000' })
  const agent = askingOver(automation, payee)
  const revoked = await newConnection(world, { operator })
  const [kept_key, revoked_key] = [await newMerchantKey(operator), await newMerchantKey(operator)]
  const spent = assertionOf(automation.agent)
  const agent_token = await agentTokenOf(world, automation.agent)

  /** What the load was told to be committed, by when. */
  const on = { asking: true }
  const committed: { request_id: string; at: number }[] = []
  const keepAsking = async () => {
    for (let n = 0; on.asking; n++) {
      try {
        const answer = await agent.ask({ idempotency_key: freshKey() })
        if (answer.status !== 201) throw new Error(answer.text)
        const { request_id } = answer.json.payment_request
        committed.push({ request_id, at: Date.now() })
        if (n % 2 === 0) await agent.report(request_id, { status: 'rejected', reason: 'not mine' })
        if (n % 5 === 0) await automation.intend({ amount: '0.01' })
      } catch {
        await pause(100)
      }
      await pause(10)
    }
  }
  const asking = [keepAsking(), keepAsking()]
  const readers = startReaders({
    base_url: url,
    connection_token: automation.connection_token,
    merchant_key: kept_key.secret,
    api_key: automation.api_key['x-svc-api-key'] ?? '',
    device: automation.device,
  })
  const seenBy = (least: number) => readers.every(({ seen }) => seen.length >= least)
  await until(() => seenBy(10), 60_000)
  const policy = await (await fetch(`${url}/.well-known/svc-log-policy.txt`)).text()
  writeFileSync(join(folder, 'p.txt'), policy.replace(`${ISSUER}/log`, `${url}/log`))
  const monitor = () =>
    run(
      CLI,
      [
        'log',
        'monitor',
        '--domain',
        'shop.test',
        '--policy',
        join(folder, 'p.txt'),
        '--state',
        join(folder, 'm.json'),
        '--expect',
        join(folder, 'payees.json'),
        '--mirror',
        join(folder, 'copy'),
      ],
      { PURSESTRINGS_CONFIG_DIR: folder },
    )

  const backup_began = performance.now()
  cluster.backUp()
  const backup_s = (performance.now() - backup_began) / 1_000
  await pause(5_000)

  // The moment that is restored. Everything after it is lost, though the world has seen it.
  const moment = new Date()
  await until(async () => (await cluster.archivedAt()).getTime() > moment.getTime() + 1_000, 60_000)
  expect((await exchange(world, spent)).status).toBe(200)
  expect((await operator.call('DELETE', `/v1/connections/${revoked.connection_id}`)).status).toBe(200)
  expect((await revokeMerchantKey(operator, revoked_key)).status).toBe(200)
  const swapped = await verifiedPayee(web, operator, domain_id, 'shop.test')
  expect((await activate(operator, swapped)).status).toBe(200)
  await until(async () => (await cluster.admin.query('select from log_pending')).rowCount === 0, 30_000)
  await pause(3_000)
  const recipients = [payee, swapped].map(({ address }) => ({ network: 'stellar_testnet', asset: 'XLM', address }))
  writeFileSync(join(folder, 'payees.json'), JSON.stringify({ recipients }))
  expect(await monitor()).toMatchObject({ code: 0 })
  const witnessed = [...witness.kept.values()][0]?.checkpoint.split('\n').slice(0, 3).join('\n')
  // A worker writes a head as it starts, so the drill need not wait for the minute.
  const listed = () => readdirSync(join(LOG_MIRROR, 'service')).includes('heads')
  await worker.end()
  worker = await startProcess('worker', settings)
  await until(listed, 30_000)
  await until(async () => (await cluster.admin.query('select from service_revocations')).rowCount === 0, 30_000)

  const lost_at = Date.now()
  await cluster.lose()
  await api.end('SIGKILL')
  await worker.end('SIGKILL')
  await cluster.restoreTo(moment)
  const { rows: last } = await cluster.admin.query<{ at: Date }>('select max(occurred_at) as at from events')
  const rpo_s = (lost_at - (last[0]?.at.getTime() ?? 0)) / 1_000
  cluster.check()
  await expect(startProcess('api', settings)).rejects.toThrow('admin restore open')
  const planned = await run(MAIN, ['admin', 'restore', 'open', ...BY], settings)
  expect(planned.text).toContain('would begin epoch 2')
  const opened = await run(MAIN, ['admin', 'restore', 'open', ...BY, '--confirm', '2'], settings)
  expect([opened.code, opened.text]).toEqual([0, expect.stringMatching(/2 revocations redone/)])
  const repaired = await run(MAIN, ['admin', 'log', 'repair', '--from', join(folder, 'copy')], settings)
  expect([repaired.code, repaired.text]).toEqual([0, expect.stringContaining('of them from the copy')])
  api = await startProcess('api', settings)
  worker = await startProcess('worker', settings)
  const before = committed.length
  await until(() => committed.length > before, 60_000)
  const rto_s = (Date.now() - lost_at) / 1_000

  // Each rule of an epoch.
  const rules: Record<string, unknown> = {
    session: said(await operator.call('GET', '/v1/merchant-sessions/current'))[0],
    agent_token: await opensAsAgent(world, agent_token),
    spent_assertion: said(await exchange(world, spent))[1],
    new_assertion: (await exchange(world, assertionOf(automation.agent))).status,
    revoked_connection: said(await revoked.call('GET', '/v1/connections/current'))[1],
    revoked_key: (await call(url, 'GET', '/v1/events', { headers: revoked_key.headers })).status,
  }
  const { rows: notes } = await cluster.admin.query<{ note: string }>('select note from log_checkpoints')
  rules.witnessed_root = notes.some(({ note }) => note.split('\n').slice(0, 3).join('\n') === witnessed)
  await until(() => readers.every(({ resets }) => resets.length > 0), 60_000)
  await pause(3_000)
  on.asking = false
  await Promise.all(asking)
  await until(async () => (await cluster.admin.query('select from events_pending')).rowCount === 0, 30_000)
  const undelivered = "select from webhook_deliveries where status <> 'delivered'"
  await until(async () => (await cluster.admin.query(undelivered)).rowCount === 0, 120_000).catch(() => {})
  await pause(8_000)
  const owners = {
    agent: uuidOf('con', automation.connection_id),
    merchant: uuidOf('mer', operator.merchant_id),
    wallet: uuidOf('dev', automation.device.device_id),
    project: uuidOf('prj', automation.project_id),
  }
  const feeds = await Promise.all(readers.map((reader) => tallyOf(cluster.admin, reader, owners[reader.feed])))
  const { rows: deliveries } = await cluster.admin.query<{ event_id: string; status: string }>(
    'select event_id, status from webhook_deliveries',
  )
  await Promise.all(readers.map((reader) => reader.stop()))
  const figures = {
    rpo_s: Number(rpo_s.toFixed(1)),
    rto_s: Number(rto_s.toFixed(1)),
    backup_s: Number(backup_s.toFixed(1)),
    creates: committed.length,
    webhooks: {
      deliveries: deliveries.length,
      taken: new Set(taken).size,
      undelivered: deliveries.filter((d) => d.status !== 'delivered').length,
    },
    feeds,
    rules,
  }
  report('restore', figures)
  expect(rules).toEqual({
    session: 401,
    agent_token: false,
    spent_assertion: 'assertion_clock_skew',
    new_assertion: 200,
    revoked_connection: 'connection_revoked',
    revoked_key: 401,
    witnessed_root: true,
  })
  for (const one of feeds) {
    expect(one).toMatchObject({
      fault: undefined,
      missed: 0,
      repeated: 0,
      cursors_twice: 0,
      lost_silently: 0,
      resets: 1,
    })
    expect([one.feed, one.lost > 0]).toEqual([one.feed, true])
  }
  expect(figures.webhooks.undelivered).toBe(0)
})
