/**
 * An operator's session: 12 hours at most, 30 minutes of silence, ended at once by sign-out. Asked of the database at
 * every call, so that an end holds from the next call on.
 */
import type { Role } from '@pursestrings/contract/members/records'
import {
  SESSION_IDLE_S,
  SESSION_LIFETIME_S,
  type SIGN_IN_METHODS,
  STEP_UP_LIFETIME_S,
} from '@pursestrings/contract/merchant-sessions/records'
import { newUuidFor, slotOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { hashOf } from './credentials.ts'

interface Tables {
  merchant_sessions: Table<'merchant_sessions', { transport: Transport; signed_in_by: SignInMethod }>
  passkeys: Table<'passkeys'>
  member_roles: Table<'member_roles', { merchant_id: Uuid; account_id: Uuid; role: Role }>
}

export type Transport = 'cookie' | 'bearer'
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** How somebody has proven who they are; with a passkey, since when it is theirs. */
export interface SignIn {
  readonly signed_in_by: SignInMethod
  readonly passkey_since: Date | null
}

export interface MerchantSession {
  readonly merchant_id: Uuid
  readonly session_id: Uuid
  readonly account_id: Uuid
  /** Of the member, as it is now. */
  readonly role: Role
  readonly transport: Transport
  readonly expires_at: Date
  /** Whether the person has a passkey, which then is what confirms a change. */
  readonly has_passkey: boolean
  /** Whether they have proven who they are within the last minutes, by what they have. */
  readonly passkey_fresh: boolean
  readonly mail_fresh: boolean
}

const isFresh = (column: 'mail_proven_at' | 'passkey_proven_at') =>
  sql<boolean>`coalesce(${sql.ref(column)} > now() - make_interval(secs => ${STEP_UP_LIFETIME_S}), false)`
const isOpen = sql<boolean>`closed_at is null and expires_at > now()
  and last_seen_at > now() - make_interval(secs => ${SESSION_IDLE_S})`

interface NewSession extends SignIn {
  readonly account_id: Uuid
  readonly transport: Transport
  /** Of the session that it takes over from. It ends with that one, and has proven nothing by itself. */
  readonly goes_on_until?: Date
}

/** The token is made here and nowhere else: an id that a browser already carries is never taken over. */
export const openSession = async (
  tx: TenantTx,
  { account_id, transport, signed_in_by, passkey_since, goes_on_until }: NewSession,
): Promise<{ token: string; expires_at: Date }> => {
  const provenBy = (method: SignInMethod) =>
    method === signed_in_by && goes_on_until === undefined ? sql<Date>`now()` : null
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
      signed_in_by,
      mail_proven_at: provenBy('mail'),
      passkey_proven_at: provenBy('passkey'),
      passkey_since,
      expires_at: goes_on_until ?? sql<Date>`now() + make_interval(secs => ${SESSION_LIFETIME_S})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** Nobody's once its person is no member any more: role and membership are asked at every call. */
export const findSession = async (
  tx: SystemTx,
  token: string,
  unnoted = false,
): Promise<MerchantSession | undefined> => {
  const sessions = tx.tables<Tables>()
  const row = await sessions
    .selectFrom('merchant_sessions as s')
    .innerJoin('member_roles as m', (join) =>
      join.onRef('m.merchant_id', '=', 's.merchant_id').onRef('m.account_id', '=', 's.account_id'),
    )
    .select(['s.merchant_id', 's.session_id', 's.account_id', 's.transport', 's.expires_at', 'm.role'])
    .select(sql<boolean>`last_seen_at < now() - interval '1 minute'`.as('stale'))
    .select([isFresh('mail_proven_at').as('mail_fresh'), isFresh('passkey_proven_at').as('passkey_fresh')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('passkeys as p')
            .whereRef('p.account_id', '=', 's.account_id')
            .where(sql<boolean>`p.leaves_at is null or p.leaves_at > now()`),
        )
        .as('has_passkey'),
    )
    .where('token_hash', '=', hashOf(token))
    .where(isOpen)
    .executeTakeFirst()
  if (!row) return undefined
  const { stale, ...session } = row
  if (stale && !unnoted) {
    await sessions
      .updateTable('merchant_sessions')
      .set({ last_seen_at: sql`now()` })
      .where('merchant_id', '=', session.merchant_id)
      .where('session_id', '=', session.session_id)
      .execute()
  }
  return { ...session, has_passkey: Boolean(session.has_passkey) }
}

export interface SessionRow {
  readonly session_id: Uuid
  readonly transport: Transport
  readonly signed_in_by: SignInMethod
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
  readonly mail_proven_at: Date | null
  readonly passkey_proven_at: Date | null
}

const openOf = (tx: TenantTx, account_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('merchant_sessions')
    .select(['session_id', 'transport', 'signed_in_by', 'created_at', 'last_seen_at', 'expires_at'])
    .select(['mail_proven_at', 'passkey_proven_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)

/** Open ones of one person, newest first, strictly before the one that the cursor names. */
export const selectSessions = (
  tx: TenantTx,
  account_id: Uuid,
  before: Uuid | undefined,
  limit: number,
): Promise<SessionRow[]> =>
  openOf(tx, account_id)
    .where(isOpen)
    .$if(before !== undefined, (q) => q.where('session_id', '<', before as Uuid))
    .orderBy('session_id', 'desc')
    .limit(limit)
    .execute()

/** One of that person's, whether it is open or has ended. */
export const selectSession = (tx: TenantTx, account_id: Uuid, session_id: Uuid): Promise<SessionRow | undefined> =>
  openOf(tx, account_id).where('session_id', '=', session_id).executeTakeFirst()

/** Whether it is open, and now confirmed: with a passkey that is theirs since then, or by mail. */
export const confirmSession = async (
  tx: TenantTx,
  { account_id, session_id }: { account_id: Uuid; session_id: Uuid },
  passkey_since: Date | null,
): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set(passkey_since ? { passkey_proven_at: sql`now()`, passkey_since } : { mail_proven_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .where(isOpen)
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether it was open. */
export const closeSession = async (tx: TenantTx, session_id: Uuid): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({ closed_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('session_id', '=', session_id)
    .where('closed_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** All of a person's sessions in this organization, but for the one that is kept. How many were open. */
export const closeSessionsOf = async (tx: TenantTx, account_id: Uuid, kept?: Uuid): Promise<number> => {
  const rows = await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({ closed_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('account_id', '=', account_id)
    .where('closed_at', 'is', null)
    .$if(kept !== undefined, (q) => q.where('session_id', '<>', kept as Uuid))
    .returning('session_id')
    .execute()
  return rows.length
}

/** How many people could act in this organization now, once for each session. */
export const countOpenSessions = async (tx: TenantTx): Promise<number> => {
  const { n } = await tx
    .tables<Tables>()
    .selectFrom('merchant_sessions')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return n
}

/** Everybody's in this organization. How many were open. */
export const closeEverySession = async (tx: TenantTx): Promise<number> => {
  const rows = await tx
    .tables<Tables>()
    .updateTable('merchant_sessions')
    .set({ closed_at: sql`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where(isOpen)
    .returning('session_id')
    .execute()
  return rows.length
}

/** When each person's sessions here were last used, of those that are still kept. */
export const lastSeenOf = async (tx: SystemTx, merchant_id: Uuid): Promise<ReadonlyMap<Uuid, Date>> => {
  const rows = await tx
    .tables<Tables>()
    .selectFrom('merchant_sessions')
    .select(['account_id', sql<Date>`max(last_seen_at)`.as('last_seen_at')])
    .where('merchant_id', '=', merchant_id)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.last_seen_at]))
}

export const forgetEndedSessions = async (tx: SystemTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('merchant_sessions')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
