/**
 * A credential that nobody knows here may belong to a slot that is being moved, or that lives in another cell by now
 * (docs/scale.md). Asked only before a credential is refused, so that it costs a good one nothing.
 */
import { serviceUnavailable } from '@pursestrings/contract/transport-errors'
import { slotOfSecret } from '@pursestrings/protocol/secrets'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'

const text = "select from moving_slots where slot = $1 and state <> 'moving'"

/** Throws what tells a client to send the same call again, which then reaches the right cell. */
export const refuseMovingSlot = async ({ readAsSystem }: Transactions, secret: string): Promise<void> => {
  const found = await readAsSystem({ name: 'find_moving_slot', text, values: [slotOfSecret(secret)] })
  if (found.length > 0) throw new Refusal(serviceUnavailable, { details: { retry_after: 1 } })
}
