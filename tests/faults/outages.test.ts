/**
 * Everything that the service needs is stopped, slow and wrong in turn: what callers see, which alert tells it, and that all
 * comes right by itself. A minute of the alerts is a second or less: every time of theirs is divided by one number.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { percentile } from './attack.ts'
import type { Tried, What } from './outages/callers.ts'
import { TROUBLES, type Trouble } from './outages/gates.ts'
import { DEPENDENCIES, type Dependency, type Ground, startGround } from './outages/ground.ts'
import { report } from './report.ts'

/** `OUTAGES_SECONDS=120` is the long form. An outage lasts 25 minutes of the alerts' time. */
const SECONDS = Number(process.env.OUTAGES_SECONDS ?? 18)
const BY = (25 * 60) / SECONDS
/** Where somebody must act or wait, an outage is over this soon after its cause is. */
const RECOVERED_S_MAX = 60
/** Alerts look back. */
const CALM_S_MAX = 90
/** `OUTAGES='mail stopped'` runs some of the rows. */
const ONLY = new RegExp(process.env.OUTAGES ?? '')
const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

/** Who must be told. Where nobody is, nobody can do anything about it, or nobody waits. */
const TOLD: Readonly<Record<Dependency, Readonly<Record<Trouble, readonly string[]>>>> = {
  PostgreSQL: { stopped: ['NoneReady'], slow: [], wrong: ['NoneReady'] },
  NATS: { stopped: ['NotificationsFailing'], slow: [], wrong: ['NotificationsFailing'] },
  mail: { stopped: ['MailFailing'], slow: [], wrong: ['MailFailing'] },
  DNS: { stopped: ['ResolverSilent'], slow: [], wrong: [] },
  'ledger north': { stopped: ['LedgerFaults'], slow: [], wrong: ['LedgerFaults'] },
  'ledger south': { stopped: ['LedgerFaults'], slow: [], wrong: ['LedgerFaults'] },
  'webhook receiver': { stopped: [], slow: [], wrong: [] },
}

interface Row {
  readonly dependency: Dependency
  readonly trouble: Trouble
  /** Answers to each kind of call, by status. */
  readonly answers: Readonly<Partial<Record<What, Readonly<Record<string, number>>>>>
  readonly create_ms: { readonly p50: number; readonly max: number }
  readonly pages: readonly string[]
  readonly tickets: readonly string[]
  /** Pages that came when it was over. */
  readonly late: readonly string[]
  readonly alerts: readonly string[]
  /** Until a create was answered at its first try, and until everything promised had come true. */
  readonly answered_s: number
  readonly recovered_s: number
  readonly owed: number
  readonly unseen: readonly string[]
}

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const answersIn = (tried: readonly Tried[]): Row['answers'] => {
  const counts: Partial<Record<What, Record<string, number>>> = {}
  for (const { what, status, said } of tried) {
    const of = (counts[what] ??= {})
    const key = `${status || 'none'} ${said}`.trim()
    of[key] = (of[key] ?? 0) + 1
  }
  return counts
}

const within = async (holds: () => Promise<boolean>, seconds: number): Promise<void> => {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end && !(await holds()); ) await pause(250)
}

const runRow = async ({ gates, alerts, callers }: Ground, dependency: Dependency, trouble: Trouble): Promise<Row> => {
  alerts.told()
  const fired = new Set<string>()
  const look = async () => {
    const now = await alerts.firing()
    now.forEach((name) => fired.add(name))
    return now
  }
  const [began, from] = [performance.now(), callers.tried.length]
  await gates[dependency].be(trouble)
  while (performance.now() - began < SECONDS * 1_000) {
    await look()
    await pause(400)
  }
  const during = callers.tried.slice(from)
  const told = alerts.told()
  await gates[dependency].be('well')
  const healed = performance.now()
  let answered_s = Number.NaN
  let owed = Number.NaN
  const owing: Record<string, number> = {}
  await within(async () => {
    await look()
    const good = callers.tried.find((one) => one.what === 'create' && one.began > healed && one.status === 201)
    if (good && Number.isNaN(answered_s)) answered_s = Math.round((good.began + good.ms - healed) / 100) / 10
    const owes = await callers.owed()
    for (const [what, n] of Object.entries(owes)) if (n > 2) owing[what] = secondsSince(healed)
    owed = Object.values(owes).reduce((a, b) => a + b, 0)
    return owed < 5 && !Number.isNaN(answered_s)
  }, RECOVERED_S_MAX)
  const recovered_s = secondsSince(healed)
  await within(async () => (await look()).length === 0, CALM_S_MAX)
  const after = alerts.told()
  const names = [...told.pages, ...told.tickets, ...after.pages, ...after.tickets]
  const create = during.filter(({ what, status }) => what === 'create' && status === 201).map(({ ms }) => ms)
  const row = {
    dependency,
    trouble,
    answers: answersIn(during),
    create_ms: { p50: Math.round(percentile(create, 0.5)), max: Math.round(Math.max(...create)) },
    pages: told.pages,
    tickets: [...new Set([...told.tickets, ...after.tickets])],
    late: after.pages,
    alerts: [...fired].toSorted(),
    answered_s,
    recovered_s,
    owed,
    unseen: TOLD[dependency][trouble].filter((name) => !names.includes(name)),
  }
  console.log(JSON.stringify({ ...row, calm_s: secondsSince(healed), owing }))
  return row
}

test('what the service needs is stopped, slow or wrong', { timeout: 60 * 60_000 }, async () => {
  const ground = await startGround(BY)
  const { callers, processes } = ground
  await pause(5_000)
  const rows: Row[] = []
  for (const dependency of DEPENDENCIES)
    for (const trouble of TROUBLES)
      if (ONLY.test(`${dependency} ${trouble}`)) rows.push(await runRow(ground, dependency, trouble))
  await callers.stop()
  await within(async () => Object.values(await callers.owed()).every((n) => n === 0), RECOVERED_S_MAX)
  const owed = await callers.owed()
  const ended = processes.filter(({ pid }) => !isAlive(pid)).map(({ role }) => role)
  const figures = {
    seconds: SECONDS,
    rows: rows.length,
    acked: callers.acked(),
    lost: owed.creates,
    owed,
    ended,
    unseen: rows.flatMap(({ dependency, trouble, unseen }) =>
      unseen.map((name) => `${dependency} ${trouble}: ${name}`),
    ),
    answered_s_max: Math.max(...rows.map((row) => row.answered_s)),
    recovered_s_max: Math.max(...rows.map((row) => row.recovered_s)),
  }
  report('outages', figures)
  if (process.env.OUTAGES_PAGE) writePage(rows)
  expect(owed).toEqual({ creates: 0, webhooks: 0, mails: 0, payments: 0 })
  expect(figures).toMatchObject({ lost: 0, ended: [], unseen: [] })
  expect(rows.filter(({ recovered_s }) => recovered_s >= RECOVERED_S_MAX)).toEqual([])
})

const MARKS = {
  begin: '<!-- Made by `OUTAGES_PAGE=1 npm run faults -- outages`. -->',
  end: '<!-- End of what was made. -->',
}

const timesOf = ({ create_ms: { p50, max } }: Row): string =>
  Number.isNaN(p50) ? 'none' : `${p50} ms, ${(max / 1_000).toFixed(1)} s`

/** Between the marks, as the formatter wants it. */
const writePage = (rows: readonly Row[]): void => {
  const said = (of: Readonly<Record<string, number>> = {}) =>
    Object.entries(of)
      .map(([what, n]) => `${what} × ${n}`)
      .join(', ')
  const cells = [
    ['What', 'Is', 'Creates', 'Median, slowest', 'Pages', 'Tickets', 'Answered again', 'All done'],
    ...rows.map((row) => [
      row.dependency,
      row.trouble,
      said(row.answers.create),
      timesOf(row),
      [...row.pages, ...row.late.map((name) => `${name} when it is over`)].join(', ') || 'none',
      row.tickets.join(', ') || 'none',
      `${row.answered_s} s`,
      `${row.recovered_s} s`,
    ]),
  ]
  const [head = []] = cells
  const widths = head.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  const line = (row: readonly string[], fill = ' ') =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(' | ')} |`
  const table = [
    line(head),
    line(
      head.map(() => ''),
      '-',
    ),
    ...cells.slice(1).map((row) => line(row)),
  ].join('\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(MARKS.begin)
  const [, after = ''] = rest.split(MARKS.end)
  writeFileSync(PAGE, `${before}${MARKS.begin}\n\n${table}\n\n${MARKS.end}${after}`)
}
