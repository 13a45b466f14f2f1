/** Finished deliveries are forgotten after thirty days, a bounded number at a time: every table has a bound. */
import { WEBHOOK_DELIVERY_KEPT_DAYS } from '@pursestrings/contract/webhook-deliveries/records'
import type { Metrics } from '../../../platform/http/metrics.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { SystemTx, Transactions } from '../../../platform/postgres/transaction.ts'

// Statements over all tenants' deliveries: what is old, and what waits.

/** How many it removed, with their attempts. */
const deleteOldDeliveries = async (
  { client }: SystemTx,
  { older_than_days, at_most }: { older_than_days: number; at_most: number },
): Promise<number> => {
  const text = `with old as (
      select merchant_id, webhook_delivery_id from webhook_deliveries
      where status <> 'pending' and created_at < now() - make_interval(days => $1)
      order by created_at limit $2
    ), attempts as (
      delete from webhook_attempts a using old
      where a.merchant_id = old.merchant_id and a.webhook_delivery_id = old.webhook_delivery_id
    )
    delete from webhook_deliveries d using old
    where d.merchant_id = old.merchant_id and d.webhook_delivery_id = old.webhook_delivery_id`
  const { rowCount } = await client.query(text, [older_than_days, at_most])
  return rowCount ?? 0
}

/** Overviews look back two days. */
const deleteOldHours = async ({ client }: SystemTx, at_most: number): Promise<number> => {
  const text = `delete from webhook_hours where (merchant_id, webhook_endpoint_id, starts_at, measure) in (
      select merchant_id, webhook_endpoint_id, starts_at, measure from webhook_hours
      where starts_at < now() - interval '3 days' order by starts_at limit $1)`
  return (await client.query(text, [at_most])).rowCount ?? 0
}

interface Backlog {
  readonly pending: number
  readonly oldest_s: number
}

const selectBacklog = async ({ client }: SystemTx): Promise<Backlog> => {
  // A receiver that fails keeps its own waiting, for days: only what we could send now and don't is late.
  const text = `select count(*)::int as pending, coalesce(extract(epoch from now() - (
      select min(q.due_at) from webhook_due q join webhook_endpoints e using (merchant_id, webhook_endpoint_id)
      where q.state <> 'leased' and q.due_at <= now() and coalesce(e.rests_until <= now(), true))), 0)::float8 as oldest_s
    from webhook_due`
  const { rows } = await client.query<Backlog>(text)
  return rows[0] as Backlog
}

const AT_ONCE = 1_000

export const forgetDeliveries = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('webhook-retention', async () => {
    const old = { older_than_days: WEBHOOK_DELIVERY_KEPT_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteOldDeliveries(tx, old))) === AT_ONCE);
    while ((await transactions.asSystem((tx) => deleteOldHours(tx, AT_ONCE))) === AT_ONCE);
  })

/** What waits to be delivered, as the figures of every worker show it. */
export const watchBacklog = (metrics: Metrics, transactions: Transactions): void => {
  const read = () => transactions.asSystem(selectBacklog)
  metrics.watch('svc_webhook_pending', 'webhook deliveries that are not done', async () => (await read()).pending)
  metrics.watch(
    'svc_webhook_oldest_pending_seconds',
    'how long the oldest webhook delivery has been due, without those of receivers that rest after failures',
    async () => (await read()).oldest_s,
  )
}
