/** The members of an organization: who they are, other roles, and removal. */
import type { Role } from '@pursestrings/contract/members/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { closeSessionsOf, lastSeenOf } from '../../platform/credentials/merchant-session.ts'
import { countPasskeys } from '../../platform/credentials/passkey.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readEmails } from '../merchant-accounts/accounts.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { changeMembership } from '../merchants/change-membership.ts'
import { membersOfMerchant, readMerchant } from '../merchants/merchants.reads.ts'
import { withdrawAllOf } from './invitations.store.ts'

// The members of an organization as the API shows them: the person's mailbox, the role, and when they were last here.

/** In the order of their ids. */
export const membersOf = async (tx: SystemTx, merchant_id: Uuid) => {
  const members = await membersOfMerchant(tx, merchant_id)
  const emails = await readEmails(
    tx,
    members.map((member) => member.account_id),
  )
  const passkeys = await countPasskeys(
    tx,
    members.map((member) => member.account_id),
  )
  const seen = await lastSeenOf(tx, merchant_id)
  return members.map(({ account_id, role, created_at, last_signed_in_at }) => ({
    // A person is a member of an organization once, so the account's own digits tell which member it is.
    member_id: idOf('mbr', account_id),
    account_id: idOf('acc', account_id),
    email: emails.get(account_id) ?? '',
    role,
    passkey_count: passkeys.get(account_id) ?? 0,
    joined_at: created_at.toISOString(),
    last_active_at: (seen.get(account_id) ?? last_signed_in_at)?.toISOString() ?? null,
  }))
}

// A member gets another role, or leaves. Whoever leaves is signed out at once, and whom they invited stays outside.

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
