/**
 * One binary: `main.ts migrate`, `main.ts admin …`, or any of the roles `api` and `worker` (both when none is named).
 * Starts from the database outwards and stops in the reverse order. With API_PROCESSES the api is a group of processes.
 */

import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { runAdmin } from './admin.ts'
import { readConfig } from './config.ts'
import { type Running, startGroup, startMember } from './group.ts'
import { createLog } from './http/log.ts'
import { installJobs } from './jobs/jobs.ts'
import { migrate } from './postgres/migrate.ts'
import { startService } from './service.ts'

const ROLES = ['migrate', 'api', 'worker'] as const

const main = async (): Promise<void> => {
  const input = process.argv.slice(2)
  if (input[0] === 'admin') {
    console.log(await runAdmin(readConfig(), input.slice(1)))
    return
  }
  const unknown = input.filter((role) => !(ROLES as readonly string[]).includes(role))
  if (unknown.length > 0)
    throw new Error(`unknown role ${unknown.join(', ')}; there are ${ROLES.join(', ')}, and admin`)
  const config = readConfig()
  const log = createLog(config.LOG_LEVEL)
  if (cluster.isWorker) return stopOnSignal(await startMember(config, log), log)
  if (input.includes('migrate')) {
    const applied = await migrate(config.DATABASE_OWNER_URL, installJobs)
    log.info({ applied }, 'migrated')
    if (input.length === 1) return
  }
  const named = input.filter((role) => role !== 'migrate')
  const runs = (role: string) => named.length === 0 || named.includes(role)
  const roles = { api: runs('api'), worker: runs('worker') }
  const several = roles.api && config.API_PROCESSES > 1
  const service = await (several ? startGroup(config, log, roles) : startService({ config, log, ...roles }))
  log.info(
    { url: service.url, ops_url: service.ops_url, ...roles, processes: several ? config.API_PROCESSES : 1 },
    'started',
  )
  stopOnSignal(service, log)
}

const stopOnSignal = (service: Running, log: Logger): void => {
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
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
