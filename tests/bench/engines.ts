/** The two loads that are compared, each from a program of its own: pgbench on the bare engine, wrk over HTTP. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuSecondsOf, type Process } from './compare.ts'

const run = promisify(execFile)

export interface Figure {
  readonly per_s: number
  readonly p50_ms: number
  readonly p99_ms: number
  /** CPU of a call: steadier than rates. */
  readonly node_us: number
  readonly postgres_us: number
}

export interface Served extends Measured {
  readonly url: string
  readonly api: Process
  readonly connections_file: string
}

interface Measured {
  readonly folder: string
  readonly postgres: Process
}

/** What each call cost the processes meanwhile. */
const costing = async <F extends { per_s: number }>(
  processes: { readonly node?: Process; readonly postgres: Process },
  seconds: number,
  work: () => Promise<F>,
): Promise<F & { node_us: number; postgres_us: number }> => {
  const used = () => ({
    node: processes.node ? cpuSecondsOf(processes.node) : 0,
    postgres: cpuSecondsOf(processes.postgres),
  })
  const before = used()
  const figure = await work()
  const after = used()
  const each = (used_s: number) => (used_s * 1e6) / (figure.per_s * seconds)
  return { ...figure, node_us: each(after.node - before.node), postgres_us: each(after.postgres - before.postgres) }
}

/** As the application's role and with its settings, one transaction per call, prepared. */
export const pgbench = (
  ground: Measured & { readonly database_url: string },
  script: string,
  clients: number,
  seconds: number,
): Promise<Figure> =>
  costing({ postgres: ground.postgres }, seconds, () => runPgbench(ground, script, clients, seconds))

const runPgbench = async (
  { database_url, folder }: { readonly database_url: string; readonly folder: string },
  script: string,
  clients: number,
  seconds: number,
) => {
  const file = join(folder, 'bare.sql')
  writeFileSync(file, script)
  const log = join(folder, `bare-${Date.now()}`)
  const options = ['role=pursestrings_app', 'search_path=pursestrings', 'plan_cache_mode=force_generic_plan']
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '2', '-T', String(seconds)]
  const { stdout, stderr } = await run(
    'pgbench',
    [...args, '-l', '--log-prefix', log, '-D', `run=${Date.now() % 1e6}`, '-D', 'i=0', database_url],
    {
      env: { ...process.env, PGOPTIONS: options.map((o) => `-c ${o}`).join(' ') },
      maxBuffer: 1 << 26,
    },
  )
  const [, tps] = /tps = ([\d.]+)/.exec(stdout) ?? []
  if (tps === undefined || /aborted|ERROR/.test(stderr)) throw new Error(`pgbench failed:\n${stdout}\n${stderr}`)
  const { stdout: times } = await run('bash', ['-c', `cat ${log}.* | cut -d' ' -f3 | sort -n; rm -f ${log}.*`], {
    maxBuffer: 1 << 28,
  })
  const sorted = times.trim().split('\n').map(Number)
  const at = (q: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0) / 1000
  return { per_s: Number(tps), p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** Keep-alive connections, each with one call in flight; any answer but 2xx fails the measurement. */
export const wrk = (ground: Served, lua: string, clients: number, seconds: number): Promise<Figure> =>
  costing({ node: ground.api, postgres: ground.postgres }, seconds, () => runWrk(ground, lua, clients, seconds))

const runWrk = async ({ url, folder, connections_file }: Served, lua: string, clients: number, seconds: number) => {
  const file = join(folder, 'load.lua')
  writeFileSync(file, lua)
  const threads = Math.min(2, clients)
  const { stdout } = await run(
    'wrk',
    [
      '-t',
      String(threads),
      '-c',
      String(clients),
      '-d',
      `${seconds}s`,
      '--latency',
      '--timeout',
      '10s',
      '-s',
      file,
      url,
    ],
    { env: { ...process.env, CONNECTIONS: connections_file, RUN: String(Date.now() % 1e6) }, maxBuffer: 1 << 26 },
  )
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`some calls failed:\n${stdout}`)
  const [, per_s] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  return { per_s: Number(per_s), p50_ms: latency(stdout, 50), p99_ms: latency(stdout, 99) }
}

const latency = (text: string, percent: number): number => {
  const [, value, unit] = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s)`, 'm').exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit as 'us'] ?? 1)
}
