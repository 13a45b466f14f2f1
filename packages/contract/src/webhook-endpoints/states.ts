/** The statuses of webhook endpoints. */

export const WEBHOOK_ENDPOINT_STATUSES = ['pending_verification', 'active', 'disabled'] as const
export type WebhookEndpointStatus = (typeof WEBHOOK_ENDPOINT_STATUSES)[number]
