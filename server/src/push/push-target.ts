/** Where a device gets its messages, as it is sealed: whoever has this can write to the device, so it never stands in clear. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Sealed, WebhookSecrets } from '../webhooks/endpoints/webhook-secret.ts'
import type { PushReceiver } from './encrypt-push.ts'

export interface PushTarget extends PushReceiver {
  readonly endpoint: string
}

export const sealTarget = (
  secrets: WebhookSecrets,
  device_id: Uuid,
  { endpoint, p256dh, auth }: PushTarget,
): Sealed => {
  const text = { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  return secrets.seal(device_id, JSON.stringify(text))
}

export const openTarget = (secrets: WebhookSecrets, device_id: Uuid, sealed: Sealed): PushTarget => {
  const text = JSON.parse(secrets.open(device_id, sealed)) as Record<'endpoint' | 'p256dh' | 'auth', string>
  return {
    endpoint: text.endpoint,
    p256dh: Buffer.from(text.p256dh, 'base64url'),
    auth: Buffer.from(text.auth, 'base64url'),
  }
}
