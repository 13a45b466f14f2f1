/**
 * Which of the claimed deliveries are sent now: only pending ones of active endpoints, no more at once for a tenant than its
 * share of a worker, and only one for an endpoint that failed again and again. The rest ends, waits or goes back.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Claimed } from '../../jobs/work-many.ts'
import type { SystemTx } from '../../postgres/transaction.ts'
import { FAILURES_BEFORE_REST, restForProbe } from '../endpoints/health.store.ts'
import { silence } from './record-attempts.ts'
import { type DeliveryKey, type DueDelivery, failDeliveries, selectDue } from './sending.store.ts'

export interface Sending {
  readonly job: Claimed
  readonly due: DueDelivery
  readonly probe: boolean
}

/** `capacity` is how many may be begun at all, `share` how many more for a tenant. */
export const beginDeliveries = async (
  tx: SystemTx,
  jobs: Jobs,
  claimed: readonly Claimed[],
  { capacity, share }: { capacity: number; share: (merchant_id: Uuid) => number },
): Promise<{ run: Sending[]; back: Claimed[] }> => {
  const rows = await selectDue(
    tx,
    claimed.map((job): DeliveryKey => job.data),
  )
  const byId = new Map(rows.map((row) => [row.webhook_delivery_id, row]))
  const run: Sending[] = []
  const back: Claimed[] = []
  const ended: Claimed[] = []
  const orphans: DueDelivery[] = []
  const silenced = new Map<Uuid, DueDelivery>()
  const begun = (of: (s: Sending) => boolean) => run.filter(of).length
  for (const job of claimed) {
    const due = byId.get((job.data as DeliveryKey).webhook_delivery_id)
    if (due?.status !== 'pending') ended.push(job)
    else if (due.endpoint_status === null) {
      ended.push(job)
      orphans.push(due)
    } else if (due.endpoint_status !== 'active') {
      ended.push(job)
      silenced.set(due.webhook_endpoint_id, due)
    } else {
      const { merchant_id, webhook_endpoint_id } = due
      const probe = due.failures_in_a_row >= FAILURES_BEFORE_REST
      const full = run.length >= capacity || begun((s) => s.due.merchant_id === merchant_id) >= share(merchant_id)
      if (full || (probe && begun((s) => s.due.webhook_endpoint_id === webhook_endpoint_id) > 0)) back.push(job)
      else run.push({ job, due, probe })
    }
  }
  const probes = run.filter((s) => s.probe).map((s) => s.due)
  if (probes.length > 0) await restForProbe(tx, probes)
  if (orphans.length > 0) await failDeliveries(tx, orphans)
  for (const endpoint of silenced.values()) await silence(tx, jobs, endpoint)
  await jobs.settle(tx, 'webhook-delivery', ended)
  return { run, back }
}
