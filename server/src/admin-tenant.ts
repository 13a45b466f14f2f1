/** `admin tenant`: signing everybody out of an organization. */
import { uuidOf } from '@countersign/contract/wire/ids'
import { AdminFault } from './admin-fault.ts'
import { operatorOptions } from './admin-options.ts'
import { countOpenSessions } from './credentials/merchant-session.ts'
import { endSessionsAsOperator } from './merchant-sessions/end-sessions.ts'
import { readMerchant } from './merchants/read-merchant.ts'
import type { Transactions } from './postgres/transaction.ts'
import { Refusal } from './refusal.ts'

export const TENANT_USAGE = `  countersign-server admin tenant end-sessions <id> --actor <you> --reason <why>
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
