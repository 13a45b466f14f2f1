/** After a restored backup: whoever worked on these jobs does not any more. They are due at once. Needs the worker's role. */
import type { SystemTx } from '../postgres/transaction.ts'
import { SCHEMA } from './enqueue-from-sql.ts'

export const freeJobs = async ({ client }: SystemTx): Promise<number> => {
  const text = `update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`
  return (await client.query(text)).rowCount ?? 0
}
