/** Statements on payment_authorizations. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'

export interface AuthorizationRow {
  readonly connection_id: Uuid
  readonly sealed: Buffer
  readonly put_at: Date
  readonly kept_until: Date
}

export interface NewAuthorization {
  readonly connection_id: Uuid
  readonly payment_id: Uuid
  readonly device_id: Uuid
  readonly sealed: Buffer
  readonly kept_until: Date
}

/** `kept`, also where the same was kept before, or the code of what speaks against it. */
export const keepAuthorization = async ({ client, merchant_id }: TenantTx, n: NewAuthorization): Promise<string> => {
  const text = 'select keep_authorization($1, $2, $3, $4, $5, $6) as verdict'
  const values = [merchant_id, n.connection_id, n.payment_id, n.device_id, n.sealed, n.kept_until]
  const { rows } = await client.query<{ verdict: string }>({ name: 'keep_authorization', text, values })
  return rows[0]?.verdict ?? ''
}

/** Undefined where there is none to be read, `erased` where its time is over, whether or not the worker has been there. */
export const findAuthorization = async (
  { client, merchant_id }: TenantTx,
  payment_id: Uuid,
  kept_until: Date,
): Promise<AuthorizationRow | 'erased' | undefined> => {
  const text = `select a.connection_id, a.sealed, a.put_at, a.kept_until, $3::timestamptz <= clock_timestamp() as is_over
    from (values (1)) one left join payment_authorizations a on a.merchant_id = $1 and a.payment_id = $2`
  const values = [merchant_id, payment_id, kept_until]
  const { rows } = await client.query<
    { [K in keyof AuthorizationRow]: AuthorizationRow[K] | null } & { is_over: boolean }
  >({
    name: 'find_authorization',
    text,
    values,
  })
  const [row] = rows
  if (row?.is_over) return 'erased'
  return row?.sealed ? (row as AuthorizationRow) : undefined
}

const erase = `with old as (
    select merchant_id, payment_id from payment_authorizations where kept_until <= now() order by kept_until limit $1
  )
  delete from payment_authorizations a using old where a.merchant_id = old.merchant_id and a.payment_id = old.payment_id`

/** How many it erased. */
export const eraseAuthorizations = async ({ client }: SystemTx, at_most: number): Promise<number> =>
  (await client.query(erase, [at_most])).rowCount ?? 0
