/** Subscriptions that an older key sealed are sealed again with the current one, as webhook secrets are. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { WebhookSecrets } from '../../delivery/webhooks/endpoints/webhook-secret.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import {
  countSealedSubscriptions,
  holdOlderSubscriptions,
  keepResealedSubscription,
} from './push-subscriptions.store.ts'

const EVERY_MS = 60_000
const ROWS_A_TURN = 200

interface Deps {
  readonly transactions: Transactions
  readonly webhook_secrets: WebhookSecrets
  readonly metrics: Metrics
}

/** How many were sealed again, and the last device of this turn, to go on after; undefined where no more are left. */
const resealSome = (transactions: Transactions, secrets: WebhookSecrets, after: Uuid | undefined) =>
  transactions.asSystem(async (tx) => {
    const rows = await holdOlderSubscriptions(tx, secrets.key_ids, after, ROWS_A_TURN)
    for (const { device_id, sealing_key_id: key_id, sealed } of rows) {
      await keepResealedSubscription(
        tx,
        device_id,
        secrets.seal(device_id, secrets.open(device_id, { key_id, sealed })),
      )
    }
    return { done: rows.length, last: rows.length < ROWS_A_TURN ? undefined : rows.at(-1)?.device_id }
  })

export const resealAllSubscriptions = async (transactions: Transactions, secrets: WebhookSecrets): Promise<number> => {
  let after: Uuid | undefined
  let n = 0
  do {
    const { done, last } = await resealSome(transactions, secrets, after)
    after = last
    n += done
  } while (after !== undefined)
  return n
}

export const resealSubscriptions = (jobs: Jobs, { transactions, webhook_secrets, metrics }: Deps): void => {
  jobs.every(EVERY_MS, 'reseal-push-subscriptions', async () => {
    await resealAllSubscriptions(transactions, webhook_secrets)
  })
  metrics.watchBy('svc_sealed_push_rows', 'push subscriptions, by the key that sealed them', 'key_id', () =>
    transactions.asSystem(countSealedSubscriptions),
  )
}
