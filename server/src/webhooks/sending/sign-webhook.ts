/** The headers of Standard Webhooks: one signature per secret that is valid now, so that a rotation breaks nobody. */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

export interface Signed {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/** `secrets` as the merchant holds them; `at_s` is the attempt's time, `body` the exact text that is sent. */
export const signWebhook = (
  secrets: readonly string[],
  { id, at_s, body }: { id: string; at_s: number; body: string },
): Signed => {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${at_s}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(at_s), 'webhook-signature': signatures.join(' ') }
}
