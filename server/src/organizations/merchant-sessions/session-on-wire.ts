/** A session as its person sees it. */
import { STEP_UP_LIFETIME_S } from '@pursestrings/contract/merchant-sessions/records'
import { idOf } from '@pursestrings/contract/wire/ids'
import {
  closeEverySession,
  type MerchantSession,
  type SessionRow,
} from '../../platform/credentials/merchant-session.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { appendAuditEvent, type ByOperator } from '../audit-events/append-audit-event.ts'

export const sessionOnWire = (row: SessionRow, caller: MerchantSession) => {
  // What a change will be asked for: the passkey of whoever has one.
  const proven_at = caller.has_passkey ? row.passkey_proven_at : row.mail_proven_at
  const confirmed_until = proven_at && new Date(proven_at.getTime() + STEP_UP_LIFETIME_S * 1000)
  return {
    session_id: idOf('ses', row.session_id),
    current: row.session_id === caller.session_id,
    transport: row.transport,
    signed_in_by: row.signed_in_by,
    created_at: row.created_at.toISOString(),
    last_active_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    confirmed_until: confirmed_until?.toISOString() ?? null,
  }
}

// The people who run the service sign everybody out of an organization, at once and in every process.

/** How many were open. */
export const endSessionsAsOperator = async (tx: TenantTx, { actor, reason }: ByOperator): Promise<number> => {
  const sessions = await closeEverySession(tx)
  if (sessions === 0) return 0
  await appendAuditEvent(tx, {
    action: 'merchant_session.all_closed',
    actor,
    target: idOf('mer', tx.merchant_id),
    details: { reason, sessions },
  })
  return sessions
}
