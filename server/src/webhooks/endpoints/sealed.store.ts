/** Statements on sealed secrets, whichever tenant they are of. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../../postgres/transaction.ts'
import type { PreviousSecret } from './signing-secrets.ts'
import type { Sealed } from './webhook-secret.ts'

export interface SealedRow {
  readonly merchant_id: Uuid
  readonly webhook_endpoint_id: Uuid
  readonly secret_key_id: string
  readonly secret_sealed: Buffer
  readonly previous_secrets: readonly PreviousSecret[]
}

/** Endpoints with a secret that one of the keys after the first one sealed, held. */
export const holdOlderSealed = async (
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

export const keepResealed = async (
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
