/**
 * Secrets that an older key sealed are sealed again with the current one, a few at a time, so that the older key can be taken
 * away. What no key here opens is left as it is.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Metrics } from '../../../platform/http/metrics.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { SystemTx, Transactions } from '../../../platform/postgres/transaction.ts'
import type { PreviousSecret, Sealed, WebhookSecrets } from './webhook-secret.ts'

// Statements on sealed secrets, whichever tenant they are of.

interface SealedRow {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  readonly previous_secrets: readonly PreviousSecret[]
}

/** Endpoints with a secret that one of the keys after the first one sealed, held. */
const holdOlderSealed = async (
  { client }: SystemTx,
  [, ...older]: readonly string[],
  after: Uuid | undefined,
  at_most: number,
): Promise<SealedRow[]> => {
  if (older.length === 0) return []
  const text = `select merchant_id, webhook_endpoint_id, secret_key_id, secret_sealed, previous_secrets from webhook_endpoints
    where (secret_key_id = any($1::text[]) or exists (select from jsonb_array_elements(previous_secrets) s
      where s ->> 'key_id' = any($1::text[]))) and ($2::uuid is null or webhook_endpoint_id > $2)
    order by webhook_endpoint_id limit $3 for update skip locked`
  return (await client.query<SealedRow>({ text, values: [older, after ?? null, at_most] })).rows
}

const keepResealed = async (
  { client }: SystemTx,
  row: Sealed & {
    readonly merchant_id: Uuid
    readonly webhook_endpoint_id: Uuid
    readonly previous: readonly PreviousSecret[]
  },
): Promise<void> => {
  await client.query({
    text: `update webhook_endpoints set secret_key_id = $3, secret_sealed = $4, previous_secrets = $5::jsonb
      where merchant_id = $1 and webhook_endpoint_id = $2`,
    values: [row.merchant_id, row.webhook_endpoint_id, row.key_id, row.sealed, JSON.stringify(row.previous)],
  })
}

export const countSealed = async ({ client }: SystemTx): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await client.query<{ key_id: string; n: number }>(
    `select key_id, count(*)::int as n from (
      select secret_key_id as key_id from webhook_endpoints
      union all
      select s ->> 'key_id' from webhook_endpoints, jsonb_array_elements(previous_secrets) s) k
    group by key_id`,
  )
  return new Map(rows.map(({ key_id, n }) => [key_id, n]))
}

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
