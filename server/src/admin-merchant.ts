/** `admin merchant`: stopping an abusive organization, letting it continue, and giving it limits of its own. */
import { uuidOf } from '@countersign/contract/wire/ids'
import { AdminFault } from './admin-fault.ts'
import { LIMITS_USAGE, runLimits } from './admin-limits.ts'
import { operatorOptions } from './admin-options.ts'
import { restoreAsOperator, showMerchant, suspendAsOperator } from './domains/operator-suspension.ts'
import type { Transactions } from './postgres/transaction.ts'
import { Refusal } from './refusal.ts'

export const MERCHANT_USAGE = `  countersign-server admin merchant show <id>
  countersign-server admin merchant suspend <id> --actor <you> --reason <why>    no new requests, and wallets don't sign waiting ones
  countersign-server admin merchant restore <id> --actor <you> --reason <why>    end the suspension, if it has a verified domain
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
  const status = await transactions.asTenant(merchant_id, (tx) => restoreAsOperator(tx, by))
  if (status === undefined) return `${who} was not suspended by an operator: nothing to restore`
  if (status === 'active') return `${who} is active again`
  return `${who} has no verified domain: it stays suspended until it verifies one`
}
