/**
 * How endpoints are doing, any tenant's. After five failures in a row an endpoint rests, 10 seconds at first and 5 minutes
 * at most; then one delivery goes ahead and tells whether the rest may follow. After five days without a success it is
 * disabled; after a 410 at once.
 */

import { WEBHOOK_DISABLED_AFTER_S } from '@pursestrings/contract/webhook-deliveries/records'
import type { SystemTx } from '../../../platform/postgres/transaction.ts'
import type { EndpointKey } from '../sending/sending.store.ts'

export const FAILURES_BEFORE_REST = 5
const REST_S = 10
const REST_MAX_S = 300
/** Longer than an attempt can take. */
const PROBE_S = 20

/** While one delivery goes ahead, the others wait. */
export const restForProbe = async ({ client }: SystemTx, endpoints: readonly EndpointKey[]): Promise<void> => {
  const text = `update webhook_endpoints e set rests_until = now() + ${PROBE_S} * interval '1s'
    from unnest($1::uuid[], $2::uuid[]) k (merchant_id, webhook_endpoint_id)
    where e.merchant_id = k.merchant_id and e.webhook_endpoint_id = k.webhook_endpoint_id`
  await client.query(text, [endpoints.map((e) => e.merchant_id), endpoints.map((e) => e.webhook_endpoint_id)])
}

/** What some attempts at one endpoint say of it, in the order in which they came back. */
export interface Signs extends EndpointKey {
  readonly succeeded: boolean
  /** Since the last success. */
  readonly failures: number
  readonly probed: boolean
  readonly gone: boolean
}

export interface Disabled extends EndpointKey {
  readonly url: string
  readonly disabled_reason: 'gone' | 'failing'
}

// Failures that come back while it rests already are the same trouble, and count no further.
const note = `with s as (
    select * from jsonb_to_recordset($1::jsonb) as s (merchant_id uuid, webhook_endpoint_id uuid, succeeded boolean,
      failures int, probed boolean, gone boolean)
  ), before as (
    select e.merchant_id, e.webhook_endpoint_id, e.status, e.rests_until, s.failures, s.gone,
      coalesce(e.rests_until > now(), false) and not s.probed and not s.succeeded as resting,
      case when s.succeeded then 0 else e.failures_in_a_row end as failed,
      case when s.succeeded then null else e.failing_since end as failing
    from webhook_endpoints e join s using (merchant_id, webhook_endpoint_id)
    where s.failures > 0 or s.gone or e.failures_in_a_row > 0
    order by e.webhook_endpoint_id for no key update of e
  ), after as (
    select merchant_id, webhook_endpoint_id, status, rests_until, gone, resting,
      case when failures = 0 or resting then failed
        when failed < ${FAILURES_BEFORE_REST} then least(failed + failures, ${FAILURES_BEFORE_REST})
        else failed + 1 end as failed,
      case when failures > 0 then coalesce(failing, now()) else failing end as failing
    from before
  ), told as (
    select *, status = 'active' and (gone or coalesce(failing < now() - $2::float8 * interval '1s', false)) as ends from after
  )
  update webhook_endpoints e set failures_in_a_row = t.failed, failing_since = t.failing,
    rests_until = case when t.resting then t.rests_until when t.failed >= ${FAILURES_BEFORE_REST}
      then now() + least(${REST_MAX_S}, ${REST_S} * 2 ^ least(t.failed - ${FAILURES_BEFORE_REST}, 10)) / $3::float8
        * interval '1s' end,
    status = case when t.ends then 'disabled' else e.status end,
    disabled_reason = case when not t.ends then e.disabled_reason when t.gone then 'gone' else 'failing' end,
    version = e.version + t.ends::int
  from told t where e.merchant_id = t.merchant_id and e.webhook_endpoint_id = t.webhook_endpoint_id
  returning e.merchant_id, e.webhook_endpoint_id, e.url, e.disabled_reason, t.ends`

/** Answers with those that are disabled because of it. */
export const noteSigns = async (
  { client }: SystemTx,
  signs: readonly Signs[],
  time_scale: number,
): Promise<Disabled[]> => {
  const values = [JSON.stringify(signs), WEBHOOK_DISABLED_AFTER_S / time_scale, time_scale]
  const { rows } = await client.query<Disabled & { ends: boolean }>({ name: 'note_signs', text: note, values })
  return rows.filter((row) => row.ends)
}
