/** Choosing an invitation at sign-in makes a member: the invitation is used up, and the owners are told. */
import { merchantChoiceRequired } from '@countersign/contract/merchant-sessions/errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import { writeLetter } from '../merchant-accounts/letters.ts'
import { addMembership } from '../merchants/change-membership.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import type { Invitation } from './invitations.reads.ts'
import { accept } from './invitations.store.ts'

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
