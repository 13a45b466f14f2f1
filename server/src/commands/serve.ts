/**
 * The roles of one process: it migrates first, where it is asked to, starts from the database outwards and stops in the
 * reverse order. With API_PROCESSES the api is a group of processes.
 */
import cluster from 'node:cluster'
import type { Logger } from 'pino'
import type { Config } from '../platform/config.ts'
import { watchStart } from '../platform/health/check-readiness.ts'
import { createLog } from '../platform/http/log.ts'
import { VERSION } from '../platform/version.ts'
import { type Service, startService } from '../service.ts'

/** After the drain. Whatever still runs then is ended; systemd and Kubernetes would do it later, and less politely. */
const STOP_MS_MAX = 30_000

export const serve = async (config: Config, input: readonly string[]): Promise<void> => {
  const log = createLog(config.LOG_LEVEL)
  if (cluster.isWorker) return stopOnSignal(await (await import('./group.ts')).startMember(config, log), config, log)
  if (input.includes('migrate')) {
    const [{ migrate }, { installJobs }] = await Promise.all([
      import('../platform/postgres/migrate.ts'),
      import('../platform/jobs/jobs.ts'),
    ])
    const { onWait } = watchStart(log, () => new Date())
    const onNewer = (newer: string) =>
      log.warn({ version: VERSION, newer }, 'a newer version migrated this database: its schema stays as it is')
    const applied = await migrate(config.DATABASE_OWNER_URL, installJobs, { onWait, onNewer, version: VERSION })
    log.info({ applied }, 'migrated')
    if (input.length === 1) return
  }
  const named = input.filter((role) => role !== 'migrate')
  const runs = (role: string) => named.length === 0 || named.includes('all') || named.includes(role)
  const roles = { api: runs('api'), worker: runs('worker') }
  const several = roles.api && config.API_PROCESSES > 1
  const service = several
    ? await (await import('./group.ts')).startGroup(config, log, roles)
    : await startService({ config, log, ...roles })
  log.info(
    { url: service.url, ops_url: service.ops_url, ...roles, processes: several ? config.API_PROCESSES : 1 },
    'started',
  )
  stopOnSignal(service, config, log)
}

const stopOnSignal = (service: Pick<Service, 'stop'>, { DRAIN_MS }: Config, log: Logger): void => {
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
