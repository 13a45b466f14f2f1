/** What others read of deliveries: by hour, and how each endpoint stands. */
import { OVERVIEW_OPEN_MAX } from '@pursestrings/contract/overview/records'
import { WEBHOOK_COUNTED_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'

/** Figures of deliveries, as they are kept hour by hour, that other resources build on. */
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

// How an endpoint stands, read at a cost that does not grow with what was ever sent to it.

/** What one endpoint has not got, each counted up to a bound, and what it answered last. */
interface Standing {
  readonly counts: Readonly<Record<'pending' | 'held' | 'failed', number>>
  readonly last_status_code: number | null
}

/** The latest attempt was made at one of the newest deliveries, or at one that is still tried. */
const LOOKED_AT = 50
const newestOf = (table: 'webhook_deliveries' | 'webhook_due') => `(select webhook_delivery_id from ${table}
  where merchant_id = $1 and webhook_endpoint_id = $2 order by webhook_delivery_id desc limit ${LOOKED_AT})`
const counted = (of: string) => `(select count(*) from (select from ${of} limit ${WEBHOOK_COUNTED_MAX}) n)`
const missed = (status: 'held' | 'failed') =>
  counted(`webhook_deliveries where merchant_id = $1 and webhook_endpoint_id = $2 and missed = '${status}'`)
const pending = counted(`unnest(array['ready', 'leased', 'waiting']) s (state) cross join lateral (
  select from webhook_due q where q.state = s.state and q.webhook_endpoint_id = $2 and q.merchant_id = $1
  limit ${WEBHOOK_COUNTED_MAX}) q`)

const standing = `select json_build_object('pending', ${pending}, 'held', ${missed('held')}, 'failed', ${missed('failed')}) as counts,
  (select a.status_code from (${newestOf('webhook_deliveries')} union ${newestOf('webhook_due')}) d cross join lateral (
      select status_code, attempted_at from webhook_attempts
      where merchant_id = $1 and webhook_delivery_id = d.webhook_delivery_id order by attempt desc limit 1) a
    order by a.attempted_at desc limit 1) as last_status_code`

export const selectStanding = async (
  { client, merchant_id }: TenantTx,
  webhook_endpoint_id: Uuid,
): Promise<Standing> => {
  const values = [merchant_id, webhook_endpoint_id]
  const { rows } = await client.query<Standing>({ name: 'select_standing', text: standing, values })
  return rows[0] as Standing
}
