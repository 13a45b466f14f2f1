/** `admin merchant limits`: what one organization may, where that is more or less than all may. */
import { uuidOf } from '@countersign/contract/wire/ids'
import { AdminFault } from './admin-fault.ts'
import { operatorOptions } from './admin-options.ts'
import { changeLimitsAsOperator, type LimitsChange } from './merchants/change-limits.ts'
import type { Transactions } from './postgres/transaction.ts'

export const LIMITS_USAGE = `  countersign-server admin merchant limits <id> [--creates-per-minute <n>] [--pending <n>] --actor <you> --reason <why>
                                    of each of its connections; \`default\` in place of a number ends it`

const OPTIONS = { '--creates-per-minute': 'creates_per_minute_max', '--pending': 'pending_max' } as const
const LIMIT_MAX = 1_000_000

const isOption = (word: string): word is keyof typeof OPTIONS => Object.hasOwn(OPTIONS, word)

const limitOf = (name: string, text = ''): number | null => {
  if (text === 'default') return null
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT_MAX)
    throw new AdminFault(
      `${name} must be a number from 1 to ${LIMIT_MAX}, or default; to stop an organization, suspend it`,
    )
  return limit
}

export const runLimits = async (
  transactions: Transactions,
  id: string,
  words: readonly string[],
  usage: string,
): Promise<string> => {
  const change: { -readonly [Name in keyof LimitsChange]: LimitsChange[Name] } = {}
  const others: string[] = []
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', ...value] = words.slice(i, i + 2)
    if (isOption(name)) change[OPTIONS[name]] = limitOf(name, value[0])
    else others.push(name, ...value)
  }
  const { actor, reason, confirm } = operatorOptions(others, usage)
  if (confirm !== undefined || Object.keys(change).length === 0) throw new AdminFault(`usage:\n${usage}`)
  const by = { actor: `operator:${actor}`, reason }
  const limits = await transactions.asSystem((tx) => changeLimitsAsOperator(tx, uuidOf('mer', id), change, by))
  if (limits === undefined) throw new AdminFault(`there is no organization ${id}`)
  const told = (limit: number | null) => limit ?? 'as all'
  return `${id}: creates per minute ${told(limits.creates_per_minute_max)}, pending ${told(limits.pending_max)}`
}
