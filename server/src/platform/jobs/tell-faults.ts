/**
 * What went wrong in a job, once, and then how often: a database that is away for minutes fails every turn of every queue, and
 * would bury what else is said. Figures count each failure; lines tell a fault when it is new, and once a minute while it lasts.
 */
import type { Logger } from 'pino'
import { isUnavailable, troubleCode } from '../postgres/commit.ts'
import type { JobFaults } from './jobs.ts'

const AGAIN_MS = 60_000
const KEPT_MAX = 1_000

export const tellFaults = (log: Pick<Logger, 'error'>, now: () => number = () => performance.now()): JobFaults => {
  const logged = new Map<string, { at: number; times: number }>()
  return (error, about) => {
    const unavailable = isUnavailable(error)
    // Whichever queue meets it first: it is one and the same trouble.
    const key = unavailable
      ? troubleCode(error)
      : `${about.queue} ${error instanceof Error ? error.message : String(error)}`
    const last = logged.get(key)
    if (last !== undefined && now() - last.at < AGAIN_MS) {
      last.times++
      return
    }
    if (logged.size >= KEPT_MAX) logged.clear()
    logged.set(key, { at: now(), times: 0 })
    const more = { ...about, ...(last && { times: last.times + 1 }) }
    if (unavailable) {
      const { message } = error as Error
      log.error({ ...more, database_code: key, reason: message }, 'jobs wait for the database')
    } else log.error({ err: error, ...more }, 'job')
  }
}
