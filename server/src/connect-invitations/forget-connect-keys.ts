/** After a restored backup: a Connect Key opens once, and which of them did is not known any more. */
import type { SystemTx } from '../postgres/transaction.ts'

export const forgetConnectKeys = async ({ client }: SystemTx): Promise<void> => {
  await client.query('delete from connect_keys')
}
