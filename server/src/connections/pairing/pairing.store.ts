/** Statements on pairing_sessions. What has expired is said by the database's clock, in the same statement. */
import { PAIRING_LIFETIME_S, type PairingStatus, WRONG_CODES_MAX } from '@pursestrings/contract/pairing/records'
import type { Scope } from '@pursestrings/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { Source } from '../connections/connections.reads.ts'

type Stored = Exclude<PairingStatus, 'expired'>

export interface SessionRow {
  readonly merchant_id: Uuid
  readonly pairing_session_id: Uuid
  readonly agent_id: Uuid
  readonly code_hash: Buffer
  readonly source: Source
  readonly requested_scopes: Scope[]
  readonly granted_scopes: Scope[] | null
  readonly status: PairingStatus
  readonly connection_id: Uuid | null
  readonly created_at: Date
  readonly decided_at: Date | null
  readonly expires_at: Date
}

interface Tables {
  pairing_sessions: Table<
    'pairing_sessions',
    { source: Source; requested_scopes: Scope[]; granted_scopes: Scope[] | null }
  >
}

const SHOWN = [
  'merchant_id',
  'pairing_session_id',
  'agent_id',
  'code_hash',
  'source',
  'requested_scopes',
  'granted_scopes',
  'connection_id',
  'created_at',
  'decided_at',
  'expires_at',
  sql<PairingStatus>`
    case when status in ('pending', 'approved') and expires_at <= now() then 'expired' else status end`.as('status'),
] as const

const now = sql<Date>`now()`
const lifetime = sql<Date>`now() + make_interval(secs => ${PAIRING_LIFETIME_S})`

export const sessionOnWire = (row: SessionRow) => ({
  pairing_session_id: idOf('prs', row.pairing_session_id),
  status: row.status,
  source: row.source,
  requested_scopes: row.requested_scopes,
  granted_scopes: row.granted_scopes,
  connection_id: row.connection_id && idOf('con', row.connection_id),
  created_at: row.created_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
})

type NewSession = Pick<SessionRow, 'agent_id' | 'code_hash' | 'source' | 'requested_scopes'>

export const insertSession = (tx: TenantTx, session: NewSession): Promise<SessionRow> =>
  tx
    .tables<Tables>()
    .insertInto('pairing_sessions')
    .values({
      merchant_id: tx.merchant_id,
      pairing_session_id: newUuidFor(tx.merchant_id),
      ...session,
      expires_at: lifetime,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Whose session it is: a wallet that names one knows no tenant. */
export const findSession = (tx: SystemTx, id: Uuid): Promise<SessionRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('pairing_sessions')
    .select(SHOWN)
    .where('pairing_session_id', '=', id)
    .executeTakeFirst()

/** All that wait under a code. Two would be chance, and then neither is meant. */
export const findWaiting = (tx: SystemTx, code_hash: Buffer): Promise<SessionRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('pairing_sessions')
    .select(SHOWN)
    .where('code_hash', '=', code_hash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .limit(2)
    .execute()

const one = (tx: TenantTx, id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('pairing_sessions')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('pairing_session_id', '=', id)

export const selectSession = (tx: TenantTx, id: Uuid, agent_id: Uuid): Promise<SessionRow | undefined> =>
  one(tx, id).where('agent_id', '=', agent_id).executeTakeFirst()

/** As it is now and stays until the commit: guesses and decisions come one after the other. */
export const lockSession = (tx: TenantTx, id: Uuid): Promise<SessionRow | undefined> =>
  one(tx, id).forNoKeyUpdate().executeTakeFirst()

type Decision =
  | { status: 'approved'; device_id: Uuid; connection_id: Uuid; granted_scopes: Scope[] }
  | { status: 'rejected'; device_id: Uuid }

/** Of a session that is held. An approval gives a new ten minutes, for the exchange. */
export const decideSession = (tx: TenantTx, id: Uuid, decision: Decision): Promise<SessionRow> =>
  tx
    .tables<Tables>()
    .updateTable('pairing_sessions')
    .set({ ...decision, decided_at: now, ...(decision.status === 'approved' && { expires_at: lifetime }) })
    .where('merchant_id', '=', tx.merchant_id)
    .where('pairing_session_id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Of a session that is held and pending. The last one that is allowed ends it. */
export const countWrongCode = async (tx: TenantTx, id: Uuid): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('pairing_sessions')
    .set({
      wrong_codes: sql`wrong_codes + 1`,
      status: sql<Stored>`case when wrong_codes + 1 >= ${WRONG_CODES_MAX} then 'locked' else status end`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('pairing_session_id', '=', id)
    .execute()
}

/** Whether it is spent now, and was not before. */
export const spendSession = async (tx: TenantTx, id: Uuid): Promise<boolean> => {
  const row = await tx
    .tables<Tables>()
    .updateTable('pairing_sessions')
    .set({ status: 'exchanged' })
    .where('merchant_id', '=', tx.merchant_id)
    .where('pairing_session_id', '=', id)
    .where('status', '=', 'approved')
    .where('expires_at', '>', now)
    .returning('pairing_session_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Every table has a bound: an agent that goes on pairing forgets what ended a day ago, more than it adds. */
export const forgetOldSessions = async (tx: TenantTx, agent_id: Uuid): Promise<void> => {
  await sql`delete from pairing_sessions where (merchant_id, pairing_session_id) in (
    select merchant_id, pairing_session_id from pairing_sessions
    where merchant_id = ${tx.merchant_id} and agent_id = ${agent_id} and expires_at < now() - interval '1 day'
    limit 10 for update skip locked)`.execute(tx.tables<Tables>())
}
