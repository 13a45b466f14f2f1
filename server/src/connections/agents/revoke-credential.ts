/** A key is shut out at once and for good. Again changes nothing and leaves no second line in the log. */
import { idOf } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { type CredentialName, revokeCredential as revoke } from './agent-credentials.store.ts'
import { holdAgent } from './agents.ts'
import { fingerprintOf } from './public-key.ts'
import { readCredential } from './read-credential.ts'

export const revokeCredential = async (tx: TenantTx, name: CredentialName, actor: string) => {
  const before = await readCredential(tx, name)
  // First the agent, then its credential, as activation takes them: what the agent's row says of its keys changes too.
  await holdAgent(tx, name.agent_id)
  const revoked = await revoke(tx, name)
  if (!revoked) return readCredential(tx, name)
  await appendAuditEvent(tx, {
    action: 'agent_credential.revoked',
    actor,
    target: idOf('crd', name.credential_id),
    details: {
      agent_id: idOf('agt', name.agent_id),
      kid: revoked.kid,
      fingerprint: fingerprintOf(revoked.public_key),
      from: before.status,
    },
  })
  return revoked
}
