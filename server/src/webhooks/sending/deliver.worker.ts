/**
 * Sends what is due. A few at a time to one endpoint over all workers, a share of a worker for one tenant, and none to an
 * endpoint that rests: one dead receiver delays nobody else (H8). Results that come back while others are being kept are
 * kept together.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Metrics } from '../../http/metrics.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Outside } from '../../outside/create-outside.ts'
import { OutboundError } from '../../outside/outbound-error.ts'
import { createGatherer } from '../../postgres/gather.ts'
import type { Transactions } from '../../postgres/transaction.ts'
import { selectResting } from '../endpoints/health.store.ts'
import { signingSecrets } from '../endpoints/signing-secrets.ts'
import type { WebhookSecrets } from '../endpoints/webhook-secret.ts'
import { beginDeliveries, type Sending } from './begin-deliveries.ts'
import { errorKindOf } from './error-kind.ts'
import { type Attempt, judgeAttempt } from './judge-attempt.ts'
import { type Made, recordAttempts } from './record-attempts.ts'
import { signWebhook } from './sign-webhook.ts'

const AT_ONCE = 128
const AT_ONCE_PER_TENANT = 32
const AT_ONCE_PER_ENDPOINT = 4

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
  const { outside, webhook_secrets, metrics, now } = deps
  const in_flight = new Map<Uuid, number>()
  const count = (merchant_id: Uuid, by: number) => {
    const n = (in_flight.get(merchant_id) ?? 0) + by
    if (n > 0) in_flight.set(merchant_id, n)
    else in_flight.delete(merchant_id)
  }
  const share = (merchant_id: Uuid) => AT_ONCE_PER_TENANT - (in_flight.get(merchant_id) ?? 0)
  const keep = createGatherer(recordAttempts({ ...deps, jobs }), (made: Made) => made.webhook_delivery_id, 1)

  const attempt = async ({ due }: Sending, attempted_at: Date): Promise<Attempt> => {
    const id = idOf('evt', due.event_id)
    const at_s = Math.floor(attempted_at.getTime() / 1000)
    const signed = signWebhook(signingSecrets(webhook_secrets, due), { id, at_s, body: due.payload })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Countersign', ...signed }
    try {
      const { status, retry_after } = await outside.webhooks.post({ url: due.url, headers, body: due.payload })
      return { status_code: status, retry_after }
    } catch (error) {
      if (error instanceof OutboundError) return { error_kind: errorKindOf(error) }
      throw error
    }
  }
  const send = async (sending: Sending): Promise<void> => {
    const { job, due, probe } = sending
    const { merchant_id, webhook_delivery_id, webhook_endpoint_id } = due
    const attempted_at = now()
    const began = performance.now()
    const made = await attempt(sending, attempted_at)
    const latency_ms = Math.round(performance.now() - began)
    const verdict = judgeAttempt(made, due.step, { random: Math.random(), now: now() })
    const ailing = due.failures_in_a_row > 0
    const about = { merchant_id, webhook_delivery_id, webhook_endpoint_id, job, probe, ailing }
    await keep({ ...about, attempted_at, latency_ms, verdict })
    metrics.webhook_attempt.observe({ outcome: verdict.error_kind ?? 'delivered' }, latency_ms / 1000)
    metrics.webhook_delivery.inc({ outcome: verdict.status === 'pending' ? 'retried' : verdict.status })
  }

  jobs.workMany<Sending>('webhook-delivery', {
    concurrency: AT_ONCE,
    group_concurrency: AT_ONCE_PER_ENDPOINT,
    resting: (tx) =>
      selectResting(
        tx,
        [...in_flight.keys()].filter((merchant_id) => share(merchant_id) <= 0),
      ),
    begin: (tx, claimed, capacity) => beginDeliveries(tx, jobs, claimed, { capacity, share }),
    async run(sending) {
      count(sending.due.merchant_id, 1)
      try {
        await send(sending)
      } finally {
        count(sending.due.merchant_id, -1)
      }
    },
  })
}
