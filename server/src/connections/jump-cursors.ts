/** After a restored backup: the next event of every connection has a cursor that no reader has seen. */
import type { SystemTx } from '../postgres/transaction.ts'

export const jumpConnectionCursors = async ({ client }: SystemTx, by: number): Promise<void> => {
  await client.query('select jump_connection_cursors($1)', [by])
}
