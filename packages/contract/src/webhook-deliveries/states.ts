/** The statuses of webhook deliveries. */

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]
