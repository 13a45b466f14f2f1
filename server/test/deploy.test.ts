/** What `deploy/` tells operators to run: settings that exist, metrics that somebody exports, routes that reach somebody. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { Settings } from '../src/platform/config.ts'
import { call } from './call.ts'
import { startCanary } from './canary-process.ts'
import { startWorld } from './world.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DEPLOY = `${ROOT}deploy/`
const text = (file: string) => readFileSync(DEPLOY + file, 'utf8')

interface Rules {
  groups: { rules: { expr: string; labels?: { severity?: string } }[] }[]
}
const alerts = ['prometheus/rules.yaml', 'prometheus/objectives.yaml'].flatMap((file) =>
  (parse(text(file)) as Rules).groups.flatMap((group) => group.rules),
)

interface Dashboard {
  panels: {
    id: number
    title: string
    gridPos: { h: number; w: number; x: number; y: number }
    targets?: { expr: string }[]
  }[]
}
const { panels } = JSON.parse(text('grafana/pursestrings.json')) as Dashboard
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Names in queries that no process tells of. */
const unknownMetrics = (expressions: readonly string[], exported: string): string[] => {
  const named = expressions
    .flatMap((expr) => expr.match(/\b(svc|process|nodejs)_\w+/g) ?? [])
    .map((name) => name.replace(/_(count|bucket)$/, ''))
  return [...new Set(named.filter((name) => !exported.includes(`# TYPE ${name} `)))]
}

test('every metric of an alert and of the dashboard is exported by a running process', async () => {
  const seed = () => randomBytes(32).toString('base64url')
  const LOG_MIRROR = mkdtempSync(join(tmpdir(), 'pursestrings-mirror-'))
  onTestFinished(() => rmSync(LOG_MIRROR, { recursive: true }))
  const store = join(LOG_MIRROR, 'keys.json')
  writeFileSync(store, JSON.stringify({ log_key: seed(), key_encryption_keys: `kek-1:${seed()}` }))
  const world = await startWorld({ KEY_STORE: `file:${store}`, LOG_MIRROR })
  onTestFinished(() => world.stop())
  const nobody = { connection_token: 'svc_conn_none', recipient_id: 'rcp_none', recipient_version_id: 'rcv_none' }
  const canary = await startCanary({ base_url: world.url, ...nobody }, 30)
  const scraped = [world.service.ops_url, canary.url].map((base) => call(base, 'GET', '/metrics'))
  const exported = (await Promise.all(scraped)).map((one) => one.text).join('')
  const expressions = [...alerts.map(({ expr }) => expr), ...queries]
  expect(unknownMetrics(expressions, exported)).toEqual([])
  expect(unknownMetrics(['sum(svc_planted_total)'], exported)).toEqual(['svc_planted_total'])
})

test("the dashboard's queries are well formed, and its panels do not lie on each other", async () => {
  expect(queries.length).toBeGreaterThan(20)
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-dashboard-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const outcome = async (expressions: readonly string[]) => {
    const rules = expressions.map((expr, n) => ({ record: `q${n}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
    writeFileSync(join(folder, 'queries.yaml'), JSON.stringify({ groups: [{ name: 'queries', rules }] }))
    return run('promtool', ['check', 'rules', 'queries.yaml'], { cwd: folder }).then(
      () => 'passed',
      (error: { stderr: string }) => error.stderr,
    )
  }
  expect(await outcome(queries)).toBe('passed')
  expect(await outcome([...queries, 'sum by (status (svc_calls_in_flight)'])).toContain('parse error')
  const taken = new Map<string, string>()
  for (const { title, gridPos } of panels) {
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect([title, x < 24, taken.get(`${x} ${y}`)]).toEqual([title, true, undefined])
        taken.set(`${x} ${y}`, title)
      }
    }
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

test('pages wake somebody and tickets wait; a route that is lost is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-routes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const receivers = async (config: string) => {
    const file = join(folder, 'alertmanager.yaml')
    writeFileSync(file, config)
    await run('amtool', ['check-config', file])
    const severities = new Set(alerts.flatMap(({ labels }) => labels?.severity ?? []))
    const routed = [...severities].map(async (severity) => {
      const args = ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`]
      return `${severity} → ${(await run('amtool', args)).stdout.trim()}`
    })
    return (await Promise.all(routed)).toSorted()
  }
  const config = text('alertmanager/alertmanager.yaml')
  expect(await receivers(config)).toEqual(['page → pages', 'ticket → tickets'])
  expect(await receivers(config.replace('severity = "page"', 'severity = "pages"'))).not.toContain('page → pages')
  await expect(receivers(config.replace('group_wait', 'group_weight'))).rejects.toThrow('failed to validate')
})

const known = (name: string) => name.replace(/_FILE$/, '') in Settings.properties

test('units and compose name settings that exist, and secrets that are declared', () => {
  const units = readdirSync(`${DEPLOY}systemd`).map((file) => text(`systemd/${file}`))
  const set = units.flatMap((unit) => [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name ?? ''))
  expect(set.length).toBeGreaterThan(0)
  expect(set.filter((name) => !known(name))).toEqual([])
  const compose = parse(text('compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; secrets?: string[]; image: string }>
    secrets: Record<string, object>
  }
  // podman-compose leaves an empty default as it stands, and no process would start.
  expect(text('compose.yaml')).not.toMatch(/\$\{\w+:?-\}/)
  const asked = text('make-logins.sh').match(/(?<=password )\w+(?=\))/g) ?? []
  expect(
    asked.map((name) => `login_${name}`).filter((name) => !compose.services['postgres']?.secrets?.includes(name)),
  ).toEqual([])
  const mounted = text('compose.yaml').match(/(?<=- )\.\/[\w.-]+(?=:)/g) ?? []
  expect([asked.length, mounted.filter((file) => !readdirSync(DEPLOY).includes(basename(file)))]).toEqual([4, []])
  for (const [name, { environment = {}, secrets = [], image }] of Object.entries(compose.services)) {
    expect([name, secrets.filter((secret) => !(secret in compose.secrets))]).toEqual([name, []])
    if (image !== 'pursestrings-server') continue
    expect([name, Object.keys(environment).filter((setting) => !known(setting))]).toEqual([name, []])
    const read = Object.entries(environment).filter(([setting]) => setting.endsWith('_FILE'))
    const unmounted = read.filter(([, file]) => !secrets.includes(basename(file)))
    expect([name, unmounted]).toEqual([name, []])
  }
})

test('each login that is made before the first start is in its roles, has its password, and no right of its own', async () => {
  const url = new URL(inject('admin_url'))
  const show = `select r.rolname || ': ' || string_agg(g.rolname, ', ' order by g.rolname) || (case when a.rolpassword is null then ' open' else '' end)
    from pg_auth_members m join pg_roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid join pg_authid a on a.oid = r.oid
    where r.rolname = any ('{pursestrings_api,pursestrings_api_system,pursestrings_jobs,pursestrings_admin}')
    group by r.rolname, a.rolpassword order by 1`
  const passwords = ['api', 'api_system', 'jobs', 'admin'].flatMap((name) => ['-v', `${name}=it's a "${name}"`])
  const lines = ['-c', 'begin', '-f', `${DEPLOY}logins.sql`, '-f', `${DEPLOY}logins.sql`, '-c', show, '-c', 'rollback']
  const { stdout } = await run('psql', ['-X', '-qAt', '-v', 'ON_ERROR_STOP=1', ...passwords, ...lines, url.href])
  expect(stdout.trim().split('\n')).toEqual([
    'pursestrings_admin: pursestrings_operator',
    'pursestrings_api: pursestrings_app',
    'pursestrings_api_system: pursestrings_app, pursestrings_system',
    'pursestrings_jobs: pursestrings_app, pursestrings_worker',
  ])
})

/** `systemd-analyze` scores what a unit could still reach: 0 is nothing, 10 everything. */
const EXPOSURE_MAX = 1.5

test('the units leave the service next to nothing to reach; without its sandbox one is found out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const exposure = async (unit: string) => {
    const file = join(folder, 'pursestrings-checked.service')
    writeFileSync(file, unit)
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', file])
    return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
  }
  for (const file of readdirSync(`${DEPLOY}systemd`)) {
    const unit = text(`systemd/${file}`)
    expect(await exposure(unit)).toBeLessThanOrEqual(EXPOSURE_MAX)
    expect(await exposure(unit.replace(/^(Protect|Private|Restrict).*$/gm, ''))).toBeGreaterThan(EXPOSURE_MAX)
  }
})
