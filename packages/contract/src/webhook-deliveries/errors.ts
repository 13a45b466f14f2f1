/** What can be refused about webhook deliveries, and what to do next. */
import { errorEntry } from '../errors.ts'

export const webhookDeliveryPending = errorEntry({
  code: 'webhook_delivery_pending',
  status: 409,
  meaning: 'This delivery is being sent right now.',
  recovery: 'Read it again in a moment: its newest attempt says how it went.',
  retry: 'safe',
})
