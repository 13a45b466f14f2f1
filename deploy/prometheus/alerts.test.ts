/** Each alert fires at its fault, and no other does; what one explains of the others is muted, and nothing else. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../tools/dev/free-port.ts'
import { create, FAULTS, type Fault, HEALTHY, QUIET, type Series } from './faults.ts'

const run = promisify(execFile)
const DEPLOY = fileURLToPath(new URL('../', import.meta.url))
const text = (file: string) => readFileSync(DEPLOY + file, 'utf8')

interface Rule {
  alert?: string
  labels: Record<string, string>
  annotations: { runbook: string }
}
const rulesOf = (file: string) =>
  (parse(text(file)) as { groups: { rules: Rule[] }[] }).groups
    .flatMap(({ rules }) => rules)
    .filter((rule): rule is Rule & { alert: string } => rule.alert !== undefined)
const OBJECTIVES = 'prometheus/objectives.yaml'
const RULES = 'prometheus/rules.yaml'
const alerts = [...rulesOf(OBJECTIVES), ...rulesOf(RULES)]
const nameOf = (short: string) => `Pursestrings${short}`

/** Looked at every five minutes: most of what promtool costs is evaluating rules. */
const BEFORE = 25
const LAST = 85

interface World {
  readonly name: string
  readonly series: Series
  /** How many of each alert fire, by the minute. */
  readonly firing: Readonly<Record<number, Readonly<Record<string, number>>>>
}

const promtool = async (rules: string, every: string, worlds: readonly World[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-alerts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'rules.yaml'), rules)
  const tests = worlds.map(({ name, series, firing }) => ({
    name,
    interval: '1m',
    input_series: Object.entries(series).flatMap(([one, values]) => (values === '' ? [] : [{ series: one, values }])),
    promql_expr_test: Object.entries(firing).map(([minute, of_each]) => ({
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: `${minute}m`,
      exp_samples: Object.entries(of_each).map(([alert, value]) => ({
        labels: `{alertname="${nameOf(alert)}"}`,
        value,
      })),
    })),
  }))
  const content = { rule_files: ['rules.yaml'], evaluation_interval: every, tests }
  writeFileSync(join(folder, 'test.yaml'), JSON.stringify(content))
  return run('promtool', ['test', 'rules', 'test.yaml'], { cwd: folder }).then(
    () => 'passed',
    (error: { stdout: string; stderr: string }) => error.stderr + error.stdout,
  )
}

const worldOf = ([alert, { series, with: besides = [] }]: readonly [string, Fault]): World => ({
  name: alert,
  series: { ...HEALTHY, ...series },
  firing: { [BEFORE]: {}, [LAST]: Object.fromEntries([alert, ...besides].map((one) => [one, 1])) },
})

test('each fault makes its alert fire, and no other', async () => {
  const named = new Set(rulesOf(RULES).map(({ alert }) => alert))
  expect(new Set(Object.keys(FAULTS).map(nameOf))).toEqual(named)
  const quiet = Object.entries(QUIET).map(([name, series]) => ({
    name,
    series: { ...HEALTHY, ...series },
    firing: Object.fromEntries([10, 41, 42, 52, 55].map((minute) => [minute, {}])),
  }))
  const rules = text(RULES)
  expect(await promtool(rules, '5m', Object.entries(FAULTS).map(worldOf))).toBe('passed')
  expect(await promtool(rules, '1m', quiet)).toBe('passed')
  const few = [worldOf(['DeadLetters', FAULTS['DeadLetters'] as Fault])]
  expect(await promtool(rules.replace('svc_dead_letters) > 0', 'svc_dead_letters) > 5'), '1m', few)).toContain('FAILED')
})

test('who was woken by an outage is not woken again by what follows from it when it is over', async () => {
  const over = {
    name: 'ten minutes without a process that is ready, in which every call fails',
    series: {
      ...HEALTHY,
      'svc_processes_ready{role="api",instance="api-1"}': '1x29 0x9 1x50',
      'svc_processes_ready{role="api",instance="api-2"}': '4x29 0x9 4x50',
      'svc_calls_total{operation="merchants.list",outcome="failed"}': '0x29 0+100x9 900x50',
    },
    firing: {
      38: { NoneReady: 1, ProcessNotReady: 2, CallsFailing: 1 },
      48: { NoneReady: 1, CallsFailing: 1 },
      60: {},
    },
  }
  const rules = text(RULES)
  expect(await promtool(rules, '1m', [over])).toBe('passed')
})

test('an outage is told by its cause: before failing calls page, it is known that no process is ready', async () => {
  const call = (outcome: string) => `svc_calls_total{${create},outcome="${outcome}"}`
  const series = {
    ...HEALTHY,
    'svc_processes_ready{role="api",instance="api-1"}': '1x29 0x20',
    'svc_processes_ready{role="api",instance="api-2"}': '4x29 0x20',
    [call('answered')]: '0+100x29 2900x20',
    [call('failed')]: '0x29 0+100x20',
  }
  const firing = {
    31: { NoneReady: 1 },
    32: { NoneReady: 1, ProcessNotReady: 2 },
    33: { NoneReady: 1, ProcessNotReady: 2, CallsFailing: 1, CreateErrors: 4 },
  }
  const groupsOf = (rules: string) => (parse(rules) as { groups: unknown[] }).groups
  const outcomeWith = (objectives: string) => {
    const groups = [text(RULES), objectives].flatMap(groupsOf)
    return promtool(JSON.stringify({ groups }), '1m', [{ name: 'no process is ready', series, firing }])
  }
  const objectives = text(OBJECTIVES)
  expect(await outcomeWith(objectives)).toBe('passed')
  expect(await outcomeWith(objectives.replaceAll('        for: 2m\n', ''))).toContain('FAILED')
})

/** Ten in a hundred go wrong from the second hour on; what good ones are is counted at 0.25, 1 and 5 seconds. */
const counted = (name: string, label: string, le: string, good: number): Series => ({
  [`${name}_count${label}`]: '0+100x180',
  [`${name}_bucket{${[label.slice(1, -1), `le="${le}"`].filter(Boolean).join(',')}}`]: `0+100x60 6000+${good}x120`,
})
const calls = `{${create}}`
const objectives = ({ creates = 100, feed = 100, webhooks = 100, failed = 0 }): Series => ({
  ...counted('svc_call_duration_seconds', calls, '0.25', creates),
  ...counted('svc_feed_delay_seconds', '', '1', feed),
  ...counted('svc_webhook_first_attempt_delay_seconds', '', '5', webhooks),
  [`svc_calls_total{${create},outcome="answered"}`]: '0+100x180',
  [`svc_calls_total{${create},outcome="failed"}`]: `0x60 0+${failed}x120`,
})

test('objectives: each of the four windows of one fires when its budget burns, and those of no other', async () => {
  const burnt = (alert: string, series: Series): World => ({
    name: alert,
    series,
    firing: { 50: {}, 170: { [alert]: 4 } },
  })
  const worlds = [
    burnt('CreateErrors', objectives({ failed: 2 })),
    burnt('SlowCreates', objectives({ creates: 80 })),
    burnt('SlowFeed', objectives({ feed: 80 })),
    burnt('SlowWebhooks', objectives({ webhooks: 80 })),
    {
      name: 'three calls a day, one of which fails, wake nobody',
      series: {
        [`svc_calls_total{${create},outcome="answered"}`]: '0x60 2x60',
        [`svc_calls_total{${create},outcome="failed"}`]: '0x60 1x60',
      },
      firing: { 70: {}, 100: {} },
    },
  ]
  const rules = text(OBJECTIVES)
  expect(await promtool(rules, '10m', worlds)).toBe('passed')
  expect(await promtool(rules.replaceAll('>= 20', '>= 0'), '10m', worlds.slice(4))).toContain('FAILED')
})

test('whoever must act at once is woken: nobody serves, nobody can sign in, something was tampered with or will be lost', () => {
  const paging = alerts.filter(({ labels }) => labels['severity'] === 'page').map(({ alert }) => alert.slice(12))
  expect([...new Set(paging)].toSorted()).toEqual([
    'ArchiveStale',
    'CallsFailing',
    'CanaryFailing',
    'CreateErrors',
    'DiskFull',
    'FactsMismatch',
    'FeedLate',
    'MailFailing',
    'NoMetrics',
    'NoneReady',
    'PayeeLogFault',
    'SlowCreates',
    'SlowFeed',
    'SlowWebhooks',
  ])
})

test('every alert has a section of the runbooks, and every section an alert', () => {
  const headings = [...text('runbooks.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const named = alerts.map(({ annotations }) => annotations.runbook)
  expect([...new Set(named)].toSorted()).toEqual(anchors.map((anchor) => `deploy/runbooks.md#${anchor}`).toSorted())
})

/** Two of them at once would not tell which one mutes. */
const CAUSES = new Set([nameOf('NoMetrics'), nameOf('NoneReady'), nameOf('DiskFull')])
const isLonger = ({ severity, alertname }: Told['labels']) =>
  severity === 'ticket' && rulesOf(OBJECTIVES).some(({ alert }) => alert === alertname)

interface Told {
  readonly labels: {
    readonly alertname: string
    readonly instance: string
    readonly role?: string
    readonly severity: string
  }
  readonly status: { readonly state: string }
}

test('an outage mutes what follows from it, and nothing else: neither tampering nor the canary of another cause', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-alertmanager-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const args = [
    `--config.file=${DEPLOY}alertmanager/alertmanager.yaml`,
    `--storage.path=${folder}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--cluster.listen-address=',
    '--log.level=error',
  ]
  const manager = spawn('prometheus-alertmanager', args, { stdio: 'ignore' })
  const ended = once(manager, 'exit')
  onTestFinished(async () => {
    manager.kill()
    await ended
  })
  const api = `http://127.0.0.1:${port}/api/v2/alerts`
  const expectMuted = async (cause: string, role: string, expected: readonly string[]): Promise<void> => {
    // Every alert that there is, for both roles where it has one.
    const all = alerts.flatMap(({ alert, labels }) =>
      ['api', 'worker'].map((of) => ({
        labels: { alertname: alert, ...labels, role: labels['role'] ?? of, instance: of, cause },
      })),
    )
    const firing = all.filter(
      ({ labels }) => !(CAUSES.has(labels.alertname) && (labels.alertname !== cause || labels.role !== role)),
    )
    // Taken in one after the other: when the second of the last two is muted by the first, everything before has had its effect.
    const last = [nameOf('DiskFull'), nameOf('DiskFilling')].map((alertname) => ({
      labels: { alertname, instance: 'last', cause },
    }))
    const post = (more: object) => {
      const body = JSON.stringify([...firing, ...last].map((one) => ({ ...one, ...more })))
      return fetch(api, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
    expect((await post({})).status).toBe(200)
    const readMuted = async (): Promise<Told[]> => {
      const answer = await fetch(`${api}?filter=${encodeURIComponent(`cause="${cause}"`)}`)
      const told = (await answer.json()) as Told[]
      expect(told.length).toBeGreaterThan(30)
      return told.filter(({ status }) => status.state === 'suppressed')
    }
    const isLast = ({ labels }: Told): boolean => labels.instance === 'last'
    await expect.poll(async () => (await readMuted()).some(isLast)).toBe(true)
    const muted = (await readMuted()).filter((one) => !isLast(one) && !isLonger(one.labels))
    expect(muted.map(({ labels }) => `${labels.alertname.slice(12)} ${labels.role}`).toSorted()).toEqual(expected)
    await post({ endsAt: new Date().toISOString() })
  }
  await expect
    .poll(() =>
      fetch(api).then(
        (answer) => answer.ok,
        () => false,
      ),
    )
    .toBe(true)
  await expectMuted('PursestringsNoMetrics', 'api', [])
  await expectMuted('PursestringsNoneReady', 'worker', ['ProcessNotReady worker'])
  const creates = ['api', 'worker'].flatMap((of) => [`CreateErrors ${of}`, `CreateErrors ${of}`])
  const everyCall = ['CallsFailing', 'CanaryFailing'].flatMap((one) => [`${one} api`, `${one} worker`])
  await expectMuted('PursestringsNoneReady', 'api', [...everyCall, ...creates, 'ProcessNotReady api'].toSorted())
  await expectMuted('PursestringsDiskFull', 'api', ['DiskFilling api'])
})
