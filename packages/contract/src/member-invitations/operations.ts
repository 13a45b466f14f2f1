/** How people come into an organization: an owner invites a mailbox, and whoever signs in with it may accept. */
import { Type } from 'typebox'
import { RoleName } from '../members/records.ts'
import { Email } from '../merchant-accounts/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { IdInput } from '../wire/inputs.ts'
import {
  alreadyMember,
  INVITATION_LIFETIME_DAYS,
  invitationNotPending,
  MemberInvitation,
  tooManyMemberInvitations,
} from './records.ts'

const invitationPath = Input({ member_invitation_id: IdInput('miv') })
const params = { member_invitation_id: 'miv_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard', tier: 'teams' } as const
const one = { status: 200, body: Type.Object({ member_invitation: MemberInvitation }) } as const

export const createInvitation = operation({
  ...common,
  id: 'member_invitations.create',
  method: 'POST',
  path: '/v1/member-invitations',
  idempotency: 'none',
  summary: 'Invite someone, or send the invitation again',
  description: `Sends an email. When that address signs in, the organization appears among \`merchant_choices\` with status \`invited\`; choosing it accepts. Valid for ${INVITATION_LIFETIME_DAYS} days. If the address is invited already, this invitation takes the place of the earlier one.`,
  role: 'owner',
  step_up: true,
  body: Input({ email: Email, role: RoleName }),
  answer: { ...one, status: 201 },
  refuses: [alreadyMember, tooManyMemberInvitations],
  example: { body: { email: 'colleague@merchant.example', role: 'developer' } },
})

export const listInvitations = operation({
  ...common,
  id: 'member_invitations.list',
  method: 'GET',
  path: '/v1/member-invitations',
  idempotency: 'safe',
  summary: 'List invitations',
  description: 'Newest first, including accepted, withdrawn and expired ones.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('member_invitations', MemberInvitation) },
  refuses: [cursorInvalid],
  example: {},
})

export const withdrawInvitation = operation({
  ...common,
  id: 'member_invitations.withdraw',
  method: 'DELETE',
  path: '/v1/member-invitations/{member_invitation_id}',
  idempotency: 'natural',
  summary: 'Withdraw an invitation',
  description: "Takes effect at once: it can't be accepted anymore. Withdrawing again changes nothing.",
  role: 'owner',
  params: invitationPath,
  answer: one,
  refuses: [invitationNotPending],
  example: { params },
})

export const memberInvitationOperations = [createInvitation, listInvitations, withdrawInvitation] as const
