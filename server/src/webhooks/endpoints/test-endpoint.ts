/** One test event for one endpoint, on the way that every event takes: the merchant sees what its receiver will see. */

import { TEST_EVENT_TYPE, type WebhookMessage } from '@countersign/contract/webhook-deliveries/webhook-events'
import { webhookEndpointNotActive } from '@countersign/contract/webhook-endpoints/errors'
import { idOf, newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../../postgres/transaction.ts'
import { Refusal } from '../../refusal.ts'
import { addDelivery } from '../deliveries/deliveries.store.ts'
import type { Notify } from '../deliveries/due.store.ts'
import { readSealedEndpoint } from './read-endpoint.ts'

export const testEndpoint = async (tx: TenantTx, wake: Notify, webhook_endpoint_id: Uuid): Promise<Uuid> => {
  const { status, now } = await readSealedEndpoint(tx, webhook_endpoint_id)
  if (status !== 'active') throw new Refusal(webhookEndpointNotActive, { details: { status } })
  const about = idOf('whe', webhook_endpoint_id)
  const message = {
    type: TEST_EVENT_TYPE,
    timestamp: now.toISOString(),
    data: { webhook_endpoint_id: about },
  } satisfies WebhookMessage
  return addDelivery(tx, wake, {
    webhook_endpoint_id,
    event_id: newUuidFor(tx.merchant_id),
    event_type: TEST_EVENT_TYPE,
    about,
    occurred_at: now,
    payload: JSON.stringify(message),
  })
}
