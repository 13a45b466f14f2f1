/**
 * Sends what is due. A few at a time to one endpoint over all workers, a share of a worker for one tenant, and none to an
 * endpoint that rests: one dead receiver delays nobody else (H8). Results that come back while others are being kept are
 * kept together. What a worker that died had claimed is sent by another when the lease is over.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Metrics } from '../../http/metrics.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Outside } from '../../outside/create-outside.ts'
import { OutboundError } from '../../outside/outbound-error.ts'
import { createGatherer } from '../../postgres/gather.ts'
import type { Transactions } from '../../postgres/transaction.ts'
import { DUE_TOPIC } from '../deliveries/due.store.ts'
import type { WebhookSecrets } from '../endpoints/webhook-secret.ts'
import { claimDeliveries, type Sending } from './claim-deliveries.ts'
import { errorKindOf } from './error-kind.ts'
import { type Attempt, judgeAttempt } from './judge-attempt.ts'
import { type Made, recordAttempts } from './record-attempts.ts'
import { signWebhook } from './sign-webhook.ts'

const AT_ONCE = 128
const AT_ONCE_PER_TENANT = 32
const AT_ONCE_PER_ENDPOINT = 4
/** Longer than an attempt and the keeping of its result can take. */
const LEASE_S = 30
const POLL_MS = 500

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
  readonly webhook_secrets: WebhookSecrets
  readonly metrics: Metrics
  /** Every delay is divided by it. */
  readonly time_scale: number
  readonly now: () => Date
}

export const deliverWebhooks = (jobs: Jobs, deps: Deps): void => {
  const { transactions, outside, webhook_secrets, metrics, now } = deps
  const in_flight = new Map<Uuid, number>()
  const count = (merchant_id: Uuid, by: number) => {
    const n = (in_flight.get(merchant_id) ?? 0) + by
    if (n > 0) in_flight.set(merchant_id, n)
    else in_flight.delete(merchant_id)
  }
  const claim = claimDeliveries(webhook_secrets)
  const keep = createGatherer(recordAttempts({ ...deps, jobs }), (made: Made) => made.webhook_delivery_id, 1)

  const attempt = async ({ event_id, payload: body, endpoint }: Sending, attempted_at: Date): Promise<Attempt> => {
    const id = idOf('evt', event_id)
    const at_s = Math.floor(attempted_at.getTime() / 1000)
    const signed = signWebhook(endpoint.secrets(), { id, at_s, body })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Countersign', ...signed }
    try {
      const { status, retry_after } = await outside.webhooks.post({ url: endpoint.url, headers, body })
      return { status_code: status, retry_after }
    } catch (error) {
      if (error instanceof OutboundError) return { error_kind: errorKindOf(error) }
      throw error
    }
  }
  const send = async (sending: Sending): Promise<void> => {
    const { merchant_id, webhook_delivery_id, webhook_endpoint_id, claim: lease, probe } = sending
    const attempted_at = now()
    const began = performance.now()
    const made = await attempt(sending, attempted_at)
    const latency_ms = Math.round(performance.now() - began)
    const verdict = judgeAttempt(made, sending.step, { random: Math.random(), now: now() })
    const ailing = sending.failures_in_a_row > 0
    const about = { merchant_id, webhook_delivery_id, webhook_endpoint_id, claim: lease, probe, ailing }
    await keep({ ...about, attempted_at, latency_ms, verdict })
    metrics.webhook_attempt.observe({ outcome: verdict.error_kind ?? 'delivered' }, latency_ms / 1000)
    metrics.webhook_delivery.inc({ outcome: verdict.status === 'pending' ? 'retried' : verdict.status })
  }

  const bounds = { per_endpoint: AT_ONCE_PER_ENDPOINT, per_tenant: AT_ONCE_PER_TENANT, lease_s: LEASE_S, in_flight }
  jobs.attendMany<Sending>(
    'webhook-deliveries',
    { topic: DUE_TOPIC, poll_ms: POLL_MS },
    {
      concurrency: AT_ONCE,
      claim: (at_most) => transactions.asSystem((tx) => claim(tx, { ...bounds, at_most })),
      async run(sending) {
        count(sending.merchant_id, 1)
        try {
          await send(sending)
        } finally {
          count(sending.merchant_id, -1)
        }
      },
    },
  )
}
