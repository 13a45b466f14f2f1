/** What the API shows of invitations to an organization. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { RoleName } from '../members/records.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { At, CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const INVITATION_LIFETIME_DAYS = 7
export const INVITATIONS_PENDING_MAX = 50
export const MEMBER_INVITATION_STATUSES = ['pending', 'accepted', 'withdrawn', 'expired'] as const

export const MemberInvitation = Resource('MemberInvitation', 'a mailbox that is invited to the organization', {
  member_invitation_id: IdSchema('miv'),
  email: Shown('only the person who signs in with this address can accept', 'colleague@merchant.example'),
  role: RoleName,
  status: Type.Enum([...MEMBER_INVITATION_STATUSES], {
    type: 'string',
    description: 'only a `pending` one can be accepted or withdrawn',
    examples: ['pending'],
  }),
  invited_by: { ...IdSchema('acc'), description: 'the account of the owner who invited' },
  created_at: CreatedAt,
  expires_at: At(`until when it can be accepted: ${INVITATION_LIFETIME_DAYS} days after it was made`),
  accepted_at: mostlyNull(Timestamp, 'when it was accepted; null until then'),
})

// What can be refused about invitations to an organization, and what to do next.

export const alreadyMember = errorEntry({
  code: 'already_member',
  status: 409,
  meaning: 'A member already has this email address.',
  recovery: 'GET /v1/members lists them; PATCH /v1/members/{member_id} changes a role.',
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
