/** One credential of one agent, or the answer that there is none for this caller. */
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CredentialName, type CredentialRow, selectCredential } from './agent-credentials.store.ts'

export const readCredential = async (tx: TenantTx, name: CredentialName): Promise<CredentialRow> => {
  const credential = await selectCredential(tx, name)
  if (!credential) throw new Refusal(resourceNotFound)
  return credential
}
