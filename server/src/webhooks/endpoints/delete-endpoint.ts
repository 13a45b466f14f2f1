/** An endpoint goes together with its secrets; what was delivered to it stays on the record. */

import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../../audit-events/append-audit-event.ts'
import type { TenantTx } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { deleteEndpoint as remove } from './endpoints.store.ts'

interface Input {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
}

export const deleteEndpoint = async (tx: TenantTx, { webhook_endpoint_id, actor }: Input): Promise<void> => {
  const removed = await remove(tx, webhook_endpoint_id)
  if (!removed) throw new Refusal(resourceNotFound)
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.deleted',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { url: removed.url },
  })
}
