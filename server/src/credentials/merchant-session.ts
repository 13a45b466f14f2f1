/**
 * An operator's session: 12 hours at most, 30 minutes of silence, ended at once by sign-out. Asked of the database at
 * every call, so that an end holds from the next call on (I6).
 */

import { SESSION_IDLE_S, SESSION_LIFETIME_S } from '@countersign/contract/merchant-sessions/records'
import { newUuidFor, slotOf, type Uuid } from '@countersign/contract/wire/ids'
import { newSecret } from '@countersign/contract/wire/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { hashOf } from './hash.ts'

interface Tables {
  merchant_sessions: Table<'merchant_sessions'>
}

export type Transport = 'cookie' | 'bearer'

export interface MerchantSession {
  readonly merchant_id: Uuid
  readonly session_id: Uuid
  readonly account_id: Uuid
  readonly transport: Transport
  readonly expires_at: Date
}

/** The token is made here and nowhere else: an id that a browser already carries is never taken over (P7). */
export const openSession = async (
  tx: TenantTx,
  account_id: Uuid,
  transport: Transport,
): Promise<{ token: string; expires_at: Date }> => {
  const token = newSecret('session', slotOf(tx.merchant_id))
  const { expires_at } = await tx
    .tables<Tables>()
    .insertInto('merchant_sessions')
    .values({
      merchant_id: tx.merchant_id,
      session_id: newUuidFor(tx.merchant_id),
      token_hash: hashOf(token),
      account_id,
      transport,
      expires_at: sql<Date>`now() + make_interval(secs => ${SESSION_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

export const findSession = async (tx: SystemTx, token: string): Promise<MerchantSession | undefined> => {
  const sessions = tx.tables<Tables>()
  const row = await sessions
    .selectFrom('merchant_sessions')
    .select(['merchant_id', 'session_id', 'account_id', 'transport', 'expires_at'])
    .select(sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale'))
    .where('token_hash', '=', hashOf(token))
    .where('closed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${SESSION_IDLE_S})`)
    .executeTakeFirst()
  if (!row) return undefined
  const { stale, ...session } = row
  if (stale) {
    await sessions
      .updateTable('merchant_sessions')
      .set({ last_seen_at: sql`now()` })
      .where('merchant_id', '=', session.merchant_id)
      .where('session_id', '=', session.session_id)
      .execute()
  }
  return session
}

export const closeSession = async (tx: TenantTx, session_id: Uuid): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({ closed_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('session_id', '=', session_id)
    .execute()
}

export const forgetEndedSessions = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('merchant_sessions')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
