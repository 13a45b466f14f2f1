/** A member gets another role, or leaves. Whoever leaves is signed out at once, and whom they invited stays outside. */
import type { Role } from '@countersign/contract/members/roles'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { closeSessionsOf } from '../credentials/merchant-session.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { changeMembership } from '../merchants/change-membership.ts'
import { readMerchant } from '../merchants/read-merchant.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { withdrawAllOf } from './invitations.store.ts'
import { membersOf } from './list-members.ts'

interface Change {
  readonly merchant_id: Uuid
  readonly by: Uuid
  readonly account_id: Uuid
  /** Null removes the member. */
  readonly role: Role | null
}

export const changeMember = async (
  { transactions, jobs }: { transactions: Transactions; jobs: Enqueue },
  { merchant_id, by, account_id, role }: Change,
) => {
  const members = await transactions.asSystem((tx) => membersOf(tx, merchant_id))
  const nameOf = (id: Uuid) => members.find((member) => member.account_id === idOf('acc', id))
  const member = nameOf(account_id)
  if (!member) throw new Refusal(resourceNotFound)
  await transactions.asTenant(merchant_id, async (tx) => {
    const before = await changeMembership(tx, { by, account_id, role })
    if (before.role === role) return
    if (before.role === 'owner') await withdrawAllOf(tx, account_id)
    if (role === null) await closeSessionsOf(tx, account_id)
    await appendAuditEvent(tx, {
      action: role !== null ? 'member.role_changed' : by === account_id ? 'member.left' : 'member.removed',
      actor: idOf('acc', by),
      target: member.member_id,
      details: { from: before.role, ...(role !== null && { to: role }) },
    })
    const { name } = await readMerchant(tx, merchant_id)
    const removed = by === account_id ? `left ${name}` : `removed ${member.email} from ${name}`
    const made = `made ${member.email} ${role} (before: ${before.role}), in ${name}`
    await writeLetter(tx, jobs, {
      to: 'owners',
      subject: `Members of ${name} changed`,
      text: `${nameOf(by)?.email} ${role === null ? removed : made}.

If this was not meant to happen, look at the list of members and at the audit log.
`,
    })
    // Who is no owner any more doesn't get the letter above, and must hear of it.
    if (by !== account_id && role !== 'owner') {
      await writeLetter(tx, jobs, {
        to: member.email as `${string}@${string}`,
        subject: role === null ? `You're no longer a member of ${name}` : `Your role in ${name} changed`,
        text: `${nameOf(by)?.email} ${role === null ? `removed you from ${name}` : `made you ${role} in ${name} (before: ${before.role})`}.

If this was not meant to happen, tell the other people of ${name}.
`,
      })
    }
  })
  return { ...member, ...(role !== null && { role }) }
}
