/** Statements on the keys that the service makes itself. */
import type { SystemTx } from '../../platform/postgres/transaction.ts'

export type Purpose = 'facts' | 'receipt' | 'webhook'
export const PURPOSES: readonly Purpose[] = ['facts', 'receipt', 'webhook']

export interface KeyRow {
  readonly purpose: Purpose
  readonly kid: string
  readonly sealed: Buffer
  readonly sealed_by: string
  readonly state: 'next' | 'current' | 'retired'
  readonly not_before: Date | null
  readonly not_after: Date | null
  /** Since when somebody else may have it. */
  readonly compromised_at: Date | null
  /** How long it has been made, in use and retired, by the clock of the database. */
  readonly made_s: number
  readonly used_s: number | null
  readonly retired_s: number | null
}

const ROWS = `select purpose, kid, sealed, sealed_by, state, not_before, not_after, compromised_at,
  extract(epoch from now() - made_at)::float as made_s, extract(epoch from now() - not_before)::float as used_s,
  extract(epoch from now() - not_after)::float as retired_s from service_keys order by number desc`

/** The newest first. */
export const selectKeys = async ({ client }: SystemTx): Promise<KeyRow[]> =>
  (await client.query<KeyRow>({ name: 'service-keys', text: ROWS })).rows

export interface NewKey {
  readonly purpose: Purpose
  readonly kid: string
  /** What everybody may see of it. */
  readonly public_jwk: object | undefined
  readonly sealed: Buffer
  readonly sealed_by: string
}

/** False where there is one in this state already. */
export const insertKey = async ({ client }: SystemTx, key: NewKey, state: KeyRow['state']): Promise<boolean> => {
  const { rowCount } = await client.query(
    `insert into service_keys (purpose, kid, public_jwk, sealed, sealed_by, state, not_before, not_after)
     values ($1, $2, $3, $4, $5, $6, case when $6 <> 'next' then now() end, case when $6 = 'retired' then now() end)
     on conflict do nothing`,
    [key.purpose, key.kid, key.public_jwk ?? null, key.sealed, key.sealed_by, state],
  )
  return rowCount === 1
}

/** One maker at a time, also where there is no row to hold yet. */
export const holdKeys = async ({ client }: SystemTx): Promise<void> => {
  await client.query('select pg_advisory_xact_lock(7236012)')
}

type Named = Pick<KeyRow, 'purpose' | 'kid'>

/** False where it was not the current one any more. What is sealed from now on is its public part alone. */
export const retireKey = async ({ client }: SystemTx, { purpose, kid }: Named, left: Sealed): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update service_keys set state = 'retired', not_after = now(), sealed = $3, sealed_by = $4
     where purpose = $1 and kid = $2 and state = 'current'`,
    [purpose, kid, left.sealed, left.sealed_by],
  )
  return rowCount === 1
}

/** Also retires it, where it is in use: then `left` is its public part alone. False where it was marked already. */
export const markKey = async ({ client }: SystemTx, { purpose, kid }: Named, left: Sealed): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update service_keys set compromised_at = now(), state = 'retired', not_after = coalesce(not_after, now()), sealed = $3,
       sealed_by = $4
     where purpose = $1 and kid = $2 and state <> 'next' and compromised_at is null`,
    [purpose, kid, left.sealed, left.sealed_by],
  )
  return rowCount === 1
}

export const promoteKey = async ({ client }: SystemTx, { purpose, kid }: Named): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update service_keys set state = 'current', not_before = now() where purpose = $1 and kid = $2 and state = 'next'`,
    [purpose, kid],
  )
  return rowCount === 1
}

export type Sealed = Pick<NewKey, 'sealed' | 'sealed_by'>

/** False where it was sealed otherwise meanwhile. */
export const keepRewrapped = async ({ client }: SystemTx, row: KeyRow, rewrapped: Sealed): Promise<boolean> => {
  const { rowCount } = await client.query(
    'update service_keys set sealed = $3, sealed_by = $4 where purpose = $1 and kid = $2 and sealed = $5',
    [row.purpose, row.kid, rewrapped.sealed, rewrapped.sealed_by, row.sealed],
  )
  return rowCount === 1
}

/** False where it has moved on meanwhile. */
export const deleteKey = async ({ client }: SystemTx, { purpose, kid, state }: KeyRow): Promise<boolean> => {
  const { rowCount } = await client.query('delete from service_keys where purpose = $1 and kid = $2 and state = $3', [
    purpose,
    kid,
    state,
  ])
  return rowCount === 1
}

/** Who wanted it, and why. */
export interface By {
  readonly actor: string
  readonly reason: string
}

export const recordChange = async ({ client }: SystemTx, of: Named, change: string, by: By): Promise<void> => {
  await client.query(
    'insert into service_key_changes (purpose, kid, change, actor, reason) values ($1, $2, $3, $4, $5)',
    [of.purpose, of.kid, change, by.actor, by.reason],
  )
}
