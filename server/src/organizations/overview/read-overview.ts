/** Puts the kept figures of a time together: nothing is counted here, and no request is looked at. */
import type { QueryOf } from '@pursestrings/contract/operation'
import {
  overviewRangeInvalid,
  type readOverview as readOverviewOperation,
} from '@pursestrings/contract/overview/operations'
import {
  ANSWERED_WITHIN_S,
  DELIVERED_WITHIN_MS,
  OVERVIEW_DAYS_DEFAULT,
  OVERVIEW_DAYS_MAX,
  OVERVIEW_DELIVERY_HOURS,
  OVERVIEW_MEASURES,
  type OverviewBucketName,
  type OverviewMeasure,
} from '@pursestrings/contract/overview/records'
import { idOf } from '@pursestrings/contract/wire/ids'
import { type EndpointHours, hoursOfEndpoints } from '../../delivery/webhooks/deliveries/deliveries.reads.ts'
import { type CountRow, countsBetween, sumsBetween, waitingNow } from '../../payments/payment-requests/counts.reads.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

// How much a part of what was measured took at most, from how many fell under each bound; null where nothing was measured.

/** As though the answers of an entry came evenly; to a tenth of the unit. */
export const quantile = (histogram: readonly { to: number; count: number }[], part: number): number | null => {
  const wanted = part * histogram.reduce((sum, { count }) => sum + count, 0)
  let [seen, from] = [0, 0]
  for (const { to, count } of histogram) {
    if (count > 0 && seen + count >= wanted) {
      return Math.round((from + ((to - from) * (wanted - seen)) / count) * 10) / 10
    }
    seen += count
    from = to
  }
  return null
}

/** How the last hours went at each endpoint, from what is kept as attempts come. */
const deliveryHours = async (tx: TenantTx, now: Date) => {
  const last = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  const first = last - (OVERVIEW_DELIVERY_HOURS - 1) * HOUR_MS
  const endpoints = await hoursOfEndpoints(tx, new Date(first))
  return endpoints.map(({ webhook_endpoint_id, counts, open }) => ({
    webhook_endpoint_id: idOf('whe', webhook_endpoint_id),
    hours: Array.from({ length: OVERVIEW_DELIVERY_HOURS }, (_, i) => hourOf(counts, first + i * HOUR_MS)),
    p50_ms: quantile(
      DELIVERED_WITHIN_MS.map((to) => ({ to, count: sumOf(counts, `within_${to}`) })),
      0.5,
    ),
    open,
  }))
}

type Counts = EndpointHours['counts']

const hourOf = (counts: Counts, at: number) => {
  const in_hour = counts.filter(({ starts_at }) => Date.parse(starts_at) === at)
  return {
    from: new Date(at).toISOString(),
    delivered: sumOf(in_hour, 'delivered'),
    failed: sumOf(in_hour, 'failed'),
  }
}

const sumOf = (counts: Counts, wanted: string): number =>
  counts.reduce((sum, { measure, count }) => (measure === wanted ? sum + count : sum), 0)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LENGTH_MS: Readonly<Record<OverviewBucketName, number>> = { hour: HOUR_MS, day: DAY_MS }

interface Span {
  readonly from: Date
  readonly to: Date
}
type Query = QueryOf<typeof readOverviewOperation>

export const readOverview = async (tx: TenantTx, query: Query, now: Date) => {
  const bucket = query.bucket ?? 'hour'
  const span = spanOf(query, bucket, now)
  const before = { from: new Date(2 * span.from.getTime() - span.to.getTime()), to: span.from }
  const counts = await countsBetween(tx, bucket, span)
  const sums = await sumsBetween(tx, bucket, span)
  const previous = await sumsBetween(tx, bucket, before)
  const waiting = await waitingNow(tx)
  const deliveries = await deliveryHours(tx, now)
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    bucket,
    buckets: bucketsOf(counts, span, LENGTH_MS[bucket]),
    previous: {
      total: OVERVIEW_MEASURES.reduce((sum, measure) => sum + (previous.get(measure) ?? 0), 0),
      confirmed: (previous.get('confirmed') ?? 0) + (previous.get('chain_observed') ?? 0),
    },
    time_to_answer: timeToAnswer(sums),
    waiting: { count: waiting.count, oldest_at: waiting.oldest_at?.toISOString() ?? null },
    deliveries,
  }
}

/** Whole buckets: from the beginning of the first to the end of the last. */
const spanOf = (query: Query, bucket: OverviewBucketName, now: Date): Span => {
  const length = LENGTH_MS[bucket]
  const asked_to = query.to === undefined ? now.getTime() : Date.parse(query.to)
  const to = Math.ceil(asked_to / length) * length
  const asked_from =
    query.from === undefined ? asked_to - OVERVIEW_DAYS_DEFAULT[bucket] * DAY_MS : Date.parse(query.from)
  const from = Math.floor(asked_from / length) * length
  // A bucket more, where neither end is that of a bucket.
  if (asked_from >= asked_to || to - from > OVERVIEW_DAYS_MAX[bucket] * DAY_MS + length)
    throw new Refusal(overviewRangeInvalid)
  return { from: new Date(from), to: new Date(to) }
}

const NOTHING = Object.fromEntries(OVERVIEW_MEASURES.map((measure) => [measure, 0])) as Record<OverviewMeasure, number>

const bucketsOf = (counts: readonly CountRow[], { from, to }: Span, length: number) => {
  const found = Map.groupBy(counts, ({ starts_at }) => starts_at.getTime())
  return Array.from({ length: (to.getTime() - from.getTime()) / length }, (_, i) => {
    const at = from.getTime() + i * length
    const measured = Object.fromEntries((found.get(at) ?? []).map(({ measure, count }) => [measure, count]))
    return { from: new Date(at).toISOString(), ...NOTHING, ...measured }
  })
}

const timeToAnswer = (sums: ReadonlyMap<string, number>) => {
  const histogram = ANSWERED_WITHIN_S.map((to_s) => ({ to_s, count: sums.get(`answered_${to_s}`) ?? 0 }))
  const bounds = histogram.map(({ to_s, count }) => ({ to: to_s, count }))
  return {
    p50_s: quantile(bounds, 0.5),
    p90_s: quantile(bounds, 0.9),
    histogram,
    unanswered: sums.get('expired') ?? 0,
  }
}
