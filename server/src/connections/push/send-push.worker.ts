/**
 * Sends push messages to devices for whom something waits. All say the same, so a device gets one for whatever came meanwhile,
 * and the push service keeps the newest only (`Topic`). What a worker that died had leased is sent by another.
 */
import { PUSH_EVERY_S, PUSH_MESSAGE, PUSH_TTL_S } from '@pursestrings/contract/devices/push-operations'
import type { EventKind } from '@pursestrings/contract/events/kinds'
import type { Logger } from 'pino'
import type { OnGrown } from '../../delivery/events/append-event.ts'
import type { WebhookSecrets } from '../../delivery/webhooks/endpoints/webhook-secret.ts'
import { retryAfterS } from '../../delivery/webhooks/sending/judge-attempt.ts'
import type { Egress } from '../../platform/egress/create-egress.ts'
import { OutboundError } from '../../platform/egress/outbound-error.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { encryptPush, openTarget, type PushTarget, type Vapid } from './push-messages.ts'
import {
  type Claimed,
  claimSubscriptions,
  keepFailure,
  keepSent,
  markGrown,
  removeClaimed,
  removeFailing,
} from './push-subscriptions.store.ts'
import type { PushKey } from './read-push-keys.ts'

// What the answer of a push service means (RFC 8030): taken, gone, come again later, or not like this.

type PushVerdict =
  | { readonly outcome: 'sent' | 'gone' }
  /** `again`: the same message, once more. */
  | { readonly outcome: 'failed'; readonly again: boolean; readonly delay_s: number }

/** After these the message is given up; what comes next is a new one. They end before the message would. */
export const RETRIES_S: readonly number[] = [10, 60, 300, 1_800, 3_600]
const UNEVEN = 0.1

/** Without a status nobody answered. */
interface PushAnswer {
  readonly status?: number
  readonly retry_after?: string | undefined
}

export const judgePush = (
  { status, retry_after }: PushAnswer,
  failures: number,
  { random, now }: { random: number; now: Date },
): PushVerdict => {
  if (status !== undefined && status >= 200 && status <= 299) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const planned = RETRIES_S[failures]
  const asked = status === 429 || status === 503 ? retryAfterS(retry_after, now) : 0
  const passing = status === undefined || status === 429 || status >= 500
  const delay = (planned ?? RETRIES_S.at(-1) ?? 0) * (1 + UNEVEN * (random * 2 - 1))
  return { outcome: 'failed', again: passing && planned !== undefined, delay_s: Math.max(delay, asked) }
}

// The transaction that makes a wallet's feed grow also marks its device for a look: no create writes anything for it, and a
// worker that dies takes both back or neither. Costs nothing where no key for push messages is set.

/** Sent after the commit; without it whoever sends looks every second. */
const PUSH_TOPIC = 'push-due'

interface MarkGrownFeedsDeps {
  readonly push_keys: readonly PushKey[]
  readonly notifications: { notify(topic: string): void }
}

export const markGrownFeeds =
  ({ push_keys, notifications }: MarkGrownFeedsDeps): OnGrown =>
  async (tx, owner_ids) => {
    if (push_keys.length === 0 || (await markGrown(tx, owner_ids)) === 0) return
    tx.afterCommit(() => notifications.notify(PUSH_TOPIC))
  }

/** What asks for the user; everything else in a wallet's feed can wait until the wallet is opened. */
const WAITING_KINDS = [
  'payment_request.pending',
  'agent_payment.intent_created',
  'connect_invitation.pending',
  'automation_policy.created',
  'automation_policy.proposed',
] as const satisfies readonly EventKind[]

const AT_ONCE = 64
/** Longer than an attempt takes. */
const LEASE_S = 30
/** Of a feed that nobody looked into for long, only the newest events are looked at. */
const LOOK_AT = 200
const FAILING_DAYS_MAX = 7
const FORGET_EVERY_MS = 60_000
/** As if refused: its key is gone, so nothing that this process sends would be taken. */
const NOT_SENDABLE: PushAnswer = { status: 400 }

interface SendPushDeps {
  readonly transactions: Transactions
  readonly egress: Egress
  readonly webhook_secrets: WebhookSecrets
  readonly push_keys: readonly PushKey[]
  readonly vapid: Vapid
  readonly metrics: Metrics
  readonly log: Logger
  /** Every delay is divided by it. */
  readonly time_scale: number
  readonly now: () => Date
}

export const sendPushMessages = (jobs: Jobs, deps: SendPushDeps): void => {
  const { transactions, egress, webhook_secrets, push_keys, vapid, metrics, log, time_scale, now } = deps
  if (push_keys.length === 0) return

  const opened = ({ device_id, sealing_key_id: key_id, sealed }: Claimed): PushTarget | undefined => {
    try {
      return openTarget(webhook_secrets, device_id, { key_id, sealed })
    } catch (err) {
      log.error({ err }, 'a push subscription could not be opened')
      return undefined
    }
  }

  const post = async (claimed: Claimed): Promise<PushAnswer> => {
    const key = push_keys.find((one) => one.key_id === claimed.push_key_id)
    const target = opened(claimed)
    if (!key || !target) return NOT_SENDABLE
    const { endpoint, ...receiver } = target
    const headers = {
      authorization: vapid.authorization(key, endpoint, now()),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(PUSH_TTL_S),
      urgency: 'high',
      topic: 'something-waits',
    }
    const body = encryptPush(Buffer.from(PUSH_MESSAGE), receiver)
    try {
      return await egress.push.post({ url: endpoint, headers, body })
    } catch (error) {
      // Its message never names more than the host.
      if (!(error instanceof OutboundError)) throw error
      log.info({ reason: error.message }, 'a push service could not be reached')
      return {}
    }
  }

  const run = async (claimed: Claimed): Promise<void> => {
    const verdict = judgePush(await post(claimed), claimed.failures, { random: Math.random(), now: now() })
    await transactions.asSystem((tx) => {
      if (verdict.outcome === 'failed') {
        return keepFailure(tx, claimed, { ...verdict, delay_s: verdict.delay_s / time_scale })
      }
      return verdict.outcome === 'gone' ? removeClaimed(tx, claimed) : keepSent(tx, claimed, PUSH_EVERY_S / time_scale)
    })
    metrics.push.inc({ outcome: verdict.outcome === 'failed' && verdict.again ? 'retried' : verdict.outcome })
  }

  const which = { kinds: WAITING_KINDS, look_at: LOOK_AT, lease_s: LEASE_S }
  jobs.attendMany<Claimed>(
    'push-messages',
    { topic: PUSH_TOPIC, due: 'exists (select from push_subscriptions where due_at <= now())' },
    {
      concurrency: AT_ONCE,
      claim: (at_most) => transactions.asSystem((tx) => claimSubscriptions(tx, { ...which, at_most })),
      run,
    },
  )
  jobs.every(FORGET_EVERY_MS / Math.min(time_scale, 60), 'forget-failing-push', () =>
    transactions.asSystem((tx) => removeFailing(tx, FAILING_DAYS_MAX)),
  )
}
