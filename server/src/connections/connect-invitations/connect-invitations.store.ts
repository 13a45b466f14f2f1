/** Statements on connect_invitations. What has expired is said by the database's clock, in the same statement. */
import { INVITATION_LIFETIME_S, type InvitationStatus } from '@pursestrings/contract/connect-invitations/records'
import type { Scope } from '@pursestrings/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import type { Source } from '../connections/connections.reads.ts'

export interface InvitationRow {
  readonly connect_invitation_id: Uuid
  readonly agent_id: Uuid
  readonly device_id: Uuid
  readonly source: Source
  readonly requested_scopes: Scope[]
  readonly granted_scopes: Scope[] | null
  /** Of an approval: whether the connection requires signed decisions. */
  readonly decision_required: boolean
  readonly status: InvitationStatus
  readonly connection_id: Uuid | null
  readonly created_at: Date
  readonly decided_at: Date | null
  readonly expires_at: Date
}

interface Tables {
  connect_invitations: Table<
    'connect_invitations',
    { source: Source; requested_scopes: Scope[]; granted_scopes: Scope[] | null }
  >
}

const SHOWN = [
  'connect_invitation_id',
  'agent_id',
  'device_id',
  'source',
  'requested_scopes',
  'granted_scopes',
  'decision_required',
  'connection_id',
  'created_at',
  'decided_at',
  'expires_at',
  sql<InvitationStatus>`
    case when status in ('pending', 'approved') and (expires_at <= now() or expiry_event_at is not null)
    then 'expired' else status end`.as('status'),
] as const

const lifetime = sql<Date>`now() + make_interval(secs => ${INVITATION_LIFETIME_S})`

export const invitationOnWire = (row: InvitationRow) => ({
  connect_invitation_id: idOf('cki', row.connect_invitation_id),
  status: row.status,
  source: row.source,
  requested_scopes: row.requested_scopes,
  granted_scopes: row.granted_scopes,
  connection_id: row.connection_id && idOf('con', row.connection_id),
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
})

type NewInvitation = Pick<InvitationRow, 'agent_id' | 'device_id' | 'source' | 'requested_scopes'>

export const insertInvitation = (tx: TenantTx, invitation: NewInvitation): Promise<InvitationRow> =>
  tx
    .tables<Tables>()
    .insertInto('connect_invitations')
    .values({
      merchant_id: tx.merchant_id,
      connect_invitation_id: newUuidFor(tx.merchant_id),
      ...invitation,
      expires_at: lifetime,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Those that this wallet or this tenant can see at all. */
const visible = (tx: WalletTx | TenantTx) => {
  const query = tx.tables<Tables>().selectFrom('connect_invitations').select(SHOWN)
  return tx.whose === 'wallet'
    ? query.where('device_id', '=', tx.wallet_id)
    : query.where('merchant_id', '=', tx.merchant_id)
}

export const selectInvitation = (tx: WalletTx | TenantTx, id: Uuid): Promise<InvitationRow | undefined> =>
  visible(tx).where('connect_invitation_id', '=', id).executeTakeFirst()

/** As it is now and stays until the commit: one of approve, reject and exchange goes first. */
export const lockInvitation = (tx: WalletTx | TenantTx, id: Uuid): Promise<InvitationRow | undefined> =>
  visible(tx).where('connect_invitation_id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Newest first, strictly before the invitation that the cursor names. */
export const selectInvitations = (tx: WalletTx, before: Uuid | undefined, limit: number): Promise<InvitationRow[]> =>
  visible(tx)
    .$if(before !== undefined, (q) => q.where('connect_invitation_id', '<', before as Uuid))
    .orderBy('connect_invitation_id', 'desc')
    .limit(limit)
    .execute()

/** Who waits for an answer, or may still act on it. */
export const invitedAgents = async (tx: TenantTx): Promise<Uuid[]> => {
  const rows = await tx
    .tables<Tables>()
    .selectFrom('connect_invitations')
    .select('agent_id')
    .distinct()
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', 'in', ['pending', 'approved'])
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return rows.map(({ agent_id }) => agent_id)
}

type Decision =
  | { status: 'approved'; granted_scopes: Scope[]; decision_required: boolean }
  | { status: 'rejected' }
  | { status: 'exchanged'; connection_id: Uuid }

/** Of an invitation that is held. An approval gives a new ten minutes, for the exchange. */
export const decideInvitation = (tx: WalletTx | TenantTx, id: Uuid, decision: Decision): Promise<InvitationRow> => {
  const times = {
    ...(decision.status === 'approved' && { expires_at: lifetime }),
    ...(decision.status !== 'exchanged' && { decided_at: sql<Date>`now()` }),
  }
  return tx
    .tables<Tables>()
    .updateTable('connect_invitations')
    .set({ ...decision, ...times })
    .where('connect_invitation_id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Tells wallets of what ran out. */
export const expireInvitations = async (tx: SystemTx, at_most: number): Promise<void> => {
  await sql`select expire_connect_invitations(${at_most})`.execute(tx.tables<Tables>())
}

/** Every table has a bound: a wallet that goes on connecting forgets what ended a month ago. */
export const forgetOldInvitations = async (tx: WalletTx): Promise<void> => {
  await tx
    .tables<Tables>()
    .deleteFrom('connect_invitations')
    .where('device_id', '=', tx.wallet_id)
    .where('expires_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute()
}
