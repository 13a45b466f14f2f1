/** A colleague, made a member as people are: invited by mail, signed in, and accepted by choosing the organization. */
import type { Role } from '@pursestrings/contract/members/roles'
import { expect } from 'vitest'
import type { Answer } from './call.ts'
import { grantFor, type Operator, operatorOf } from './operator.ts'
import type { World } from './world.ts'

export interface MemberOperator extends Operator {
  readonly member_id: string
  readonly member_invitation_id: string
}

let members = 0
export const newMailbox = (): string => `member-${process.pid}-${members++}@merchant.example`

export const invite = (owner: Operator, email: string, role: Role): Promise<Answer> =>
  owner.call('POST', '/v1/member-invitations', { body: { email, role } })

/** Signs in with the mailbox and chooses the first organization of that status. */
export const chooseAs = async (world: World, email: string, status: string): Promise<Answer> => {
  const { grant, merchant_choices } = await grantFor(world, email)
  const choice = merchant_choices.find((one) => one.status === status)?.choice
  return world.call('POST', '/v1/merchant-sessions', { body: { grant, choice } })
}

export const newMember = async (
  world: World,
  owner: Operator,
  role: Role,
  email = newMailbox(),
): Promise<MemberOperator> => {
  const invited = await invite(owner, email, role)
  expect(invited.status).toBe(201)
  const opened = await chooseAs(world, email, 'invited')
  expect(opened.status).toBe(201)
  const member = operatorOf(world, email, opened)
  const { members: all } = (await member.call('GET', '/v1/members?limit=100')).json
  const { member_id } = all.find((one: { email: string }) => one.email === email)
  return { ...member, member_id, member_invitation_id: invited.json.member_invitation.member_invitation_id }
}

export const memberIdOf = async (operator: Operator): Promise<string> => {
  const { members: all } = (await operator.call('GET', '/v1/members?limit=100')).json
  return all.find((one: { email: string }) => one.email === operator.email).member_id
}
