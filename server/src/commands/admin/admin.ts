/**
 * What the operator of the service does by hand: `pursestrings-server admin <resource> <handler>`. No HTTP leads here; whoever may run it has
 * the database's login already.
 */
import type pg from 'pg'
import type { Config } from '../../platform/config.ts'
import { createEgress } from '../../platform/egress/create-egress.ts'
import { openLogMirror } from '../../platform/egress/log-mirror.ts'
import { type DeadLetter, type DeadLetters, openDeadLetters, selectBacklog } from '../../platform/jobs/backlog.ts'
import { OPERATOR_ROLE, WORKER_ROLE } from '../../platform/postgres/pool.ts'
import { databaseUrls, poolsOf } from '../../platform/postgres/pools.ts'
import { transactionsOn } from '../../platform/postgres/transaction.ts'
import { RepairFault, repairLog } from '../../transparency/log/repair-log.ts'
import { headKeysOf, logSignerFor } from '../../transparency/open-keys.ts'
import { headReaderOf } from '../../transparency/restore/service-head.ts'
import { KEYS_USAGE, runKeys } from './keys.ts'
import { MERCHANT_USAGE, PAYEE_USAGE, runMerchant, runPayee, runTenant, TENANT_USAGE } from './merchant.ts'
import { AdminFault } from './options.ts'
import { PERSON_USAGE, RESTORE_USAGE, runPerson, runRestore, runWebhook, WEBHOOK_USAGE } from './person.ts'

const USAGE = `usage:
  pursestrings-server admin queue list    jobs that are due, by queue
  pursestrings-server admin dead-letters list [--json]
  pursestrings-server admin dead-letters replay [--queue <queue>] [<id>…]    all of them, unless a queue or ids are given
  pursestrings-server admin log repair --from <folder or URL>    restore log entries that a restored database lost, from a copy of the log
${KEYS_USAGE}
${MERCHANT_USAGE}
${PAYEE_USAGE}
${TENANT_USAGE}
${WEBHOOK_USAGE}
${PERSON_USAGE}
${RESTORE_USAGE}`

const SHOWN_AT_MOST = 1_000
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * These make the service whole again after a restore, and do what all of it does: with the worker's login, while nothing else
 * runs. Everything else works with the operator's, which can do no more than these commands.
 */
const OF_THE_WORKER: readonly unknown[] = ['restore', 'log']

/** Answers with what to print. */
export const runAdmin = async (config: Config, input: readonly string[]): Promise<string> => {
  const run = commandOf(config, input)
  if (run === undefined) throw new AdminFault(USAGE)
  const pools = poolsOf({ urls: databaseUrls(config), max: 2, production: config.ENVIRONMENT === 'production' })
  try {
    return await run(await pools.open(OF_THE_WORKER.includes(input[0]) ? 'worker' : 'operator'))
  } finally {
    await pools.end()
  }
}

type Command = (pool: pg.Pool) => Promise<string>
type Run = (letters: DeadLetters) => Promise<string>

const commandOf = (config: Config, [resource, handler, ...rest]: readonly string[]): Command | undefined => {
  if (resource === 'log') return onLog(config, handler, rest)
  if (resource === 'dead-letters' && handler === 'list') return withLetters(listing(rest))
  if (resource === 'dead-letters' && handler === 'replay') return withLetters(replaying(rest))
  if (resource === 'queue' && handler === 'list' && rest.length === 0) return listQueues
  if (resource === 'keys') return (pool) => runKeys(config, byHand(pool), [handler ?? '', ...rest])
  if (resource === 'restore') {
    return async (pool) => {
      const { mirror } = await createEgress(config)
      const reader = headReaderOf({ ...config, RECEIPT_KEYS: headKeysOf(config) }, mirror)
      return runRestore(asWorker(pool), reader, [handler ?? '', ...rest])
    }
  }
  if (resource === 'merchant' && handler !== undefined) return (pool) => runMerchant(byHand(pool), [handler, ...rest])
  if (resource === 'payee') return (pool) => runPayee(pool, [handler ?? '', ...rest])
  if (resource === 'tenant' && handler !== undefined) return (pool) => runTenant(byHand(pool), [handler, ...rest])
  if (resource === 'webhook' && handler !== undefined) return (pool) => runWebhook(byHand(pool), [handler, ...rest])
  if (resource !== 'person' || handler === undefined) return undefined
  return (pool) => runPerson(byHand(pool), [handler, ...rest])
}

const byHand = (pool: pg.Pool) =>
  transactionsOn({ app: pool, system: pool, system_role: OPERATOR_ROLE, tenant_role: OPERATOR_ROLE })

const asWorker = (pool: pg.Pool) => transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })

const onLog = (config: Config, handler: string | undefined, [flag, from, ...more]: readonly string[]): Command => {
  if (handler !== 'repair' || flag !== '--from' || from === undefined || more.length > 0) throw new AdminFault(USAGE)
  return async (pool) => {
    const transactions = asWorker(pool)
    const signer = await logSignerFor(config)
    if (!signer)
      throw new AdminFault(
        'there is no payee log to repair: neither LOG_KEY nor a log_key in the file of KEY_STORE is set',
      )
    try {
      const done = await repairLog(transactions, signer, openLogMirror(from))
      return `the log now has ${done.to} entries, ${done.to - done.from} of them from the copy; ${done.renumbered} waiting entries were renumbered`
    } catch (error) {
      throw error instanceof RepairFault ? new AdminFault(error.message) : error
    }
  }
}

const withLetters =
  (run: Run): Command =>
  async (pool) => {
    const letters = await openDeadLetters(pool)
    try {
      return await run(letters)
    } finally {
      await letters.stop()
    }
  }

const listQueues: Command = async (pool) => {
  const queues = await selectBacklog(pool)
  if (queues.length === 0) return 'no job is due'
  return queues.map((q) => `${q.queue}  ${q.waiting} due, the oldest for ${Math.round(q.oldest_s)} s`).join('\n')
}

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
