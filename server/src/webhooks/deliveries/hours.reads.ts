/** Figures of deliveries, as they are kept hour by hour, that other resources build on. */
import { OVERVIEW_OPEN_MAX } from '@countersign/contract/overview/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../../postgres/transaction.ts'

export interface EndpointHours {
  readonly webhook_endpoint_id: Uuid
  readonly counts: readonly { readonly starts_at: string; readonly measure: string; readonly count: number }[]
  readonly open: number
}

/** Every endpoint, in the order in which they were made, with what was counted since then and what waits now. */
export const hoursOfEndpoints = async ({ client, merchant_id }: TenantTx, since: Date): Promise<EndpointHours[]> => {
  const text = `select e.webhook_endpoint_id,
      (select coalesce(json_agg(json_build_object('starts_at', h.starts_at, 'measure', h.measure, 'count', h.count)), '[]')
        from webhook_hours h where h.merchant_id = $1 and h.webhook_endpoint_id = e.webhook_endpoint_id
          and h.starts_at >= $2) as counts,
      (select count(*)::int from (select from unnest(array['ready', 'leased', 'waiting']) s (state) cross join lateral (
          select from webhook_due q where q.state = s.state and q.webhook_endpoint_id = e.webhook_endpoint_id
            and q.merchant_id = $1 limit $3) q limit $3) w) as open
    from webhook_endpoints e where e.merchant_id = $1 order by e.webhook_endpoint_id`
  const values = [merchant_id, since, OVERVIEW_OPEN_MAX]
  return (await client.query<EndpointHours>({ name: 'hours_of_endpoints', text, values })).rows
}
