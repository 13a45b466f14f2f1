/** `members`: the people of an organization, their roles, and invitations. */
import type { MemberInvitationsCreateInput, MembersUpdateInput } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import type { Command } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const members = await merchantOf(profiles.read()).members.list().toArray()
  output.table(
    { members },
    ['MEMBER ID', 'ROLE', 'PASSKEYS', 'LAST ACTIVE', 'E-MAIL'],
    members.map((one) => [
      one.member_id,
      one.role,
      String(one.passkey_count),
      one.last_active_at ?? 'never',
      one.email,
    ]),
  )
}

const setRole = async ({ profiles, output }: Run, id: string, input: MembersUpdateInput): Promise<void> => {
  const { member } = await merchantOf(profiles.read()).members.update(id, input)
  output.fields({ member }, [
    ['member', `${member.email} (${member.member_id})`],
    ['role', member.role],
  ])
}

const remove = async ({ profiles, output }: Run, id: string): Promise<void> => {
  await merchantOf(profiles.read()).members.remove(id)
  output.answer({ member_id: id, removed: true }, 'Removed. Their sessions are closed.')
}

const invite = async ({ profiles, output }: Run, input: MemberInvitationsCreateInput): Promise<void> => {
  const { member_invitation } = await merchantOf(profiles.read()).memberInvitations.create(input)
  output.fields({ member_invitation }, [
    ['invited', `${member_invitation.email} (${member_invitation.member_invitation_id})`],
    ['role', member_invitation.role],
    ['until', member_invitation.expires_at],
  ])
}

const invitations = async ({ profiles, output }: Run): Promise<void> => {
  const member_invitations = await merchantOf(profiles.read()).memberInvitations.list().toArray()
  output.table(
    { member_invitations },
    ['INVITATION ID', 'STATUS', 'ROLE', 'E-MAIL'],
    member_invitations.map((one) => [one.member_invitation_id, one.status, one.role, one.email]),
  )
}

const withdraw = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const { member_invitation } = await merchantOf(profiles.read()).memberInvitations.withdraw(id)
  output.answer({ member_invitation }, `Withdrew the invitation to ${member_invitation.email}.`)
}

const INVITED = INPUTS['member_invitations.create']
const MEMBER = 'mbr_01k0000000e008000000000000'
const INVITATION = 'miv_01k0000000e008000000000000'

export const addMembers = (program: Command): void => {
  const members = addGroup(program, 'members', 'People in your organization', ['members list'])
  addCommand(members, 'list', 'List members, with their roles', ['members list']).action(runs(list))
  addCommand(members, 'set-role <member-id>', "Change a member's role", [`members set-role ${MEMBER} --role admin`])
    .addOption(takes(needed('--role <role>', 'owner, admin, developer or viewer'), INPUTS['members.update'].role))
    .action(runs(setRole))
  addCommand(members, 'remove <member-id>', 'Remove a member and close their sessions', [
    `members remove ${MEMBER}`,
  ]).action(runs(remove))
  addCommand(members, 'invite', 'Invite someone by email, or send it again', [
    'members invite --email colleague@shop.example --role viewer',
  ])
    .addOption(takes(needed('--email <address>', 'their email address'), INVITED.email))
    .addOption(takes(needed('--role <role>', 'owner, admin, developer or viewer'), INVITED.role))
    .action(runs(invite))
  addCommand(members, 'invitations', 'List invitations', ['members invitations']).action(runs(invitations))
  addCommand(members, 'withdraw <invitation-id>', 'Withdraw an invitation', [`members withdraw ${INVITATION}`]).action(
    runs(withdraw),
  )
}
