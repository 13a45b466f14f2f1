/** The secrets that sign for an endpoint now, newest first. Opened here, and only by those who are about to sign. */
import type { Uuid } from '@countersign/contract/ids'
import type { WebhookSecrets } from './webhook-secret.ts'

export interface SealedSecrets {
  readonly webhook_endpoint_id: Uuid
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  readonly previous_secret_key_id: string | null
  readonly previous_secret_sealed: Buffer | null
  /** Null once it is over. */
  readonly previous_secret_until: Date | null
}

export const signingSecrets = (secrets: WebhookSecrets, row: SealedSecrets): string[] => {
  const { webhook_endpoint_id: id, previous_secret_key_id, previous_secret_sealed, previous_secret_until } = row
  const current = secrets.open(id, { key_id: row.secret_key_id, sealed: row.secret_sealed })
  if (previous_secret_until === null || previous_secret_key_id === null || previous_secret_sealed === null) {
    return [current]
  }
  return [current, secrets.open(id, { key_id: previous_secret_key_id, sealed: previous_secret_sealed })]
}
