/**
 * After a restored backup: sessions and everything that opens once or for minutes is deleted. Some of it was used, closed or
 * replaced after the backup, and this database does not know which.
 */
import type { SystemTx } from '../postgres/transaction.ts'

const TABLES = [
  'merchant_sessions',
  'email_links',
  'session_grants',
  'passkey_challenges',
  'step_up_codes',
  'agent_tokens',
  'claim_tokens',
] as const

/** How many sessions there were. */
export const endShortLivedCredentials = async ({ client }: SystemTx): Promise<number> => {
  let sessions = 0
  for (const table of TABLES) {
    const { rowCount } = await client.query(`delete from ${table}`)
    if (table === 'merchant_sessions') sessions = rowCount ?? 0
  }
  return sessions
}
