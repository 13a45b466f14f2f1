/** `admin webhook`: turning off an endpoint whose receiver must not be called any more. */
import { uuidOf } from '@countersign/contract/wire/ids'
import { AdminFault } from './admin-fault.ts'
import { operatorOptions } from './admin-options.ts'
import type { Transactions } from './postgres/transaction.ts'
import { Refusal } from './refusal.ts'
import { disableAsOperator } from './webhooks/endpoints/disable-as-operator.ts'

export const WEBHOOK_USAGE = `  countersign-server admin webhook disable <organization> <endpoint> --actor <you> --reason <why>    until its receiver answers a new challenge`

export const runWebhook = async (transactions: Transactions, input: readonly string[]): Promise<string> => {
  const [handler, merchant = '', endpoint = '', ...rest] = input
  if (handler !== 'disable') throw new AdminFault(`usage:\n${WEBHOOK_USAGE}`)
  const { actor, reason, confirm } = operatorOptions(rest, WEBHOOK_USAGE)
  if (confirm !== undefined) throw new AdminFault(`usage:\n${WEBHOOK_USAGE}`)
  const [merchant_id, webhook_endpoint_id] = [uuidOf('mer', merchant), uuidOf('whe', endpoint)]
  const by = { actor: `operator:${actor}`, reason }
  const changed = await transactions
    .asTenant(merchant_id, (tx) => disableAsOperator(tx, webhook_endpoint_id, by))
    .catch((error: unknown): never => {
      throw error instanceof Refusal ? new AdminFault(`${merchant} has no endpoint ${endpoint}`) : error
    })
  return changed ? `disabled ${endpoint}` : `${endpoint} was disabled already, and waits for a new challenge`
}
