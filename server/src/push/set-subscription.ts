/**
 * A device says where it gets its messages. The address is the caller's choice, so it is held to the rules of webhook URLs, here
 * and in every call; the keys must be of the form that messages can be encrypted for.
 */
import { ECDH } from 'node:crypto'
import { pushEndpointInvalid, pushKeyUnknown, pushNotConfigured } from '@countersign/contract/devices/errors'
import type { setPushSubscription as operation } from '@countersign/contract/devices/push-operations'
import type { Issue } from '@countersign/contract/errors'
import type { BodyOf } from '@countersign/contract/operation'
import { credentialInvalid, validationFailed } from '@countersign/contract/transport-errors'
import { strictBase64url } from '../agents/strict-base64url.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { endpointUrl } from '../webhooks/endpoints/endpoint-url.ts'
import type { WebhookSecrets } from '../webhooks/endpoints/webhook-secret.ts'
import { putSubscription } from './push-subscriptions.store.ts'
import { type PushTarget, sealTarget } from './push-target.ts'
import type { PushKey } from './read-push-keys.ts'

export interface SetDeps {
  readonly push_keys: readonly PushKey[]
  readonly webhook_secrets: WebhookSecrets
  readonly outbound_loopback: readonly string[]
}

export const setSubscription = async (tx: WalletTx, deps: SetDeps, body: BodyOf<typeof operation>): Promise<void> => {
  if (deps.push_keys.length === 0) throw new Refusal(pushNotConfigured)
  const target = targetOf(body, deps.outbound_loopback)
  const key = deps.push_keys.find(({ public_key }) => public_key === body.application_server_key)
  if (!key) throw new Refusal(pushKeyUnknown)
  const sealed = sealTarget(deps.webhook_secrets, tx.device_id, target)
  if (!(await putSubscription(tx, sealed, key.key_id))) throw new Refusal(credentialInvalid)
}

const targetOf = ({ endpoint, keys }: BodyOf<typeof operation>, loopback: readonly string[]): PushTarget => {
  const p256dh = strictBase64url(keys.p256dh, 65)
  const auth = strictBase64url(keys.auth, 16)
  const issues: Issue[] = []
  if (!p256dh || !isPoint(p256dh)) {
    const message = 'is no P-256 public key: 65 bytes in base64url, of a point of the curve'
    issues.push({ code: 'not_a_key', field: 'keys.p256dh', message })
  }
  if (!auth) issues.push({ code: 'not_a_key', field: 'keys.auth', message: 'must be 16 bytes in base64url' })
  if (!p256dh || !auth || issues.length > 0) throw new Refusal(validationFailed, { issues })
  const verdict = endpointUrl(endpoint, loopback)
  if (verdict.ok) return { endpoint: verdict.url, p256dh, auth }
  const issue = { code: pushEndpointInvalid.code, field: 'endpoint', message: verdict.reason }
  throw new Refusal(pushEndpointInvalid, { message: verdict.reason, issues: [issue] })
}

/** Uncompressed, as the standard has it. */
const isPoint = (bytes: Buffer): boolean => {
  try {
    return bytes[0] === 4 && ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed').length === 65
  } catch {
    return false
  }
}
