/** What waits to be delivered, as the figures of every worker show it. */
import type { Metrics } from '../../http/metrics.ts'
import type { Transactions } from '../../postgres/transaction.ts'
import { selectBacklog } from './retention.store.ts'

export const watchBacklog = (metrics: Metrics, transactions: Transactions): void => {
  const read = () => transactions.asSystem(selectBacklog)
  metrics.watch('svc_webhook_pending', 'webhook deliveries that are not done', async () => (await read()).pending)
  metrics.watch(
    'svc_webhook_oldest_pending_seconds',
    'age of the oldest webhook delivery that is not done',
    async () => (await read()).oldest_s,
  )
}
