/** Invitations of members: sent by mail, and accepted by whoever signs in with that address. */
import {
  alreadyMember,
  INVITATION_LIFETIME_DAYS,
  INVITATIONS_PENDING_MAX,
  invitationNotPending,
  tooManyMemberInvitations,
} from '@pursestrings/contract/member-invitations/records'
import { MEMBERS_MAX, type Role } from '@pursestrings/contract/members/records'
import { merchantChoiceRequired } from '@pursestrings/contract/merchant-sessions/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Limits } from '../../platform/http/limits.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { SystemTx, TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { addMembership, holdOwnersAs } from '../merchants/change-membership.ts'
import { type Merchant, merchantsById, readMerchant } from '../merchants/merchants.reads.ts'
import {
  accept,
  countPending,
  endPending,
  type InvitationRow,
  insertInvitation,
  selectInvitation,
  selectOpenTo,
  withdraw,
} from './invitations.store.ts'
import { membersOf } from './members.ts'

/** An owner invites a mailbox. Who has it decides by signing in; the letter alone opens nothing. */
export interface Deps {
  readonly transactions: Transactions
  readonly jobs: Enqueue
  readonly limits: Limits
  readonly portal_url: string
}

interface By {
  readonly merchant_id: Uuid
  readonly account_id: Uuid
}

export const inviteMember = async (
  deps: Deps,
  { merchant_id, account_id }: By,
  { email: written, role }: { email: string; role: Role },
): Promise<InvitationRow> => {
  const email = written.toLowerCase()
  const members = await deps.transactions.asSystem((tx) => membersOf(tx, merchant_id))
  if (members.some((member) => member.email === email)) throw new Refusal(alreadyMember)
  return deps.transactions.asTenant(merchant_id, async (tx) => {
    await holdOwnersAs(tx, account_id)
    const earlier = await endPending(tx, email)
    if (earlier) await note(tx, 'withdrawn', earlier, account_id)
    const pending = await countPending(tx)
    if (pending >= INVITATIONS_PENDING_MAX || pending + members.length >= MEMBERS_MAX) {
      throw new Refusal(tooManyMemberInvitations)
    }
    const row = await insertInvitation(tx, { email, role, invited_by: account_id })
    await note(tx, 'created', row, account_id)
    await sendInvitation(tx, deps, row)
    const by = members.find((member) => member.account_id === idOf('acc', account_id))?.email
    await writeLetter(tx, deps.jobs, {
      to: 'owners',
      subject: `${email} was invited`,
      text: `${by} invited ${email} with the role "${role}". They can join within ${INVITATION_LIFETIME_DAYS} days.

If this was not meant to happen, withdraw the invitation.
`,
    })
    return row
  })
}

export const withdrawInvitation = ({ transactions }: Deps, by: By, id: Uuid): Promise<InvitationRow> =>
  transactions.asTenant(by.merchant_id, async (tx) => {
    const row = await withdraw(tx, id)
    if (row) {
      await note(tx, 'withdrawn', row, by.account_id)
      return row
    }
    const now = await selectInvitation(tx, id)
    if (now?.status === 'withdrawn') return now
    throw await whyNot(tx, id)
  })

const whyNot = async (tx: TenantTx, id: Uuid): Promise<Refusal> =>
  new Refusal((await selectInvitation(tx, id)) ? invitationNotPending : resourceNotFound)

const note = (tx: TenantTx, what: 'created' | 'withdrawn', row: InvitationRow, account_id: Uuid): Promise<void> =>
  appendAuditEvent(tx, {
    action: `member_invitation.${what}`,
    actor: idOf('acc', account_id),
    target: idOf('miv', row.member_invitation_id),
    details: { role: row.role },
  })

const sendInvitation = async (
  tx: TenantTx,
  { jobs, limits, portal_url }: Deps,
  { email, role }: InvitationRow,
): Promise<void> => {
  const { name } = await readMerchant(tx, tx.merchant_id)
  await writeLetter(tx, jobs, {
    to: email as `${string}@${string}`,
    subject: `You're invited to ${name} on Pursestrings`,
    text: `You're invited to join ${name} on Pursestrings, with the role "${role}".

To accept, sign in with this email address and choose ${name}:

${portal_url}

The invitation is valid for ${INVITATION_LIFETIME_DAYS} days. If you don't know ${name}, ignore this email: nothing happens unless you accept.
`,
  })
  // Counted apart from sign-in: nobody is flooded through us, and nobody is kept from signing in.
  await limits.take('mailbox', `invited ${email}`)
}

/** The organizations that a mailbox is invited to, for whoever signs in with it. */
export interface Invitation {
  readonly member_invitation_id: Uuid
  readonly role: Role
  readonly name: string
  readonly merchant: Merchant
}

export const invitationsFor = async (tx: SystemTx, email: string): Promise<Invitation[]> => {
  const rows = await selectOpenTo(tx, email)
  const merchants = await merchantsById(
    tx,
    rows.map((row) => row.merchant_id),
  )
  return rows.flatMap(({ merchant_id, ...invitation }) => {
    const merchant = merchants.find((m) => m.merchant_id === merchant_id)
    return merchant ? [{ ...invitation, name: merchant.name, merchant }] : []
  })
}

// Choosing an invitation at sign-in makes a member: the invitation is used up, and the owners are told.

interface Accepted extends Invitation {
  readonly account_id: Uuid
}

export const acceptInvitation = async (tx: TenantTx, jobs: Enqueue, input: Accepted): Promise<void> => {
  // Withdrawn or expired since it was listed: there is nothing to choose any more.
  const invitation = await accept(tx, input.member_invitation_id)
  if (!invitation) throw new Refusal(merchantChoiceRequired)
  const { role, email } = invitation
  await addMembership(tx, input.account_id, role)
  await appendAuditEvent(tx, {
    action: 'member.joined',
    actor: idOf('acc', input.account_id),
    target: idOf('mbr', input.account_id),
    details: { role, member_invitation_id: idOf('miv', invitation.member_invitation_id) },
  })
  await writeLetter(tx, jobs, {
    to: 'owners',
    subject: `${email} joined ${input.name}`,
    text: `${email} accepted an invitation and is now a member of ${input.name}, with the role "${role}".

If this was not meant to happen, remove the member: their sessions end at once.
`,
  })
}
