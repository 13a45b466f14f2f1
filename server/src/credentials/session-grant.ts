/**
 * The single-use grant between a proven mailbox and an open session. A choice of organization is an opaque handle that
 * means something only together with its grant: derived from it, so it needs no row and reveals no id.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { SESSION_GRANT_LIFETIME_S } from '@countersign/contract/merchant-accounts/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { isSecret, newSecret } from '@countersign/contract/wire/secrets'
import { NO_SLOT } from '@countersign/contract/wire/slots'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'
import type { SignInMethod } from './merchant-session.ts'

interface Tables {
  session_grants: Table<'session_grants', { signed_in_by: SignInMethod }>
}

export interface IssuedGrant {
  readonly grant: string
  readonly expires_at: Date
}

export interface SpentGrant {
  readonly account_id: Uuid
  /** Set on the grant that follows the creation of an organization. */
  readonly chosen_merchant: Uuid | null
  readonly signed_in_by: SignInMethod
}

export const issueSessionGrant = async (
  tx: SystemTx,
  account_id: Uuid,
  chosen_merchant: Uuid | null,
  signed_in_by: SignInMethod,
): Promise<IssuedGrant> => {
  const grant = newSecret('grant', NO_SLOT)
  const { expires_at } = await tx
    .tables<Tables>()
    .insertInto('session_grants')
    .values({
      token_hash: hashOf(grant),
      account_id,
      chosen_merchant,
      signed_in_by,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_GRANT_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { grant, expires_at }
}

export const spendSessionGrant = async (tx: SystemTx, grant: string): Promise<SpentGrant | undefined> => {
  if (!isSecret('grant', grant)) return undefined
  return tx
    .tables<Tables>()
    .updateTable('session_grants')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashOf(grant))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['account_id', 'chosen_merchant', 'signed_in_by'])
    .executeTakeFirst()
}

export const choiceOf = (grant: string, merchant_id: Uuid): string =>
  createHmac('sha256', grant).update(`svc.merchant_choice.v1\n${merchant_id}`).digest('base64url').slice(0, 22)

export const isChoice = (choice: string, grant: string, merchant_id: Uuid): boolean => {
  const expected = Buffer.from(choiceOf(grant, merchant_id))
  const input = Buffer.from(choice)
  return input.length === expected.length && timingSafeEqual(input, expected)
}

export const forgetSpentSessionGrants = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('session_grants')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
