/** The two loads that are compared, each from a program of its own: pgbench on the bare engine, wrk over HTTP. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Figure {
  readonly per_s: number
  readonly p50_ms: number
  readonly p99_ms: number
}

/** As the application's role and with its settings, one transaction per call, prepared. */
export const pgbench = async (
  { database_url, folder }: { database_url: string; folder: string },
  script: string,
  clients: number,
  seconds: number,
): Promise<Figure> => {
  const file = join(folder, 'bare.sql')
  writeFileSync(file, script)
  const log = join(folder, `bare-${Date.now()}`)
  const options = ['role=countersign_app', 'search_path=countersign', 'plan_cache_mode=force_generic_plan']
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
export const wrk = async (
  { url, folder, connections_file }: { url: string; folder: string; connections_file: string },
  lua: string,
  clients: number,
  seconds: number,
): Promise<Figure> => {
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
