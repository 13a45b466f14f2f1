/**
 * A new secret beside the old ones: each signs for a day after it was replaced, whatever comes later, so that receivers
 * can change over without missing anything.
 */
import { webhookSecretsExhausted } from '@pursestrings/contract/webhook-endpoints/errors'
import {
  WEBHOOK_PREVIOUS_SECRETS_MAX,
  WEBHOOK_SECRET_OVERLAP_H,
} from '@pursestrings/contract/webhook-endpoints/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../../organizations/audit-events/append-audit-event.ts'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { holdEndpoint, readSealedEndpoint } from './change-endpoint.ts'
import { replaceSecret } from './endpoints.store.ts'
import type { PreviousSecret, SealedSecrets, WebhookSecrets } from './webhook-secret.ts'

interface Input {
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
}

export const rotateSecret = async (tx: TenantTx, secrets: WebhookSecrets, { webhook_endpoint_id, actor }: Input) => {
  await holdEndpoint(tx, webhook_endpoint_id)
  const previous = stillSigning(secrets, await readSealedEndpoint(tx, webhook_endpoint_id))
  const [first] = previous
  if (first !== undefined && previous.length > WEBHOOK_PREVIOUS_SECRETS_MAX) {
    throw new Refusal(webhookSecretsExhausted, { details: { first_ends_at: first.until } })
  }
  const { secret, ...sealed } = secrets.make(webhook_endpoint_id)
  const endpoint = await replaceSecret(tx, webhook_endpoint_id, { ...sealed, previous })
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.secret_rotated',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { previous_secret_until: endpoint.previous_secret_until?.toISOString() ?? null },
  })
  return { endpoint, secret }
}

/** With the current one, which ends a day from now. One whose key is lost signs nothing, and would only stop the others. */
const stillSigning = (secrets: WebhookSecrets, row: SealedSecrets & { readonly now: Date }): PreviousSecret[] => {
  const until = new Date(row.now.getTime() + WEBHOOK_SECRET_OVERLAP_H * 3_600_000).toISOString()
  const current = { key_id: row.secret_key_id, sealed: row.secret_sealed.toString('base64'), until }
  return [...row.previous_secrets, current].filter(({ key_id }) => secrets.holds(key_id))
}
