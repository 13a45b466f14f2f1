import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig, Settings } from '../src/platform/config.ts'
import { type Asking, newAsking } from './asking.ts'
import { newAutomation } from './automation.ts'
import { type Answer, call } from './call.ts'
import { canaryFile } from './canary-process.ts'
import { act, activeEndpoint, change, readEndpoint } from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { grantFor, newOperator, operatorOf } from './operator.ts'
import { MAIN } from './process.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The people who run the service give an organization other limits, turn a webhook endpoint off, and sign everybody out. */
describe('operator commands', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, PENDING_MAX: '4' })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })
  let asking: Asking
  beforeEach(async () => {
    asking = await newAsking(world, web)
  })

  const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
  const BY = ['--actor', 'support', '--reason', 'asked by letter']
  const limits = (...words: string[]) => admin('merchant', 'limits', asking.operator.merchant_id, ...words, ...BY)
  const codesOf = (answers: readonly Answer[]) => answers.map(({ status, json }) => json.error?.code ?? status)
  const askTimes = async (n: number, by = asking) => {
    const answers: Answer[] = []
    for (let i = 0; i < n; i++) answers.push(await by.ask())
    return answers
  }
  const audited = async () =>
    (await asking.operator.call('GET', '/v1/audit-events?actor=operator:support')).json.audit_events

  test('an organization has the limits that the operator gives it, from the next create on, and others have those of all', async () => {
    const other = await newAsking(world, web)
    expect(await limits('--pending', '2')).toContain('creates per minute as all, pending 2')
    const answers = await askTimes(3)
    expect(codesOf(answers)).toEqual([201, 201, 'too_many_pending'])
    expect(answers[2]?.headers.get('ratelimit-policy')).toBe('"pending";q=2')
    expect(codesOf(await askTimes(5, other))).toEqual([201, 201, 201, 201, 'too_many_pending'])
    await limits('--pending', '6', '--creates-per-minute', '5')
    // A minute that doesn't end while a busy machine asks.
    await world.database.admin.query("update connections set minute_began_at = now() + interval '1 hour'")
    const more = await askTimes(4)
    expect(codesOf(more)).toEqual([201, 201, 201, 'too_many_creates'])
    expect(more[3]?.headers.get('ratelimit-policy')).toBe('"creates";q=5;w=60')
    expect(await limits('--pending', 'default', '--creates-per-minute', 'default')).toContain('pending as all')
    expect(codesOf(await askTimes(1))).toEqual(['too_many_pending'])
    const reason = 'asked by letter'
    expect((await audited()).map(({ action, details }: Record<string, unknown>) => [action, details])).toEqual([
      [
        'merchant.limits_changed',
        { reason, creates_per_minute_max: { from: 5, to: null }, pending_max: { from: 6, to: null } },
      ],
      [
        'merchant.limits_changed',
        { reason, creates_per_minute_max: { from: null, to: 5 }, pending_max: { from: 2, to: 6 } },
      ],
      ['merchant.limits_changed', { reason, pending_max: { from: null, to: 2 } }],
    ])
  })

  test('intents that wait for a person have the same limit', async () => {
    const automation = await newAutomation(world, web)
    const id = automation.operator.merchant_id
    await admin('merchant', 'limits', id, '--pending', '1', ...BY)
    await automation.intended({ initiator: 'human' })
    const second = await automation.intend({ initiator: 'human' })
    expect(codesOf([second])).toEqual(['too_many_pending'])
    expect(second.headers.get('ratelimit-policy')).toBe('"pending";q=1')
  })

  test('limits are numbers from one up, the same again changes nothing, and no process that serves can change them', async () => {
    for (const wrong of ['0', '-1', '1.5', 'many', '1000001'])
      await expect(limits('--pending', wrong)).rejects.toThrow('--pending must be a number from 1')
    await expect(limits()).rejects.toThrow('usage:')
    await expect(admin('merchant', 'limits', asking.operator.merchant_id, '--pending', '2')).rejects.toThrow('--actor')
    await limits('--pending', '2')
    await limits('--pending', '2')
    expect(await audited()).toHaveLength(1)
    const id = uuidOf('mer', asking.operator.merchant_id)
    const { admin: database } = world.database
    for (const role of ['pursestrings_app', 'pursestrings_system', 'pursestrings_worker']) {
      await database.query(`set role ${role}`)
      await database.query("select set_config('svc.tenant', $1, false)", [id])
      const text = 'update merchants set pending_max = 1000 where merchant_id = $1'
      const said = await database.query(text, [id]).then(
        () => 'changed',
        (error: Error) => error.message,
      )
      await database.query('reset role')
      expect([role, said]).toEqual([role, 'permission denied for table merchants'])
    }
  })

  test('an endpoint that the operator turned off gets nothing, and is on again only after a new challenge', async () => {
    const { operator } = asking
    const { path, url } = web.webhooks.place()
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
    const disable = () => admin('webhook', 'disable', operator.merchant_id, id, ...BY)
    expect(await disable()).toBe(`disabled ${id}`)
    expect(await disable()).toContain('was disabled already')
    const off = await readEndpoint(operator, id)
    expect(off).toMatchObject({ status: 'disabled', disabled_reason: 'operator', verified_at: null })
    const before = web.webhooks.lastAt(path)
    await asking.asked()
    const held = async () =>
      (await operator.call('GET', `/v1/webhook-deliveries?webhook_endpoint_id=${id}`)).json.webhook_deliveries
    await until(async () => (await held()).some(({ status }: { status: string }) => status === 'held'))
    expect(web.webhooks.lastAt(path)).toBe(before)

    const on = await change(operator, id, { status: 'active', version: off.version })
    expect([on.status, on.json.error?.code]).toEqual([409, 'webhook_endpoint_unverified'])
    expect((await act(operator, id, 'verify')).json.webhook_endpoint).toMatchObject({ status: 'active' })
    expect(await audited()).toMatchObject([
      {
        action: 'webhook_endpoint.disabled',
        target: id,
        details: { reason: 'asked by letter', disabled_reason: 'operator' },
      },
    ])
  })

  test('an endpoint is named with its own organization, and a name and a reason are needed', async () => {
    const { operator } = asking
    const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url: web.webhooks.place().url })
    const other = await newOperator(world, 'Quay Records')
    await expect(admin('webhook', 'disable', other.merchant_id, id, ...BY)).rejects.toThrow('has no endpoint')
    await expect(admin('webhook', 'disable', operator.merchant_id, id)).rejects.toThrow('--actor')
    await expect(admin('webhook', 'enable', operator.merchant_id, id, ...BY)).rejects.toThrow('usage:')
    expect((await readEndpoint(operator, id)).status).toBe('active')
  })

  const sessionsOf = (id: string, ...words: string[]) => admin('tenant', 'end-sessions', id, ...BY, ...words)

  test('everybody is signed out of one organization, from the next call on, once the operator has confirmed it', async () => {
    const { operator } = asking
    const { email, merchant_id } = operator
    const other = await newOperator(world, 'Quay Records')
    const { grant, merchant_choices } = await grantFor(world, email)
    const choice = merchant_choices[0]?.choice
    const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant, choice } })
    const second = operatorOf(world, email, opened)
    const standing = async () =>
      Promise.all(
        [operator, second, other].map(
          async (person) => (await person.call('GET', '/v1/merchant-sessions/current')).status,
        ),
      )

    expect(await sessionsOf(merchant_id)).toContain(`would end 2 sessions of ${merchant_id}`)
    await expect(sessionsOf(merchant_id, '--confirm', other.merchant_id)).rejects.toThrow('--confirm must be')
    expect(await standing()).toEqual([200, 200, 200])
    expect(await sessionsOf(merchant_id, '--confirm', merchant_id)).toContain('ended 2 sessions')
    expect(await standing()).toEqual([401, 401, 200])
    // What agents do goes on: sessions are people's.
    expect((await asking.ask()).status).toBe(201)
    expect(await sessionsOf(merchant_id, '--confirm', merchant_id)).toContain('ended 0 sessions')

    const again = await grantFor(world, email)
    const body = { grant: again.grant, choice: again.merchant_choices[0]?.choice }
    const back = operatorOf(world, email, await world.call('POST', '/v1/merchant-sessions', { body }))
    const { audit_events } = (await back.call('GET', '/v1/audit-events?actor=operator:support')).json
    expect(audit_events).toMatchObject([
      {
        action: 'merchant_session.all_closed',
        target: merchant_id,
        details: { reason: 'asked by letter', sessions: 2 },
      },
    ])
  })

  test('the program itself does it, with the settings of the service', async () => {
    const { merchant_id } = asking.operator
    const run = (...words: string[]) =>
      promisify(execFile)(process.execPath, [MAIN, 'admin', ...words], {
        env: { PATH: process.env.PATH, ...world.settings },
      })
    const { stdout } = await run('merchant', 'limits', merchant_id, '--pending', '3', ...BY)
    expect(stdout).toBe(`${merchant_id}: creates per minute as all, pending 3\n`)
    await expect(run('tenant', 'end-sessions', 'mer_nobody', ...BY)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no organization mer_nobody'),
    })
    expect(codesOf(await askTimes(4))).toEqual([201, 201, 201, 'too_many_pending'])
  })
})

/** What a runbook names is there: commands run and print what it says, queries are answered, and words stand in the sources. */
describe('runbooks', () => {
  const run = promisify(execFile)
  const ROOT = fileURLToPath(new URL('../../', import.meta.url))

  /** What stands between backticks, on one line. */
  const spansOf = (markdown: string): string[] =>
    [...markdown.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '))
  const spans = new Set(spansOf(readFileSync(`${ROOT}deploy/runbooks.md`, 'utf8')))
  const starting = (pattern: RegExp) => [...spans].filter((span) => pattern.test(span))

  /** Programs of others. */
  const FOREIGN = /^(systemctl|timedatectl|chronyc|nc|df|openssl|pgbackrest|alter role|\\du)\b|^\\du$/
  const OURS = /^pursestrings-server /
  const SQL = /^(select|show) /
  const PROMQL = /\bsvc_|^(up|nodejs_\w+)$/

  let world: World
  const seed = () => randomBytes(32).toString('base64url')
  beforeAll(async () => {
    const keys = `kek-1:${seed()}`
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-runbooks-'))
    const store = join(folder, 'keys.json')
    writeFileSync(store, JSON.stringify({ log_key: seed(), key_encryption_keys: keys }), { mode: 0o600 })
    world = await startWorld({ KEY_STORE: `file:${store}`, LOG_MIRROR: folder, LOG_LEVEL: 'silent' })
    return () => rmSync(folder, { recursive: true })
  })
  afterAll(() => world.stop())

  interface Ran {
    readonly code: number
    readonly stdout: string
    readonly stderr: string
  }
  const server = (words: readonly string[]): Promise<Ran> =>
    run(process.execPath, [MAIN, ...words], {
      env: { PATH: process.env.PATH, ...world.settings, LOG_LEVEL: 'info' },
    }).then(
      (out) => ({ code: 0, ...out }),
      ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
    )

  /** What each prints here, where nothing is wrong but for the canary, which nobody connected. */
  const PRINTS: Readonly<Record<string, RegExp>> = {
    'pursestrings-server admin dead-letters list': /^no dead letters\n$/,
    'pursestrings-server admin dead-letters replay --queue <queue>': /^replayed 0\n$/,
    'pursestrings-server admin keys list': /facts.*current/,
    'pursestrings-server admin log repair --from <folder or URL>': /^the copy has no head signed by this log\n$/,
    'pursestrings-server config check': /ok +DATABASE_URL\n(.*\n)*.*ok +SMTP_URL\n/,
    'pursestrings-server migrate': /"msg":"migrated"/,
    'pursestrings-server probe --canary canary.json':
      /^canary failed: connection: .* answered 401 credential_invalid: /,
    'pursestrings-server probe http://<host>:<OPS_PORT>': /"status":"ready"/,
  }

  test('its commands exist, and print what it says', async () => {
    expect(
      starting(OURS)
        .filter((one) => one !== 'pursestrings-server probe --canary')
        .toSorted(),
    ).toEqual(Object.keys(PRINTS).toSorted())
    const nobody = {
      connection_token: `svc_conn_${'0'.repeat(40)}`,
      recipient_id: 'rcp_1',
      recipient_version_id: 'rcv_1',
    }
    const canary = canaryFile({ base_url: world.url, ...nobody })
    for (const [command, prints] of Object.entries(PRINTS)) {
      const words = command
        .replace('<queue>', 'letters')
        .replace('<folder or URL>', '/no-such-folder')
        .replace('http://<host>:<OPS_PORT>', world.service.ops_url)
        .split(' ')
        .map((word) => (word === 'canary.json' ? canary : word))
      const { stdout, stderr } = await server(words.slice(1))
      expect([command, stdout + stderr]).toEqual([command, expect.stringMatching(prints)])
    }
  })

  test('its statements are answered by PostgreSQL', async () => {
    const statements = starting(SQL)
    expect(statements.length).toBeGreaterThan(5)
    for (const one of statements) await world.database.admin.query(one)
  })

  test('its figures are exported, and its queries are well formed', async () => {
    const queries = starting(PROMQL)
    expect(queries.length).toBeGreaterThan(20)
    const { text } = await call(world.service.ops_url, 'GET', '/metrics')
    const canary = readFileSync(`${ROOT}server/src/commands/probe.ts`, 'utf8')
    const named = queries.flatMap((query) => query.match(/\b(svc|nodejs)_\w+/g) ?? [])
    const unknown = named.filter(
      (name) => !text.includes(`# TYPE ${name.replace(/_count$/, '')} `) && !canary.includes(`'${name}'`),
    )
    expect(unknown).toEqual([])
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-queries-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const rules = queries.map((expr, n) => ({ record: `q${n}`, expr }))
    writeFileSync(join(folder, 'queries.yaml'), JSON.stringify({ groups: [{ name: 'queries', rules }] }))
    await run('promtool', ['check', 'rules', 'queries.yaml'], { cwd: folder })
  })

  test('its settings, error codes, states and log lines are those of the service', () => {
    const sources = globSync('{server/src,server/schema,packages/{contract,protocol,cli}/src}/**/*.{ts,sql}', {
      cwd: ROOT,
    })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => readFileSync(ROOT + file, 'utf8'))
      .join('\n')
    const isElsewhere = (span: string) =>
      [OURS, SQL, PROMQL, FOREIGN, /^\//, /^[45](\d\d|xx)$/].some((pattern) => pattern.test(span))
    const unknown = [...spans]
      .filter((span) => !isElsewhere(span) && !OF_OTHERS.has(span))
      .filter((span) =>
        /^[A-Z_]+$/.test(span)
          ? !(span in Settings.properties)
          : !wordsOf(span).every((part) => sources.includes(part)),
      )
    expect(unknown).toEqual([])
  })

  /** Of PostgreSQL, Prometheus and the kernel. */
  const OF_OTHERS = new Set(
    `archive_timeout,max_connections,pgaudit,pg_blocking_pids(pid),pg_stat_activity,pg_stat_wal,last_failed_time,last_failed_wal,
idle in transaction,SIGKILL,mountpoint,Retry-After,PursestringsStandbyGone`.split(/,\n?/),
  )
  /** `pursestrings agents rotate-key --days 400`: the words that our command line knows; a text that goes on, up to there. */
  const wordsOf = (span: string): string[] =>
    span.startsWith('pursestrings ') ? (span.match(/[a-z]+-[a-z]+|(?<=--)\w+/g) ?? []) : [span.replace(/…$/, '')]
})
