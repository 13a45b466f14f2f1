/** API keys of projects: created and revoked. */
import { API_KEYS_LIVE_MAX, tooManyApiKeys } from '@pursestrings/contract/projects/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { newApiKey } from '../../platform/credentials/merchant-key.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import {
  type ApiKeyName,
  type ApiKeyRow,
  holdLiveKeyCount,
  insertApiKey,
  revokeApiKey as revoke,
} from './api-keys.store.ts'
import { readApiKey, readProject } from './projects.ts'

// A key is made, shown in this one answer, and kept only as its hash.

interface Input {
  readonly project_id: Uuid
  readonly name: string
  readonly account_id: Uuid
}

export const createApiKey = async (
  tx: TenantTx,
  { project_id, name, account_id }: Input,
): Promise<{ row: ApiKeyRow; secret: string }> => {
  await readProject(tx, project_id)
  if ((await holdLiveKeyCount(tx, project_id)) >= API_KEYS_LIVE_MAX) throw new Refusal(tooManyApiKeys)
  const { secret, key_hash, last_four } = newApiKey(tx.merchant_id)
  const row = await insertApiKey(tx, { project_id, name, key_hash, last_four })
  await appendAuditEvent(tx, {
    action: 'api_key.created',
    actor: idOf('acc', account_id),
    target: idOf('key', row.api_key_id),
    details: { project_id: idOf('prj', project_id), name, last_four },
  })
  return { row, secret }
}

/** A key is shut out at once and for good. Again changes nothing and leaves no second line in the log. */
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
