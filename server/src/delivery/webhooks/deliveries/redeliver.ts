/** Sends again what was sent, failed or held, and now what waits for its next attempt. Only to an endpoint that is active, and only what nobody is sending. */
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { webhookDeliveryPending } from '@pursestrings/contract/webhook-deliveries/operations'
import { WEBHOOK_RECOVER_MAX, webhookEndpointNotActive } from '@pursestrings/contract/webhook-endpoints/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../../organizations/audit-events/append-audit-event.ts'
import type { SystemTx, TenantTx } from '../../../platform/postgres/transaction.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { selectEndpoint } from '../endpoints/endpoints.store.ts'
import { deliverAgain, deliverMissed, lockDelivery } from './deliveries.store.ts'
import { hurry, type Notify } from './due.store.ts'

export const redeliver = async (
  tx: TenantTx,
  notifications: Notify,
  { webhook_delivery_id, actor }: { webhook_delivery_id: Uuid; actor: string },
): Promise<void> => {
  const delivery = await lockDelivery(tx, webhook_delivery_id)
  if (!delivery) throw new Refusal(resourceNotFound)
  const endpoint = await selectEndpoint(tx, delivery.webhook_endpoint_id)
  if (endpoint?.status !== 'active') throw notActive(endpoint?.status)
  if (delivery.status === 'pending' && !(await hurry(tx, webhook_delivery_id)))
    throw new Refusal(webhookDeliveryPending)
  await deliverAgain(tx, notifications, delivery)
  await appendAuditEvent(tx, {
    action: 'webhook_delivery.redelivered',
    actor,
    target: idOf('whd', webhook_delivery_id),
  })
}

export const redeliverMissed = async (
  tx: TenantTx,
  notifications: Notify,
  { webhook_endpoint_id, actor, since }: { webhook_endpoint_id: Uuid; actor: string; since: Date },
): Promise<number> => {
  const endpoint = await selectEndpoint(tx, webhook_endpoint_id)
  if (!endpoint) throw new Refusal(resourceNotFound)
  if (endpoint.status !== 'active') throw notActive(endpoint.status)
  const recovered = await deliverMissed(tx, notifications, { webhook_endpoint_id, since, at_most: WEBHOOK_RECOVER_MAX })
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.recovered',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { since: since.toISOString(), recovered },
  })
  return recovered
}

const notActive = (status: string | undefined): Refusal =>
  new Refusal(webhookEndpointNotActive, { details: { status: status ?? 'deleted' } })

/** After a restored backup: every pending delivery is due at once, also one that some process held or that was to wait. */
export const sendPendingAgain = async ({ client }: SystemTx): Promise<number> => {
  const text = `update webhook_due set state = 'ready', holder = null, claim = claim + 1, due_at = now()`
  return (await client.query(text)).rowCount ?? 0
}
