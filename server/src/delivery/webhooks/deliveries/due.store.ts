/** Statements with which pending deliveries become due, from the commit on. Who sends them is told; a missed hint costs a poll. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Notifications } from '../../../platform/notifications/notifications.ts'
import type { SystemTx, TenantTx } from '../../../platform/postgres/transaction.ts'
import type { DeliveryKey, EndpointKey } from '../sending/sending.store.ts'

export const DUE_TOPIC = 'webhooks.due'
export type Notify = Pick<Notifications, 'notify'>

export const tellDue = ({ afterCommit }: TenantTx | SystemTx, notifications: Notify): void =>
  afterCommit(() => notifications.notify(DUE_TOPIC))

/** One that is due already stays as it is. */
export const makeDue = async (
  tx: TenantTx,
  notifications: Notify,
  deliveries: readonly Omit<DeliveryKey & EndpointKey, 'merchant_id'>[],
): Promise<void> => {
  const text = `insert into webhook_due (merchant_id, webhook_delivery_id, webhook_endpoint_id)
    select $1, * from unnest($2::uuid[], $3::uuid[]) on conflict do nothing`
  const ids = [deliveries.map((d) => d.webhook_delivery_id), deliveries.map((d) => d.webhook_endpoint_id)]
  await tx.client.query(text, [tx.merchant_id, ...ids])
  tellDue(tx, notifications)
}

/** One that waits for its next attempt is due now. False if somebody sends it already, or is about to. */
export const hurry = async ({ client, merchant_id }: TenantTx, webhook_delivery_id: Uuid): Promise<boolean> => {
  const text = `update webhook_due set state = 'ready', due_at = now()
    where merchant_id = $1 and webhook_delivery_id = $2 and state = 'waiting'`
  return (await client.query(text, [merchant_id, webhook_delivery_id])).rowCount === 1
}
