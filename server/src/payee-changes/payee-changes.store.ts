/** The statement about changes of payees; the function decides which a device may see. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'

export interface PayeeChangeRow {
  readonly log_index: string
  readonly event: 'cooling' | 'activated' | 'retired'
  readonly document: string
  readonly activates_at: Date | null
  readonly created_at: Date
}

export const selectPayeeChanges = async (
  { client }: SystemTx,
  wallet_id: Uuid,
  since: number,
  at_most: number,
): Promise<PayeeChangeRow[]> => {
  const text = 'select * from payee_changes($1, $2, $3)'
  return (await client.query<PayeeChangeRow>({ name: 'payee-changes', text, values: [wallet_id, since, at_most] })).rows
}
