/**
 * Sends what is due. A few at a time to one endpoint over all workers, a share of a worker for one tenant, and none to an
 * endpoint that rests: one dead receiver delays nobody else. Results that come back while others are being kept are
 * kept together. What a worker that died had claimed is sent by another when the lease is over.
 */
import { idOf, newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Egress } from '../../../platform/egress/create-egress.ts'
import { OutboundError } from '../../../platform/egress/outbound-error.ts'
import type { Metrics } from '../../../platform/http/metrics.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createBatcher } from '../../../platform/postgres/batch.ts'
import type { Transactions } from '../../../platform/postgres/transaction.ts'
import { DUE_TOPIC } from '../deliveries/due.store.ts'
import { signWebhook, type WebhookSecrets } from '../endpoints/webhook-secret.ts'
import { claimDeliveries, type Sending } from './claim-deliveries.ts'
import { type Attempt, errorKindOf, judgeAttempt } from './judge-attempt.ts'
import { type Made, recordAttempts } from './record-attempts.ts'
import { createSendSlots } from './send-slots.ts'
import { giveBack } from './sending.store.ts'

const AT_ONCE = { in_all: 128, per_tenant: 32, per_endpoint: 4 }
/** Leased ahead, so that nobody waits for a claim between two attempts. */
const HELD = { in_all: 512, per_tenant: 128, per_endpoint: 16 }
/** Longer than the patience, an attempt and the keeping of its result together: what is leased is sent by nobody else. */
const LEASE_S = 30
/** What was not begun by then goes back: the endpoint is slow, and may have been changed meanwhile. */
const PATIENCE_MS = 2_000
/** Says when the event happened. */
const HAPPENED = /"timestamp":"([^"]+)"/
/** Of so many receivers it is known when they last recovered. */
const RECOVERED_MAX = 1_000
const ONE_AT_A_TIME = { in_flight_max: 1 }

interface Deps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly webhook_secrets: WebhookSecrets
  readonly metrics: Metrics
  /** Every delay is divided by it. */
  readonly time_scale: number
  readonly now: () => Date
}

export const deliverWebhooks = (jobs: Jobs, deps: Deps): void => {
  const { transactions, egress, webhook_secrets, metrics, now } = deps
  const held = new Map<Uuid, number>()
  const count = (merchant_id: Uuid, by: number) => {
    const n = (held.get(merchant_id) ?? 0) + by
    if (n > 0) held.set(merchant_id, n)
    else held.delete(merchant_id)
  }
  const slots = createSendSlots(AT_ONCE)
  const claim = claimDeliveries(webhook_secrets)
  const keep = createBatcher(
    recordAttempts({ ...deps, jobs }),
    (attempted: Made) => attempted.webhook_delivery_id,
    ONE_AT_A_TIME,
  )
  const goBack = createBatcher(
    async (sendings: readonly Sending[]) => {
      await transactions.asSystem((tx) => giveBack(tx, sendings))
      return sendings.map(() => undefined)
    },
    (sending) => sending.webhook_delivery_id,
    ONE_AT_A_TIME,
  )

  const attempt = async ({ event_id, payload: body, endpoint }: Sending, attempted_at: Date): Promise<Attempt> => {
    const id = idOf('evt', event_id)
    const at_s = Math.floor(attempted_at.getTime() / 1000)
    const signed = signWebhook(endpoint.keys(), { id, at_s, body })
    const headers = { 'content-type': 'application/json', 'user-agent': 'Pursestrings', ...signed }
    try {
      const { status, retry_after } = await egress.webhooks.post({ url: endpoint.url, headers, body })
      return { status_code: status, retry_after }
    } catch (error) {
      if (error instanceof OutboundError) return { error_kind: errorKindOf(error) }
      throw error
    }
  }
  const recovered = new Map<Uuid, number>()
  const keepRecovery = (webhook_endpoint_id: Uuid): void => {
    if (recovered.size >= RECOVERED_MAX) recovered.clear()
    recovered.set(webhook_endpoint_id, now().getTime())
  }
  /** Behind a receiver that fails the others wait for it, not for us; so does what has waited until it took something again. */
  const observeDelay = (sending: Sending, attempted_at: Date): void => {
    const { payload, webhook_endpoint_id, step, failures_in_a_row } = sending
    const happened = Date.parse(HAPPENED.exec(payload)?.[1] ?? '')
    if (step > 0 || failures_in_a_row > 0 || !(happened >= (recovered.get(webhook_endpoint_id) ?? 0))) return
    metrics.webhook_first_attempt.observe((attempted_at.getTime() - happened) / 1000)
  }
  const send = async (sending: Sending, leave: () => void): Promise<void> => {
    const { merchant_id, webhook_delivery_id, webhook_endpoint_id, claim: lease, probe } = sending
    const attempted_at = now()
    const began = performance.now()
    observeDelay(sending, attempted_at)
    const attempted = await attempt(sending, attempted_at)
    const latency_ms = Math.round(performance.now() - began)
    const verdict = judgeAttempt(attempted, sending.step, { random: Math.random(), now: now() })
    const ailing = sending.failures_in_a_row > 0
    if (ailing && verdict.status === 'delivered') keepRecovery(webhook_endpoint_id)
    const about = { merchant_id, webhook_delivery_id, webhook_endpoint_id, claim: lease, probe, ailing }
    const kept = keep({ ...about, attempted_at, latency_ms, verdict })
    // After a failure the others wait until it is known whether the endpoint rests.
    if (verdict.status === 'delivered') leave()
    await kept
    if (verdict.status !== 'delivered') slots.sendAway(sending)
    metrics.webhook_attempt.observe({ outcome: verdict.error_kind ?? 'delivered' }, latency_ms / 1000)
    metrics.webhook_delivery.inc({ outcome: verdict.status === 'pending' ? 'retried' : verdict.status })
  }

  const begin = async (sending: Sending): Promise<void> => {
    if (!(await slots.enter(sending))) return goBack(sending)
    let left = false
    const leave = () => {
      if (!left) slots.leave(sending)
      left = true
    }
    try {
      if (performance.now() - sending.claimed_at < PATIENCE_MS) await send(sending, leave)
      else await goBack(sending)
    } finally {
      leave()
    }
  }

  const { per_tenant, per_endpoint } = HELD
  const bounds = { worker: newUuid(), per_tenant, per_endpoint, lease_s: LEASE_S, held }
  jobs.attendMany<Sending>(
    'webhook-deliveries',
    {
      topic: DUE_TOPIC,
      due: `exists (select from webhook_due where state = 'ready')
        or exists (select from webhook_due where state <> 'ready' and due_at <= now())`,
    },
    {
      concurrency: HELD.in_all,
      claim: (at_most) => transactions.asSystem((tx) => claim(tx, { ...bounds, at_most })),
      async run(sending) {
        count(sending.merchant_id, 1)
        try {
          await begin(sending)
        } finally {
          count(sending.merchant_id, -1)
        }
      },
    },
  )
}
