import type { WebhookDelivery } from '@pursestrings/sdk'

/** As what a delivery is shown: one that has been tried in vain is not one on its first way. */
export const lookOf = ({ status, attempts }: WebhookDelivery) => {
  if (status !== 'pending') return status
  return attempts.length === 0 ? 'sending' : 'retrying'
}
