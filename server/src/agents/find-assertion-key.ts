/**
 * Whose key an assertion names, and why that key opens nothing now, if so. The reason is for whoever has signed with the
 * key, and for nobody else.
 */
import type { CredentialStanding } from '@countersign/contract/agent-auth/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { type CredentialName, noteUse } from './agent-credentials.store.ts'
import { type AssertionKeyRow, selectAssertionKey } from './assertion-keys.store.ts'

export interface AssertionKey {
  readonly merchant_id: Uuid
  readonly credential_id: Uuid
  readonly public_key: Buffer
  readonly use_is_old: boolean
  readonly now: Date
  readonly restored_at: Date | null
  readonly unusable: CredentialStanding | undefined
}

export const findAssertionKey = async (
  tx: SystemTx,
  { agent_id, kid }: { agent_id: Uuid; kid: string },
): Promise<AssertionKey | undefined> => {
  const row = await selectAssertionKey(tx, agent_id, kid)
  return row && { ...row, unusable: reasonOf(row) }
}

/** A token was issued for it; asked for once a minute, so that few tokens cost a write. */
export const noteKeyUsed = (tx: TenantTx, key: CredentialName): Promise<void> => noteUse(tx, key)

const reasonOf = (row: AssertionKeyRow): CredentialStanding | undefined => {
  if (row.status !== 'active') return `credential_${row.status}`
  if (row.expires_at <= row.now) return 'credential_expired'
  if (row.not_before > row.now) return 'credential_not_yet_valid'
  return row.agent_status === 'active' ? undefined : `agent_${row.agent_status}`
}
