/** The alerts as they are deployed, in Prometheus and Alertmanager, with every time divided by one number: who is told of what, and when. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { listening } from '../../../server/test/egress/listening.ts'
import { until } from '../../../server/test/until.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { startProgram } from '../cluster/programs.ts'

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const text = (file: string) => readFileSync(DEPLOY + file, 'utf8')

export interface Alerts {
  /** Names of those that fire now, without what all have in front. */
  firing(): Promise<string[]>
  /** Those that somebody was told of since the last look, by who is told. */
  told(): Record<'pages' | 'tickets', string[]>
  stop(): Promise<void>
}

const MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Periods, and figures that are seconds; a rate or a count stays what it is. */
const shortened = (rules: string, by: number): string =>
  rules
    .replaceAll(/(\[|(?:for|group_wait|group_interval|repeat_interval): )(\d+)([smhd])\b/g, (_, at, n, unit) => {
      const ms = (Number(n) * (MS[unit] ?? 0)) / by
      return `${at}${Math.ceil(ms)}ms`
    })
    .replaceAll(/(svc_\w+_(?:seconds|pending_s)(?:\{[^}]*\})?\)) > (\d+)$/gm, (_, figure, n) => `${figure} > ${n / by}`)

interface Rules {
  groups: { rules: { alert?: string; labels?: { window?: string } }[] }[]
}

/** Windows of six hours and more look back further than a run takes. */
const withoutLongWindows = (rules: string): string => {
  const { groups } = parse(rules) as Rules
  const kept = groups.map((group) => ({
    ...group,
    rules: group.rules.filter(({ labels }) => !labels?.window || labels.window === '1h'),
  }))
  return JSON.stringify({ groups: kept })
}

/** What the service itself takes a moment for, such as three looks at its database, is not shortened: whoever is told waits for that. */
const MOMENT_MS = 5_000
const laterBy = (manager: string): string =>
  manager.replaceAll(/group_wait: (\d+)ms/g, (_, ms) => `group_wait: ${Number(ms) + MOMENT_MS}ms`)

const short = (name: string): string => name.replace('Pursestrings', '')

export const startAlerts = async (ops: Readonly<Record<'api' | 'worker', string[]>>, by: number): Promise<Alerts> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-outages-'))
  const told = { pages: new Set<string>(), tickets: new Set<string>() }
  const take = async (request: IncomingMessage) => {
    const { alerts } = (await json(request)) as { alerts: { status: string; labels: { alertname: string } }[] }
    const to = request.url === '/pages' ? told.pages : told.tickets
    for (const { status, labels } of alerts) if (status === 'firing') to.add(short(labels.alertname))
  }
  const receiver = createServer((request, response) => void take(request).then(() => response.end()))
  const at = await listening(receiver)
  const [port, manager_port] = [await freePort(), await freePort()]
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  write('rules.yaml', shortened(text('prometheus/rules.yaml'), by))
  write('objectives.yaml', withoutLongWindows(shortened(text('prometheus/objectives.yaml'), by)))
  const { rule_files } = parse(text('prometheus/prometheus.yaml')) as { rule_files: string[] }
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '500ms' },
    rule_files,
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${manager_port}`] }] }] },
    scrape_configs: Object.entries(ops).map(([role, urls]) => ({
      job_name: `pursestrings-${role}`,
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    })),
  }
  const manager = text('alertmanager/alertmanager.yaml').replaceAll('127.0.0.1:9095', `127.0.0.1:${at}`)
  const common = (name: string, file: string, listen: number) => [
    `--config.file=${file}`,
    `--storage.${name}=${join(folder, name)}`,
    `--web.listen-address=127.0.0.1:${listen}`,
    '--log.level=error',
  ]
  const log = join(folder, 'log')
  const programs = [
    startProgram('prometheus', common('tsdb.path', write('prometheus.yaml', JSON.stringify(config)), port), { log }),
    startProgram(
      'prometheus-alertmanager',
      [
        ...common('path', write('manager.yaml', laterBy(shortened(manager, by))), manager_port),
        '--cluster.listen-address=',
      ],
      { log },
    ),
  ]
  const ask = (of: number, path: string) => fetch(`http://127.0.0.1:${of}/${path}`)
  const isReady = (of: number) =>
    ask(of, '-/ready').then(
      ({ ok }) => ok,
      () => false,
    )
  await until(async () => (await isReady(port)) && (await isReady(manager_port))).catch((error: Error) => {
    throw new Error(readFileSync(log, 'utf8'), { cause: error })
  })
  return {
    async firing() {
      const { data } = (await (await ask(port, 'api/v1/alerts')).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] }
      }
      const names = data.alerts.flatMap(({ state, labels }) => (state === 'firing' ? [short(labels.alertname)] : []))
      return [...new Set(names)].toSorted()
    },
    told() {
      const taken = { pages: [...told.pages].toSorted(), tickets: [...told.tickets].toSorted() }
      told.pages.clear()
      told.tickets.clear()
      return taken
    },
    async stop() {
      for (const program of programs) await program.kill()
      receiver.close()
      receiver.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
