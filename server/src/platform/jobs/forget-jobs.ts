/** Jobs that name a person who is to be forgotten are deleted, done or not. Needs the worker's role. */
import type { SystemTx } from '../postgres/transaction.ts'
import { SCHEMA } from './enqueue-from-sql.ts'

/** After a restored backup: whoever worked on these jobs does not any more. They are due at once. Needs the worker's role. */
export const freeJobs = async ({ client }: SystemTx): Promise<number> => {
  const text = `update ${SCHEMA}.job set state = 'retry', start_after = now() where state = 'active'`
  return (await client.query(text)).rowCount ?? 0
}

export const forgetJobsNaming = async ({ client }: SystemTx, mailbox: string): Promise<number> => {
  const text = `delete from ${SCHEMA}.job
    where strpos(lower(concat(data::text, output::text, source_output::text)), lower($1)) > 0`
  return (await client.query(text, [mailbox])).rowCount ?? 0
}
