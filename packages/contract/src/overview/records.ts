/** What an overview shows. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const OVERVIEW_BUCKETS = ['hour', 'day'] as const
export type OverviewBucketName = (typeof OVERVIEW_BUCKETS)[number]
export const OVERVIEW_DAYS_MAX: Readonly<Record<OverviewBucketName, number>> = { hour: 31, day: 366 }
export const OVERVIEW_DAYS_DEFAULT: Readonly<Record<OverviewBucketName, number>> = { hour: 1, day: 30 }

/** Where a request stands, as it is counted. */
export const OVERVIEW_MEASURES = [
  'pending',
  'under_way',
  'confirmed',
  'chain_observed',
  'merchant_accepted',
  'disputed',
  'unpaid',
  'rejected',
  'expired',
  'failed',
] as const
export type OverviewMeasure = (typeof OVERVIEW_MEASURES)[number]

/** Bounds of the time that wallets take to answer, in seconds. The last is as long as a request can wait. */
export const ANSWERED_WITHIN_S = [
  5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400, 259200, 604800,
] as const

/** Bounds of the time that receivers of webhooks take to answer, in milliseconds. */
export const DELIVERED_WITHIN_MS = [
  10, 20, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000, 30000,
] as const

export const OVERVIEW_DELIVERY_HOURS = 48
export const OVERVIEW_OPEN_MAX = 1_000

const Deliveries = Resource('OverviewDeliveries', 'how the last 48 hours went at one webhook endpoint', {
  webhook_endpoint_id: IdSchema('whe'),
  hours: Type.Array(
    Type.Object({
      from: At('when the hour begins'),
      delivered: Counted('attempts that the endpoint accepted', 12),
      failed: Counted('attempts that failed', 1),
    }),
    { description: 'one for every hour, in order; the last is the current one' },
  ),
  p50_ms: orNull(
    Type.Number({ examples: [84] }),
    'median duration of accepted attempts in milliseconds; null if there are none',
  ),
  open: Counted(`deliveries waiting for an attempt now, counted up to ${OVERVIEW_OPEN_MAX}`, 2),
})

const Bucket = Resource('OverviewBucket', 'requests created in this hour or day, by current status', {
  from: At('when the bucket begins'),
  pending: Counted('wait for the user', 3),
  under_way: Counted('approved and in progress: signed or broadcasted', 2),
  confirmed: Counted('confirmed, as the wallet reports; the ledger says nothing yet', 40),
  chain_observed: Counted('paid: the ledger shows a payment that is bound to the request', 0),
  merchant_accepted: Counted('a payment that nobody proved was accepted by hand', 0),
  disputed: Counted('the wallet and the ledger disagree', 0),
  unpaid: Counted('approved, and the ledger proves that nothing was paid', 0),
  rejected: Counted('declined by the user', 4),
  expired: Counted('not answered in time', 5),
  failed: Counted('failed, canceled or recalled', 1),
})

export const Overview = Resource('Overview', 'figures of a time, kept up to date as events come', {
  from: At('when the first bucket begins'),
  to: At('when the last bucket ends'),
  bucket: Type.Enum([...OVERVIEW_BUCKETS], { type: 'string', description: 'how long a bucket is' }),
  buckets: Type.Array(Bucket, { description: 'one for every hour or day, in order; UTC' }),
  previous: Type.Object(
    {
      total: Counted('requests that were created then', 48),
      confirmed: Counted('of these, confirmed by the wallet or on the ledger', 35),
    },
    { description: 'the time of the same length before' },
  ),
  time_to_answer: Type.Object(
    {
      p50_s: orNull(Type.Number({ examples: [42] }), 'median time to answer in seconds; null without answers'),
      p90_s: orNull(
        Type.Number({ examples: [170] }),
        '90th percentile of the time to answer in seconds; null without answers',
      ),
      histogram: Type.Array(
        Type.Object({
          to_s: Counted('up to this many seconds, and more than the previous entry', 60),
          count: Counted('answers that took so long', 12),
        }),
        { description: 'how long users took to approve or reject' },
      ),
      unanswered: Counted('requests that expired without an answer', 5),
    },
    { description: 'of the requests that were created in this time' },
  ),
  waiting: Type.Object(
    {
      count: Counted('requests that wait for their users now', 3),
      oldest_at: orNull(Timestamp, 'when the oldest of them was created; null if none waits'),
    },
    { description: 'regardless of the period' },
  ),
  deliveries: Type.Array(Deliveries, { description: 'one per webhook endpoint, regardless of the period' }),
})
