/** Every minute the mirror is told how far the database has come, and what was revoked. Without a mirror there is nothing to do. */
import type { Metrics } from '../http/metrics.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type HeadWriter, LISTED_MAX, writeServiceHead } from './write-service-head.ts'

const EVERY_MS = 60_000

interface Deps {
  readonly metrics: Metrics
  readonly now: () => Date
  readonly head_writer: Omit<HeadWriter, 'transactions' | 'now'> | undefined
  readonly transactions: HeadWriter['transactions']
}

export const keepServiceHead = (jobs: Jobs, { metrics, now, head_writer, transactions }: Deps): void => {
  if (!head_writer) return
  let written_at = now().getTime()
  metrics.watch('svc_service_head_age_seconds', 'since this worker last saw a service head written to the mirror', () =>
    Promise.resolve((now().getTime() - written_at) / 1000),
  )
  jobs.every(EVERY_MS, 'service-head', async () => {
    while ((await writeServiceHead({ ...head_writer, transactions, now })) === LISTED_MAX) {
      // Until none is full.
    }
    written_at = now().getTime()
  })
}
