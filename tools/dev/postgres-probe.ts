/** Decides whether a PostgreSQL can be used, by asking it, and makes the development database there. */
import { Client, DatabaseError, escapeIdentifier } from 'pg'

const OLDEST = 150_000

/** Why it cannot be used, in a few words; undefined when it can. */
export async function looksUsable(url: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const version = await ask(url, timeoutMs, 'select current_setting($1) as answer', ['server_version_num'])
    return Number(version) >= OLDEST ? undefined : `it is version ${version}, and 15 is the oldest that works`
  } catch (error) {
    return reason(error)
  }
}

/** The folder a server keeps its data in, which tells one server from another; undefined when it does not answer. */
export async function dataDirectoryOf(url: string, timeoutMs: number): Promise<string | undefined> {
  try {
    return await ask(url, timeoutMs, 'select current_setting($1) as answer', ['data_directory'])
  } catch {
    return undefined
  }
}

export async function ensureDatabase(url: string, name: string): Promise<string> {
  const exists = await ask(url, 5_000, 'select count(*)::text as answer from pg_database where datname = $1', [name])
  if (exists === '0') {
    try {
      await ask(url, 30_000, `create database ${escapeIdentifier(name)}`, [])
    } catch (error) {
      // Two first runs at once: the other one made it between our question and our statement.
      if (!(error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505'))) throw error
    }
  }
  return databaseAt(url, name)
}

export function databaseAt(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.href
}

async function ask(url: string, timeoutMs: number, statement: string, values: string[]): Promise<string | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // A server that goes away after the answer would otherwise end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ answer: string }>(statement, values)
    return rows[0]?.answer
  } finally {
    await client.end().catch(() => undefined)
  }
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}
