/** A key is shut out at once and for good. Again changes nothing and leaves no second line in the log. */

import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type ApiKeyName, type ApiKeyRow, revokeApiKey as revoke } from './api-keys.store.ts'
import { readApiKey } from './read-project.ts'

export const revokeApiKey = async (tx: TenantTx, name: ApiKeyName, actor: string): Promise<ApiKeyRow> => {
  const revoked = await revoke(tx, name)
  if (!revoked) return readApiKey(tx, name)
  await appendAuditEvent(tx, {
    action: 'api_key.revoked',
    actor,
    target: idOf('key', name.api_key_id),
    details: { project_id: idOf('prj', name.project_id), name: revoked.name, last_four: revoked.last_four },
  })
  return revoked
}
