/** What can be refused about invitations to an organization, and what to do next. */
import { errorEntry } from '../errors.ts'
import { INVITATIONS_PENDING_MAX } from './records.ts'

export const alreadyMember = errorEntry({
  code: 'already_member',
  status: 409,
  meaning: 'A member already has this email address.',
  recovery: 'GET /v1/members lists them; PATCH /v1/members/{member_id} changes a role.',
  retry: 'never',
})

export const alreadyInvited = errorEntry({
  code: 'already_invited',
  status: 409,
  meaning: 'This email address already has a pending invitation.',
  recovery: 'Send it again with POST /v1/member-invitations/{member_invitation_id}/resend, or withdraw it first.',
  retry: 'never',
})

export const tooManyMemberInvitations = errorEntry({
  code: 'too_many_member_invitations',
  status: 409,
  meaning: `The organization has ${INVITATIONS_PENDING_MAX} pending invitations, or the maximum number of members.`,
  recovery: 'Withdraw invitations that are no longer needed, or remove members who left.',
  retry: 'never',
})

export const invitationNotPending = errorEntry({
  code: 'invitation_not_pending',
  status: 409,
  meaning: 'The invitation was accepted, withdrawn or has expired.',
  recovery: 'Invite again with POST /v1/member-invitations.',
  retry: 'never',
})
