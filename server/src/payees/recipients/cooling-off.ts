/**
 * How long a new address waits. Longer counts at once; shorter only after the present time has passed, with a letter to every
 * member, so that a stolen session cannot shorten the wait and then use it. The database holds the same rule.
 */
import { COOLING_OFF_S_MIN } from '@pursestrings/contract/merchants/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readEmails } from '../../organizations/merchant-accounts/accounts.ts'
import { writeLetter } from '../../organizations/merchant-accounts/letters.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'

// Statements on which new addresses wait, and for how long.

interface CoolingOffRow {
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

/** Whether it would move its payee's payments, and who wants that has not confirmed it in this session. */
export const mustWait = async (
  { client, merchant_id }: TenantTx,
  recipient_version_id: Uuid,
  { account_id, session_id }: { readonly account_id: Uuid; readonly session_id: Uuid },
): Promise<boolean> => {
  const { rows } = await client.query<{ waits: boolean }>(
    `select payee_moves(v) and not confirms_payee_moves($1, $3, $4) as waits from recipient_versions v
      where v.merchant_id = $1 and v.recipient_version_id = $2`,
    [merchant_id, recipient_version_id, account_id, session_id],
  )
  return rows[0]?.waits !== false
}

/** It stays as it is until the end of the transaction. */
const holdCoolingOff = async ({ client }: TenantTx): Promise<CoolingOffRow> =>
  (await client.query<CoolingOffRow>(`${NOW} for update`)).rows[0] ?? DEFAULT

/** A lower time that waits already goes on waiting. */
const keepCoolingOff = async (
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

const onWire = ({ cooling_off_s, lowers_to_s, lowers_at }: CoolingOffRow) => ({
  cooling_off_s,
  lowers_to_s,
  lowers_at: lowers_at?.toISOString() ?? null,
})

export const readCoolingOff = async (tx: TenantTx) => onWire(await selectCoolingOff(tx))

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly portal_url: string
}

interface Input {
  readonly merchant_id: Uuid
  readonly account_id: Uuid
  readonly cooling_off_s: number
}

const hours = (seconds: number): string => `${Math.round(seconds / 3600)} hours`

export const updateCoolingOff = async ({ transactions, jobs, portal_url }: Deps, input: Input): Promise<void> => {
  const { merchant_id, account_id, cooling_off_s: wanted } = input
  const actor = idOf('acc', account_id)
  const by = (await transactions.asSystem((tx) => readEmails(tx, [account_id]))).get(account_id) ?? actor
  await transactions.asTenant(merchant_id, async (tx) => {
    const before = await holdCoolingOff(tx)
    const row = await keepCoolingOff(tx, before, wanted)
    await appendAuditEvent(tx, {
      action: 'cooling_off.changed',
      actor,
      target: idOf('mer', merchant_id),
      details: { from_s: before.cooling_off_s, to_s: wanted, at: row.lowers_at?.toISOString() ?? null },
    })
    if (row.lowers_at && row.lowers_to_s !== before.lowers_to_s) {
      await writeLetter(tx, jobs, {
        to: 'members',
        subject: 'New payee addresses will wait for less time',
        text: `${by} shortened the time that a new payee address waits before it's paid.

Now: ${hours(row.cooling_off_s)}
From ${row.lowers_at.toISOString()}: ${hours(wanted)}

If you didn't expect this, ask an owner to set it back before that time, and look at the audit log:

${portal_url}/audit
`,
      })
    }
  })
}
