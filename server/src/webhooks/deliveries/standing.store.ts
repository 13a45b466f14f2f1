/** How an endpoint stands, read at a cost that does not grow with what was ever sent to it. */
import { WEBHOOK_COUNTED_MAX } from '@countersign/contract/webhook-endpoints/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../../postgres/transaction.ts'

/** What one endpoint has not got, each counted up to a bound, and what it answered last. */
export interface Standing {
  readonly counts: Readonly<Record<'pending' | 'held' | 'failed', number>>
  readonly last_status_code: number | null
}

/** The latest attempt was made at one of the newest deliveries, or at one that is still tried. */
const LOOKED_AT = 50
const newest = (status: string) => `(select webhook_delivery_id from webhook_deliveries
  where merchant_id = $1 and webhook_endpoint_id = $2 ${status} order by webhook_delivery_id desc limit ${LOOKED_AT})`
const counted = (status: string) => `'${status}', (select count(*) from (select from webhook_deliveries
  where merchant_id = $1 and webhook_endpoint_id = $2 and status = '${status}' limit ${WEBHOOK_COUNTED_MAX}) n)`

const standing = `select json_build_object(${['pending', 'held', 'failed'].map(counted).join()}) as counts,
  (select a.status_code from (${newest('')} union ${newest("and status = 'pending'")}) d cross join lateral (
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
