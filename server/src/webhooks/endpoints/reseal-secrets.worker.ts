/**
 * Secrets that an older key sealed are sealed again with the current one, a few at a time, so that the older key can be taken
 * away. What no key here opens is left as it is.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Metrics } from '../../http/metrics.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Transactions } from '../../postgres/transaction.ts'
import { countSealed, holdOlderSealed, keepResealed } from './sealed.store.ts'
import type { Sealed, WebhookSecrets } from './webhook-secret.ts'

const EVERY_MS = 60_000
const ROWS_A_TURN = 200

interface Deps {
  readonly transactions: Transactions
  readonly webhook_secrets: WebhookSecrets
  readonly metrics: Metrics
}

/** How many were sealed again, and the last endpoint of this turn, to go on after; undefined where no more are left. */
const resealSome = (transactions: Transactions, secrets: WebhookSecrets, after: Uuid | undefined) =>
  transactions.asSystem(async (tx) => {
    const rows = await holdOlderSealed(tx, secrets.key_ids, after, ROWS_A_TURN)
    for (const { merchant_id, webhook_endpoint_id, secret_key_id, secret_sealed, previous_secrets } of rows) {
      const again = (key_id: string, sealed: Buffer): Sealed => {
        try {
          return secrets.seal(webhook_endpoint_id, secrets.open(webhook_endpoint_id, { key_id, sealed }))
        } catch {
          return { key_id, sealed }
        }
      }
      await keepResealed(tx, {
        merchant_id,
        webhook_endpoint_id,
        ...again(secret_key_id, secret_sealed),
        previous: previous_secrets.map(({ key_id, sealed, until }) => {
          const now = again(key_id, Buffer.from(sealed, 'base64'))
          return { key_id: now.key_id, sealed: now.sealed.toString('base64'), until }
        }),
      })
    }
    return { done: rows.length, last: rows.length < ROWS_A_TURN ? undefined : rows.at(-1)?.webhook_endpoint_id }
  })

/** How many endpoints had a secret that an older key sealed. What others hold is left for the next time. */
export const resealAll = async (transactions: Transactions, secrets: WebhookSecrets): Promise<number> => {
  let after: Uuid | undefined
  let n = 0
  do {
    const { done, last } = await resealSome(transactions, secrets, after)
    after = last
    n += done
  } while (after !== undefined)
  return n
}

export const resealSecrets = (jobs: Jobs, { transactions, webhook_secrets, metrics }: Deps): void => {
  jobs.every(EVERY_MS, 'reseal-webhook-secrets', async () => {
    await resealAll(transactions, webhook_secrets)
  })
  metrics.watchBy('svc_sealed_rows', 'secrets of webhook endpoints, by the key that sealed them', 'key_id', () =>
    transactions.asSystem(countSealed),
  )
}
