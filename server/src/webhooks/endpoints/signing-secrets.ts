/** The secrets that sign for an endpoint now, newest first. Opened here, and only by those who are about to sign. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { WebhookSecrets } from './webhook-secret.ts'

export interface SealedSecrets {
  readonly webhook_endpoint_id: Uuid
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  /** Those that are not over, newest last. */
  readonly previous_secrets: readonly PreviousSecret[]
}

/** As the database keeps it. */
export interface PreviousSecret {
  readonly key_id: string
  /** In base64. */
  readonly sealed: string
  readonly until: string
}

export const signingSecrets = (secrets: WebhookSecrets, row: SealedSecrets): string[] => {
  const { webhook_endpoint_id: id, secret_key_id, secret_sealed, previous_secrets } = row
  const previous = previous_secrets.map(({ key_id, sealed }) => ({ key_id, sealed: Buffer.from(sealed, 'base64') }))
  const sealed = [{ key_id: secret_key_id, sealed: secret_sealed }, ...previous.toReversed()]
  return sealed.map((one) => secrets.open(id, one))
}

/** SQL: the secrets before the current one that still sign. */
export const STILL_SIGNING = `(select coalesce(jsonb_agg(s order by s ->> 'until'), '[]') from jsonb_array_elements(previous_secrets) s
  where (s ->> 'until')::timestamptz > now())`
