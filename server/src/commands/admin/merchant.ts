/** `admin merchant`: stopping an abusive organization, letting it continue, and giving it limits of its own. */
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { endSessionsAsOperator } from '../../organizations/merchant-sessions/open-merchant-session.ts'
import { readMerchant } from '../../organizations/merchants/merchants.reads.ts'
import { changeLimitsAsOperator, type LimitsChange } from '../../organizations/merchants/merchants.ts'
import { restorePersonalSpace } from '../../organizations/merchants/personal-spaces.ts'
import { restoreAsOperator, showMerchant, suspendAsOperator } from '../../payees/domains/operator-suspension.ts'
import { countOpenSessions } from '../../platform/credentials/merchant-session.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { AdminFault, operatorOptions } from './options.ts'

// `admin merchant limits`: what one organization may, where that is more or less than all may.

const LIMITS_USAGE = `  pursestrings-server admin merchant limits <id> [--creates-per-minute <n>] [--pending <n>] --actor <you> --reason <why>
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

const runLimits = async (
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
  const limitText = (limit: number | null) => limit ?? 'as all'
  return `${id}: creates per minute ${limitText(limits.creates_per_minute_max)}, pending ${limitText(limits.pending_max)}`
}

export const MERCHANT_USAGE = `  pursestrings-server admin merchant show <id>
  pursestrings-server admin merchant suspend <id> --actor <you> --reason <why>    no new requests, and wallets don't sign waiting ones
  pursestrings-server admin merchant restore <id> --actor <you> --reason <why>    end the suspension, if it has a verified domain
${LIMITS_USAGE}`

export const runMerchant = async (transactions: Transactions, input: readonly string[]): Promise<string> => {
  const [handler, id = '', ...rest] = input
  const merchant_id = uuidOf('mer', id)
  const shown = await transactions.asTenant(merchant_id, showMerchant).catch((error: unknown): never => {
    throw error instanceof Refusal ? new AdminFault(`there is no organization ${id}`) : error
  })
  if (handler === 'show' && rest.length === 0) return JSON.stringify(shown, null, 2)
  if (handler === 'limits') return runLimits(transactions, id, rest, MERCHANT_USAGE)
  if (handler !== 'suspend' && handler !== 'restore') throw new AdminFault(`usage:\n${MERCHANT_USAGE}`)
  const { actor, reason, confirm } = operatorOptions(rest, MERCHANT_USAGE)
  if (confirm !== undefined) throw new AdminFault(`usage:\n${MERCHANT_USAGE}`)
  const by = { actor: `operator:${actor}`, reason }
  const who = `${shown.merchant_id} (${shown.name})`
  if (handler === 'suspend') {
    const changed = await transactions.asTenant(merchant_id, (tx) => suspendAsOperator(tx, by))
    return changed ? `suspended ${who}` : `${who} was already suspended by an operator`
  }
  const status = await transactions.asTenant(merchant_id, async (tx) => {
    if (shown.kind !== 'personal') return restoreAsOperator(tx, by)
    return (await restorePersonalSpace(tx, by)) ? 'active' : undefined
  })
  if (status === undefined) return `${who} was not suspended by an operator: nothing to restore`
  if (status === 'active') return `${who} is active again`
  return `${who} has no verified domain: it stays suspended until it verifies one`
}

/** `admin tenant`: signing everybody out of an organization. */
export const TENANT_USAGE = `  pursestrings-server admin tenant end-sessions <id> --actor <you> --reason <why>
                                    [--confirm <id>]    sign everybody out; without it, tells what would be done`

export const runTenant = async (transactions: Transactions, input: readonly string[]): Promise<string> => {
  const [handler, id = '', ...rest] = input
  if (handler !== 'end-sessions') throw new AdminFault(`usage:\n${TENANT_USAGE}`)
  const { actor, reason, confirm } = operatorOptions(rest, TENANT_USAGE)
  const merchant_id = uuidOf('mer', id)
  const { name, open } = await transactions
    .asTenant(merchant_id, async (tx) => ({
      ...(await readMerchant(tx, merchant_id)),
      open: await countOpenSessions(tx),
    }))
    .catch((error: unknown): never => {
      throw error instanceof Refusal ? new AdminFault(`there is no organization ${id}`) : error
    })
  if (confirm === undefined) return `would end ${open} sessions of ${id} (${name})\nto do it, add --confirm ${id}`
  if (confirm !== id) throw new AdminFault(`--confirm must be ${id}`)
  const by = { actor: `operator:${actor}`, reason }
  const ended = await transactions.asTenant(merchant_id, (tx) => endSessionsAsOperator(tx, by))
  return `ended ${ended} sessions of ${id} (${name})`
}

/** `admin payee`: addresses that domains of several organizations list. They belong in one cell, where a payment is given once. */
export const PAYEE_USAGE = `  pursestrings-server admin payee shared-addresses    addresses that several organizations list, with the organizations`

interface Row {
  readonly network: string
  readonly address: string
  readonly merchants: readonly Uuid[]
}

export const runPayee = async (pool: pg.Pool, [handler, ...rest]: readonly string[]): Promise<string> => {
  if (handler !== 'shared-addresses' || rest.length > 0) throw new AdminFault(`usage:\n${PAYEE_USAGE}`)
  const { rows } = await pool.query<Row>('select network, address, merchants from shared_addresses()')
  if (rows.length === 0) return 'no address is listed by several organizations'
  return rows
    .map(({ network, address, merchants }) =>
      [network, address, ...merchants.map((merchant) => idOf('mer', merchant))].join('  '),
    )
    .join('\n')
}
