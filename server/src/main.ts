/**
 * One program: migrates, serves, or does what the operator asks. It starts from the database outwards and stops in the reverse
 * order. With API_PROCESSES the api is a group of processes.
 */

import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { runAdmin } from './admin.ts'
import { checkConfig } from './check-config.ts'
import { type Config, processEnvironment, readConfig } from './config.ts'
import { type Running, startGroup, startMember } from './group.ts'
import { createLog } from './http/log.ts'
import { installJobs } from './jobs/jobs.ts'
import { migrate } from './postgres/migrate.ts'
import { PROBE_USAGE, runProbe } from './probe.ts'
import { startService, VERSION } from './service.ts'

const USAGE = `usage: countersign-server <command>

  migrate           Bring the database to this version
  api               Serve the API and its pages
  worker            Run the background work
  all               api and worker in one process
  config check      Check the settings and try every peer; changes nothing
${PROBE_USAGE}
  admin             Operator commands; alone, it lists them

Settings are environment variables: see docs/generated/settings.md.`

const ROLES = ['migrate', 'api', 'worker', 'all'] as const
/** After the drain. Whatever still runs then is ended; systemd and Kubernetes would do it later, and less politely. */
const STOP_MS_MAX = 30_000

const main = async (): Promise<void> => {
  const input = process.argv.slice(2)
  const [command] = input
  if (command === '--help' || command === 'help') return console.log(USAGE)
  if (command === '--version') return console.log(VERSION)
  if (command === 'admin') return console.log(await runAdmin(readConfig(), input.slice(1)))
  if (command === 'probe') return runProbe(input.slice(1))
  if (command === 'config' && input[1] === 'check') {
    const { ok, lines } = await checkConfig(processEnvironment)
    console.log(lines.join('\n'))
    process.exitCode = ok ? 0 : 1
    return
  }
  const unknown = input.filter((role) => !(ROLES as readonly string[]).includes(role))
  if (unknown.length > 0) throw new Error(`unknown command: ${unknown.join(' ')}\n${USAGE}`)
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  if (cluster.isWorker) return stopOnSignal(await startMember(config, log), config, log)
  if (input.includes('migrate')) {
    const applied = await migrate(config.DATABASE_OWNER_URL, installJobs)
    log.info({ applied }, 'migrated')
    if (input.length === 1) return
  }
  const named = input.filter((role) => role !== 'migrate')
  const runs = (role: string) => named.length === 0 || named.includes('all') || named.includes(role)
  const roles = { api: runs('api'), worker: runs('worker') }
  const several = roles.api && config.API_PROCESSES > 1
  const service = await (several ? startGroup(config, log, roles) : startService({ config, log, ...roles }))
  log.info(
    { url: service.url, ops_url: service.ops_url, ...roles, processes: several ? config.API_PROCESSES : 1 },
    'started',
  )
  stopOnSignal(service, config, log)
}

const stopOnSignal = (service: Running, { DRAIN_MS }: Config, log: Logger): void => {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => {
        log.error('not stopped in time')
        log.flush(() => process.exit(1))
      }, DRAIN_MS + STOP_MS_MAX).unref()
      service.stop().then(
        () => log.info('stopped'),
        (error: unknown) => {
          log.error({ err: error }, 'stopped with an error')
          process.exitCode = 1
        },
      )
    })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
