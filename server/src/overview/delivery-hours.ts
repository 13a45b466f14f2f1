/** How the last hours went at each endpoint, from what is kept as attempts come. */
import { DELIVERED_WITHIN_MS, OVERVIEW_DELIVERY_HOURS } from '@countersign/contract/overview/records'
import { idOf } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { type EndpointHours, hoursOfEndpoints } from '../webhooks/deliveries/hours.reads.ts'
import { quantile } from './quantile.ts'

const HOUR_MS = 3_600_000

export const deliveryHours = async (tx: TenantTx, now: Date) => {
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
