/**
 * The people who run the service turn an endpoint off. Whoever receives there must ask for webhooks again: its proof is gone, so it
 * gets nothing before it answers another challenge. Events are held for it meanwhile.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../../audit-events/append-audit-event.ts'
import type { ByOperator } from '../../audit-events/by-operator.ts'
import type { TenantTx } from '../../postgres/transaction.ts'
import { updateEndpoint } from './endpoints.store.ts'
import { holdEndpoint } from './read-endpoint.ts'

/** Whether it was not so already. */
export const disableAsOperator = async (
  tx: TenantTx,
  webhook_endpoint_id: Uuid,
  { actor, reason }: ByOperator,
): Promise<boolean> => {
  const before = await holdEndpoint(tx, webhook_endpoint_id)
  if (before.status === 'disabled' && before.verified_at === null) return false
  const changes = { status: 'disabled', disabled_reason: 'operator', verified_at: null } as const
  if (!(await updateEndpoint(tx, before, changes))) throw new Error('a webhook endpoint that was held has changed')
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.disabled',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { reason, disabled_reason: 'operator' },
  })
  return true
}
