/** What a runbook names is there: commands run and print what it says, queries are answered, and words stand in the sources. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Settings } from '../src/platform/config.ts'
import { call } from './call.ts'
import { canaryFile } from './canary-process.ts'
import { MAIN } from './process.ts'
import { startWorld, type World } from './world.ts'

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
  'pursestrings-server probe --canary canary.json': /^canary failed: connection: .* answered 401 credential_invalid: /,
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
      /^[A-Z_]+$/.test(span) ? !(span in Settings.properties) : !wordsOf(span).every((part) => sources.includes(part)),
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
