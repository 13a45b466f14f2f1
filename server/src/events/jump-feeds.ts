/** After a restored backup: the next event of every feed has a cursor that no reader has seen. Connections count by themselves. */
import type { SystemTx } from '../postgres/transaction.ts'

export const jumpFeeds = async ({ client }: SystemTx, by: number): Promise<void> => {
  await client.query('select jump_feeds($1)', [by])
}
