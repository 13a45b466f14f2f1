/** Statements on service_head and service_revocations. */
import type pg from 'pg'
import type { SystemTx } from '../postgres/transaction.ts'
import type { Revocation } from './service-head.ts'

export interface HeadRow {
  readonly number: number
  readonly listed: number
}

export const selectHead = async (on: Pick<pg.ClientBase, 'query'>): Promise<HeadRow> => {
  const { rows } = await on.query<HeadRow>('select number::float, listed::float from service_head')
  return rows[0] ?? { number: 0, listed: 0 }
}

/** The next head's number, its row held; undefined where another worker writes one. */
export const takeNumber = async ({ client }: SystemTx): Promise<HeadRow | undefined> => {
  const { rowCount } = await client.query('select from service_head for update skip locked')
  if (rowCount === 0) return undefined
  const text = 'update service_head set number = number + 1 returning number::float, listed::float'
  return (await client.query<HeadRow>(text)).rows[0]
}

/** Those that this head lists: new ones, and such as were given to a head that may never have been written. */
export const listRevocations = async ({ client }: SystemTx, number: number, at_most: number): Promise<Revocation[]> => {
  const text = `with listed as (
      update service_revocations r set head_number = $1 where r.revocation_id in (
        select o.revocation_id from service_revocations o order by o.revocation_id limit $2)
      returning r.revocation_id, r.kind, r.ids)
    select kind, ids from listed order by revocation_id`
  return (await client.query<Revocation>(text, [number, at_most])).rows
}

/** The head is in the mirror, and what it lists need not be kept here. */
export const noteWritten = async ({ client }: SystemTx, number: number, lists: boolean): Promise<void> => {
  await client.query(
    'update service_head set written_at = now(), listed = case when $2 then greatest(listed, $1) else listed end',
    [number, lists],
  )
  await client.query('delete from service_revocations where head_number = $1', [number])
}

/** From here on this database is not behind the mirror. */
export const catchUp = async ({ client }: SystemTx, { number, listed }: HeadRow): Promise<void> => {
  const text = 'update service_head set number = greatest(number, $1), listed = greatest(listed, $2)'
  await client.query(text, [number, listed])
}
