/** Statements on member_invitations. */
import type { MEMBER_INVITATION_STATUSES } from '@pursestrings/contract/member-invitations/records'
import { INVITATION_LIFETIME_DAYS } from '@pursestrings/contract/member-invitations/records'
import type { Role } from '@pursestrings/contract/members/records'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

type Status = (typeof MEMBER_INVITATION_STATUSES)[number]

interface Tables {
  member_invitations: Table<'member_invitations', { role: Role; status: Status }>
}

export interface InvitationRow {
  readonly member_invitation_id: Uuid
  readonly email: string
  readonly role: Role
  readonly status: Status
  readonly invited_by: Uuid
  readonly created_at: Date
  readonly expires_at: Date
  readonly accepted_at: Date | null
}

const SHOWN = [
  'member_invitation_id',
  'email',
  'role',
  'invited_by',
  'created_at',
  'expires_at',
  'accepted_at',
] as const
/** One whose time is over reads as expired, whether or not anybody wrote that down. */
const statusNow = sql<Status>`case when status = 'pending' and expires_at <= now() then 'expired' else status end`.as(
  'status',
)
const afterLifetime = sql<Date>`now() + make_interval(days => ${INVITATION_LIFETIME_DAYS})`
const isOpen = sql<boolean>`status = 'pending' and expires_at > now()`

export const invitationOnWire = (row: InvitationRow) => ({
  member_invitation_id: idOf('miv', row.member_invitation_id),
  email: row.email,
  role: row.role,
  status: row.status,
  invited_by: idOf('acc', row.invited_by),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  accepted_at: row.accepted_at?.toISOString() ?? null,
})

const update = (tx: TenantTx) =>
  tx.tables<Tables>().updateTable('member_invitations').where('merchant_id', '=', tx.merchant_id)
const select = (tx: TenantTx) =>
  tx.tables<Tables>().selectFrom('member_invitations').where('merchant_id', '=', tx.merchant_id)

export const countPending = async (tx: TenantTx): Promise<number> => {
  const { count } = await select(tx)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOpen)
    .executeTakeFirstOrThrow()
  return count
}

/** A mailbox is invited once at a time; answers with the one that was open. */
export const endPending = async (tx: TenantTx, email: string): Promise<InvitationRow | undefined> => {
  const ended = await update(tx)
    .set({ status: sql<Status>`case when ${isOpen} then 'withdrawn' else 'expired' end` })
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .returning(SHOWN)
    .returning('status')
    .executeTakeFirst()
  return ended?.status === 'withdrawn' ? ended : undefined
}

export const insertInvitation = (
  tx: TenantTx,
  { email, role, invited_by }: Pick<InvitationRow, 'email' | 'role' | 'invited_by'>,
): Promise<InvitationRow> =>
  tx
    .tables<Tables>()
    .insertInto('member_invitations')
    .values({
      merchant_id: tx.merchant_id,
      member_invitation_id: newUuidFor(tx.merchant_id),
      email,
      role,
      invited_by,
      expires_at: afterLifetime,
    })
    .returning(SHOWN)
    .returning(statusNow)
    .executeTakeFirstOrThrow()

export const selectInvitation = (tx: TenantTx, id: Uuid): Promise<InvitationRow | undefined> =>
  select(tx).select(SHOWN).select(statusNow).where('member_invitation_id', '=', id).executeTakeFirst()

/** Newest first, strictly before the one that the cursor names. */
export const selectInvitations = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<InvitationRow[]> =>
  select(tx)
    .select(SHOWN)
    .select(statusNow)
    .$if(before !== undefined, (q) => q.where('member_invitation_id', '<', before as Uuid))
    .orderBy('member_invitation_id', 'desc')
    .limit(limit)
    .execute()

/** Only while it is open: whoever comes second changes nothing. */
const updateOpen = (tx: TenantTx, id: Uuid, values: object): Promise<InvitationRow | undefined> =>
  update(tx)
    .set(values)
    .where('member_invitation_id', '=', id)
    .where(isOpen)
    .returning(SHOWN)
    .returning(statusNow)
    .executeTakeFirst()

export const withdraw = (tx: TenantTx, id: Uuid) => updateOpen(tx, id, { status: 'withdrawn' })
export const accept = (tx: TenantTx, id: Uuid) => updateOpen(tx, id, { status: 'accepted', accepted_at: sql`now()` })

/** What someone who is no owner any more has invited: else they could come back by another mailbox. */
export const withdrawAllOf = async (tx: TenantTx, invited_by: Uuid): Promise<void> => {
  await update(tx)
    .set({ status: 'withdrawn' })
    .where('invited_by', '=', invited_by)
    .where('status', '=', 'pending')
    .execute()
}

export const selectOpenTo = (
  tx: SystemTx,
  email: string,
): Promise<(Pick<InvitationRow, 'member_invitation_id' | 'role'> & { merchant_id: Uuid })[]> =>
  tx
    .tables<Tables>()
    .selectFrom('member_invitations')
    .select(['merchant_id', 'member_invitation_id', 'role'])
    .where('email', '=', email)
    .where(isOpen)
    .orderBy('member_invitation_id')
    .limit(20)
    .execute()

/** Of a mailbox, in every organization and whatever became of them. */
export const selectAllTo = (tx: SystemTx, email: string) =>
  tx
    .tables<Tables>()
    .selectFrom('member_invitations')
    .select(['merchant_id', 'role', 'status', 'created_at', 'accepted_at'])
    .where('email', '=', email)
    .orderBy('merchant_id')
    .execute()

/** The tenant's invitations of a mailbox lose it; answers with their ids. */
export const eraseInvited = async ({ client }: TenantTx, email: string): Promise<Uuid[]> => {
  const { rows } = await client.query<{ erase_invited: Uuid }>('select erase_invited($1)', [email])
  return rows.map((row) => row.erase_invited)
}
