/** A new secret beside the old one (H8): both sign for a day, so that receivers can change over without missing anything. */
import { idOf, type Uuid } from '@countersign/contract/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { replaceSecret } from './endpoints.store.ts'
import { holdEndpoint, readSealedEndpoint } from './read-endpoint.ts'
import type { WebhookSecrets } from './webhook-secret.ts'

interface Given {
  readonly webhook_endpoint_id: Uuid
  readonly account_id: Uuid
}

export const rotateSecret = async (
  tx: TenantTx,
  secrets: WebhookSecrets,
  { webhook_endpoint_id, account_id }: Given,
) => {
  await holdEndpoint(tx, webhook_endpoint_id)
  const { secret_key_id } = await readSealedEndpoint(tx, webhook_endpoint_id)
  const { secret, ...sealed } = secrets.make(webhook_endpoint_id)
  // A secret whose key is lost signs nothing any more; keeping it would only stop the new one.
  const endpoint = await replaceSecret(tx, webhook_endpoint_id, { ...sealed, keep: secrets.holds(secret_key_id) })
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.secret_rotated',
    actor: idOf('acc', account_id),
    target: idOf('whe', webhook_endpoint_id),
    details: { previous_secret_until: endpoint.previous_secret_until?.toISOString() ?? null },
  })
  return { endpoint, secret }
}
