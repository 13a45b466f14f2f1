/** Statements on how long new addresses wait. */
import { COOLING_OFF_S_MIN } from '@countersign/contract/cooling-off/operations'
import type { TenantTx } from '../postgres/transaction.ts'

export interface CoolingOffRow {
  readonly cooling_off_s: number
  readonly lowers_to_s: number | null
  readonly lowers_at: Date | null
}

const DEFAULT: CoolingOffRow = { cooling_off_s: COOLING_OFF_S_MIN, lowers_to_s: null, lowers_at: null }

/** As it counts now: what was lowered a while ago is simply the time. */
const NOW = `select case when lowers_at <= now() then lowers_to_s else cooling_off_s end as cooling_off_s,
    case when lowers_at > now() then lowers_to_s end as lowers_to_s, case when lowers_at > now() then lowers_at end as lowers_at
  from recipient_cooling_off where merchant_id = tenant()`

export const selectCoolingOff = async ({ client }: TenantTx): Promise<CoolingOffRow> =>
  (await client.query<CoolingOffRow>({ name: 'cooling-off', text: NOW })).rows[0] ?? DEFAULT

/** It stays as it is until the end of the transaction. */
export const holdCoolingOff = async ({ client }: TenantTx): Promise<CoolingOffRow> =>
  (await client.query<CoolingOffRow>(`${NOW} for update`)).rows[0] ?? DEFAULT

/** A lower time that waits already goes on waiting. */
export const keepCoolingOff = async (
  { client, merchant_id }: TenantTx,
  { cooling_off_s }: CoolingOffRow,
  wanted: number,
): Promise<CoolingOffRow> => {
  const lowers = wanted < cooling_off_s
  const { rows } = await client.query<CoolingOffRow>(
    `insert into recipient_cooling_off as c (merchant_id, cooling_off_s, lowers_to_s, lowers_at)
      values ($1, $2::integer, $3::integer, case when $3::integer is not null
        then coalesce((select w.lowers_at from recipient_cooling_off w where w.merchant_id = $1 and w.lowers_to_s = $3
          and w.lowers_at > now()), now() + make_interval(secs => $2::integer)) end)
      on conflict (merchant_id) do update set cooling_off_s = excluded.cooling_off_s, lowers_to_s = excluded.lowers_to_s,
        lowers_at = excluded.lowers_at
      returning cooling_off_s, lowers_to_s, lowers_at`,
    [merchant_id, lowers ? cooling_off_s : wanted, lowers ? wanted : null],
  )
  return rows[0] as CoolingOffRow
}
