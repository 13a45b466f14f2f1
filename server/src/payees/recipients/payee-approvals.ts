/**
 * How many people a change of payees needs. Two count at once. One is enough again when a second person agrees, or after seven
 * days with a letter to every member: nobody lowers the guard alone and uses it, and an organization that shrank to one person
 * is not locked out. The database holds the same rule.
 */
import type { Role } from '@pursestrings/contract/members/records'
import { approversMissing, RETURN_DAYS } from '@pursestrings/contract/merchants/records'
import { approverTooNew } from '@pursestrings/contract/recipients/errors'
import { roleNotAllowed } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent } from '../../organizations/audit-events/append-audit-event.ts'
import { readEmails } from '../../organizations/merchant-accounts/accounts.ts'
import { writeLetter } from '../../organizations/merchant-accounts/letters.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  approveOne,
  approvesFrom,
  askForOne,
  holdPayeeApprovals,
  type PayeeApprovalsRow,
  requireTwo,
  selectPayeeApprovals,
} from './payee-approvals.store.ts'

const onWire = ({ needs_two, approvers, lowers_at, lowers_asked_by }: PayeeApprovalsRow) => ({
  approvals: needs_two ? 2 : 1,
  approvers,
  lowers_at: lowers_at?.toISOString() ?? null,
  lowers_asked_by: lowers_asked_by === null ? null : idOf('acc', lowers_asked_by),
})

export const readPayeeApprovals = async (tx: TenantTx) => onWire(await selectPayeeApprovals(tx))

interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly portal_url: string
}

interface Input {
  readonly merchant_id: Uuid
  readonly account_id: Uuid
  readonly role: Role
  readonly approvals: number
}

export const updatePayeeApprovals = async ({ transactions, jobs, portal_url }: Deps, input: Input): Promise<void> => {
  const { merchant_id, account_id } = input
  const actor = idOf('acc', account_id)
  const by = (await transactions.asSystem((tx) => readEmails(tx, [account_id]))).get(account_id) ?? actor
  await transactions.asTenant(merchant_id, async (tx) => {
    await holdPayeeApprovals(tx)
    const before = await selectPayeeApprovals(tx)
    const done = await (input.approvals === 2 ? raise(tx, before, input) : lower(tx, before, input))
    if (done === undefined) return
    const after = await selectPayeeApprovals(tx)
    await appendAuditEvent(tx, {
      action: 'payee_change_approvals.changed',
      actor,
      target: idOf('mer', merchant_id),
      details: { did: done, at: after.lowers_at?.toISOString() ?? null },
    })
    const { subject, text } = LETTERS[done](by, after.lowers_at?.toISOString() ?? '')
    await writeLetter(tx, jobs, { to: 'members', subject, text: `${text}\n\n${portal_url}/settings?tab=security\n` })
  })
}

type Done = 'required' | 'canceled' | 'asked' | 'returned'

const LETTERS: Readonly<Record<Done, (by: string, at: string) => { subject: string; text: string }>> = {
  required: (by) => ({
    subject: 'Payee changes need two people now',
    text: `${by} switched on two-person approval. From now on another owner or admin must approve every new payee address.`,
  }),
  canceled: (by) => ({
    subject: 'Payee changes still need two people',
    text: `${by} kept two-person approval on. Somebody had asked to switch it off.`,
  }),
  asked: (by, at) => ({
    subject: 'Payee changes will need only one person',
    text: `${by} asked to switch off two-person approval. It ends on ${at}, in ${RETURN_DAYS} days, or as soon as another owner or admin agrees.

If you didn't expect this, keep it on before that time. Every owner and admin can do that:`,
  }),
  returned: (by) => ({
    subject: 'Payee changes need only one person now',
    text: `${by} agreed to switch off two-person approval. If you didn't expect this, an owner can switch it on again:`,
  }),
}

const expectOwner = ({ role }: Input): void => {
  if (role !== 'owner') throw new Refusal(roleNotAllowed, { details: { role, role_needed: 'owner' } })
}

/** Undefined where nothing changes. */
const raise = async (tx: TenantTx, before: PayeeApprovalsRow, input: Input): Promise<Done | undefined> => {
  if (before.needs_two && before.lowers_at === null) return undefined
  if (!before.needs_two) {
    expectOwner(input)
    if (before.approvers < 2) throw new Refusal(approversMissing)
  }
  await requireTwo(tx)
  return before.needs_two ? 'canceled' : 'required'
}

const lower = async (tx: TenantTx, before: PayeeApprovalsRow, input: Input): Promise<Done | undefined> => {
  const { account_id } = input
  if (!before.needs_two || before.lowers_asked_by === account_id) return undefined
  if (before.lowers_asked_by === null) {
    expectOwner(input)
    await askForOne(tx, account_id)
    return 'asked'
  }
  await expectApprover(tx, account_id)
  await approveOne(tx, account_id)
  return 'returned'
}

export const expectApprover = async (tx: TenantTx, account_id: Uuid): Promise<void> => {
  const { from, now } = await approvesFrom(tx, account_id)
  if (!now) throw new Refusal(approverTooNew, { details: { from: from?.toISOString() ?? null } })
}
