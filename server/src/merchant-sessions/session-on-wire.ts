/** A session as its person sees it. */
import { STEP_UP_LIFETIME_S } from '@countersign/contract/merchant-sessions/records'
import { idOf } from '@countersign/contract/wire/ids'
import type { MerchantSession, SessionRow } from '../credentials/merchant-session.ts'

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
