/** What can be refused about webhook deliveries, and what to do next. */
import { errorEntry } from '../errors.ts'

export const webhookDeliveryPending = errorEntry({
  code: 'webhook_delivery_pending',
  status: 409,
  meaning: 'This delivery is still being tried.',
  recovery: 'Wait until it is delivered or has failed; `next_attempt_at` says when it is tried next.',
  retry: 'safe',
})
