/**
 * What the operator of the service does by hand: `main.ts admin <resource> <handler>`. No HTTP leads here; whoever may run it has
 * the database's login already.
 */
import type { Config } from './config.ts'
import { type DeadLetter, openDeadLetters } from './jobs/dead-letters.ts'
import { newestMigration } from './postgres/migration-files.ts'
import { createPool, WORKER_ROLE } from './postgres/pool.ts'

const USAGE = `usage:
  main.ts admin dead-letters list [--json]
  main.ts admin dead-letters replay [--queue <queue>] [<id>…]    all of them, unless a queue or ids are given`

const SHOWN_AT_MOST = 1_000
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export class AdminFault extends Error {}

/** Answers with what to print. */
export const runAdmin = async (config: Config, input: readonly string[]): Promise<string> => {
  const [resource, handler, ...rest] = input
  if (resource !== 'dead-letters') throw new AdminFault(USAGE)
  const run = handler === 'list' ? listing(rest) : handler === 'replay' ? replaying(rest) : undefined
  if (run === undefined) throw new AdminFault(USAGE)
  const pool = createPool({
    url: config.DATABASE_WORKER_URL,
    max: 2,
    application_name: `countersign admin ${newestMigration()}`,
    role: WORKER_ROLE,
  })
  try {
    const letters = await openDeadLetters(pool)
    try {
      return await run(letters)
    } finally {
      await letters.stop()
    }
  } finally {
    await pool.end()
  }
}

type Run = (letters: Awaited<ReturnType<typeof openDeadLetters>>) => Promise<string>

const listing = (rest: readonly string[]): Run => {
  if (rest.some((word) => word !== '--json')) throw new AdminFault(USAGE)
  return async ({ list }) => {
    const found = await list(SHOWN_AT_MOST)
    if (rest.length > 0) return found.map((letter) => JSON.stringify(letter)).join('\n')
    return found.length === 0 ? 'no dead letters' : found.map(lineOf).join('\n')
  }
}

const lineOf = ({ id, queue, died_at, tries, error, data }: DeadLetter): string =>
  `${id}  ${queue}  ${died_at.toISOString()}  ${tries} tries  ${error ?? 'no error kept'}  ${JSON.stringify(data)}`

const replaying = (rest: readonly string[]): Run => {
  const at = rest.indexOf('--queue')
  const queue = at === -1 ? undefined : rest[at + 1]
  const ids = at === -1 ? rest : rest.toSpliced(at, 2)
  if ((at !== -1 && queue === undefined) || !ids.every((id) => ID.test(id))) throw new AdminFault(USAGE)
  return async ({ replay }) => {
    const moved = await replay({ ...(ids.length > 0 && { ids }), ...(queue !== undefined && { queue }) })
    if (ids.length > moved) return `replayed ${moved} of ${ids.length}: the others are no dead letters any more`
    return `replayed ${moved}`
  }
}
