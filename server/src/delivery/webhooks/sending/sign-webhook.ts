/** The headers of Standard Webhooks: one signature per secret that is valid now, so that a rotation breaks nobody. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const PREFIX = 'whsec_'

export interface Signed {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** Of a secret as the merchant holds it. Made once: a key that is made for each signature takes longer than the signature. */
export const signingKeyOf = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'))

/** `at_s` is the attempt's time, `body` the exact text that is sent. */
export const signWebhook = (
  keys: readonly KeyObject[],
  { id, at_s, body }: { id: string; at_s: number; body: string },
): Signed => {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${at_s}.${body}`).digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': String(at_s), 'webhook-signature': signatures.join(' ') }
}
