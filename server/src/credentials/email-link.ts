/** The one-time link in a sign-in mail: ten minutes, one use, burnt by one statement on the row itself (I2). */
import { SIGN_IN_LINK_LIFETIME_S } from '@countersign/contract/merchant-accounts/records'
import { isSecret, newSecret } from '@countersign/contract/wire/secrets'
import { NO_SLOT } from '@countersign/contract/wire/slots'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'

interface Tables {
  email_links: Table<'email_links'>
}

export const issueEmailLink = async (tx: SystemTx, email: string): Promise<string> => {
  const token = newSecret('link', NO_SLOT)
  await tx
    .tables<Tables>()
    .insertInto('email_links')
    .values({
      token_hash: hashOf(token),
      email,
      expires_at: sql<Date>`now() + make_interval(secs => ${SIGN_IN_LINK_LIFETIME_S})`,
    })
    .execute()
  return token
}

/** The mailbox that the link was sent to, once; undefined for a used, expired or invented one. */
export const spendEmailLink = async (tx: SystemTx, token: string): Promise<string | undefined> => {
  if (!isSecret('link', token)) return undefined
  const row = await tx
    .tables<Tables>()
    .updateTable('email_links')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('email')
    .executeTakeFirst()
  return row?.email
}

export const forgetSpentEmailLinks = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('email_links')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
