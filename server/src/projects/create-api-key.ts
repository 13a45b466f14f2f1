/** A key is made, shown in this one answer, and kept only as its hash. */

import { tooManyApiKeys } from '@countersign/contract/projects/errors'
import { API_KEYS_LIVE_MAX } from '@countersign/contract/projects/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { newApiKey } from '../credentials/api-key.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type ApiKeyRow, holdLiveKeyCount, insertApiKey } from './api-keys.store.ts'
import { readProject } from './read-project.ts'

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
