/**
 * How long a new address waits. Longer counts at once; shorter only after the present time has passed, with a letter to every
 * member, so that a stolen session cannot shorten the wait and then use it. The database holds the same rule.
 */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { readEmails } from '../merchant-accounts/read-account.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { type CoolingOffRow, holdCoolingOff, keepCoolingOff, selectCoolingOff } from './cooling-off.store.ts'

const onWire = ({ cooling_off_s, lowers_to_s, lowers_at }: CoolingOffRow) => ({
  cooling_off_s,
  lowers_to_s,
  lowers_at: lowers_at?.toISOString() ?? null,
})

export const readCoolingOff = async (tx: TenantTx) => ({ cooling_off: onWire(await selectCoolingOff(tx)) })

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

export const updateCoolingOff = async ({ transactions, jobs, portal_url }: Deps, input: Input) => {
  const { merchant_id, account_id, cooling_off_s: wanted } = input
  const actor = idOf('acc', account_id)
  const by = (await transactions.asSystem((tx) => readEmails(tx, [account_id]))).get(account_id) ?? actor
  return transactions.asTenant(merchant_id, async (tx) => {
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
    return { cooling_off: onWire(row) }
  })
}
