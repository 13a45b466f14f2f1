/**
 * Does whoever answers at the URL want our webhooks? A signed challenge is sent outside any transaction; only if it comes
 * back, and the endpoint is still the one that was asked, does it become active. An echo of the whole message is no
 * answer: the receiver must have read it.
 */
import { randomBytes } from 'node:crypto'
import {
  CHALLENGE_EVENT_TYPE,
  TEST_EVENT_TYPE,
  type WebhookMessage,
} from '@pursestrings/contract/webhook-deliveries/records'
import { webhookChallengeFailed, webhookEndpointNotActive } from '@pursestrings/contract/webhook-endpoints/records'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../../organizations/audit-events/append-audit-event.ts'
import type { Egress } from '../../../platform/egress/create-egress.ts'
import type { HttpsResponse } from '../../../platform/egress/https-client.ts'
import { OutboundError } from '../../../platform/egress/outbound-error.ts'
import type { TenantTx, Transactions } from '../../../platform/postgres/transaction.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { addDelivery } from '../deliveries/deliveries.store.ts'
import type { Notify } from '../deliveries/due.store.ts'
import { readSealedEndpoint } from './change-endpoint.ts'
import { type EndpointRow, markVerified } from './endpoints.store.ts'
import { signingKeyOf, signingSecrets, signWebhook, type WebhookSecrets } from './webhook-secret.ts'

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly webhook_secrets: WebhookSecrets
}

interface Input {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly actor: string
}

export const verifyEndpoint = async (deps: Deps, input: Input): Promise<EndpointRow> => {
  const { transactions, egress, webhook_secrets } = deps
  const { merchant_id, webhook_endpoint_id, actor } = input
  const endpoint = await transactions.asTenant(merchant_id, (tx) => readSealedEndpoint(tx, webhook_endpoint_id))
  const challenge = randomBytes(32).toString('base64url')
  const body = challengeText(endpoint, challenge)
  const id = idOf('evt', newUuidFor(merchant_id))
  const at_s = Math.floor(endpoint.now.getTime() / 1000)
  const signed = signWebhook(signingSecrets(webhook_secrets, endpoint).map(signingKeyOf), { id, at_s, body })
  const headers = { 'content-type': 'application/json', 'user-agent': 'Pursestrings', ...signed }
  const seen = await egress.https.request({ url: endpoint.url, method: 'POST', headers, body }).then(
    (response) => faultOf(response, challenge),
    (error: unknown) => {
      if (error instanceof OutboundError) return error.message
      throw error
    },
  )
  if (seen !== undefined) throw challengeFailed(seen)
  return transactions.asTenant(merchant_id, async (tx) => {
    const verified = await markVerified(tx, endpoint)
    if (!verified) throw challengeFailed('the endpoint was changed while it was asked')
    await appendAuditEvent(tx, {
      action: 'webhook_endpoint.verified',
      actor,
      target: idOf('whe', webhook_endpoint_id),
      details: { url: endpoint.url, status: { from: endpoint.status, to: verified.status } },
    })
    return verified
  })
}

const challengeText = ({ webhook_endpoint_id, now }: EndpointRow & { now: Date }, challenge: string): string =>
  JSON.stringify({
    type: CHALLENGE_EVENT_TYPE,
    timestamp: now.toISOString(),
    data: { webhook_endpoint_id: idOf('whe', webhook_endpoint_id), challenge },
  } satisfies WebhookMessage)

/** What is wrong with an answer. Its words are not quoted: what lies behind a URL is not ours to show. */
const faultOf = ({ status, body }: HttpsResponse, challenge: string): string | undefined => {
  if (status < 200 || status > 299) return `status ${status}, where 2xx is needed; redirects are not followed`
  const answer = jsonOf(body)
  if (answer === undefined) return `status ${status}, but the body is no JSON`
  if (answer === null || typeof answer !== 'object' || !('challenge' in answer)) {
    return `status ${status}, but the body is no JSON object with "challenge"`
  }
  return answer.challenge === challenge ? undefined : `status ${status}, but "challenge" is not the one that was sent`
}

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

const challengeFailed = (seen: string): Refusal =>
  new Refusal(webhookChallengeFailed, {
    message: `The endpoint didn't answer its challenge. Seen: ${seen}. ${webhookChallengeFailed.recovery}`,
    details: { seen },
  })

/** One test event for one endpoint, on the way that every event takes: the merchant sees what its receiver will see. */
export const testEndpoint = async (tx: TenantTx, notifications: Notify, webhook_endpoint_id: Uuid): Promise<Uuid> => {
  const { status, now } = await readSealedEndpoint(tx, webhook_endpoint_id)
  if (status !== 'active') throw new Refusal(webhookEndpointNotActive, { details: { status } })
  const about = idOf('whe', webhook_endpoint_id)
  const message = {
    type: TEST_EVENT_TYPE,
    timestamp: now.toISOString(),
    data: { webhook_endpoint_id: about },
  } satisfies WebhookMessage
  return addDelivery(tx, notifications, {
    webhook_endpoint_id,
    event_id: newUuidFor(tx.merchant_id),
    event_type: TEST_EVENT_TYPE,
    about,
    occurred_at: now,
    payload: JSON.stringify(message),
  })
}
