/** What can be refused about webhook deliveries, and what to do next. */
import { errorEntry } from '../errors.ts'

export const webhookDeliveryPending = errorEntry({
  code: 'webhook_delivery_pending',
  status: 409,
  meaning: "We're sending this delivery right now.",
  recovery: 'Read it again in a moment: its latest attempt shows how it went.',
  retry: 'safe',
})
