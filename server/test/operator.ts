/** A merchant's operator, signed in by doing what a person does: mail, link, organization, session. */

import type { Role } from '@pursestrings/contract/members/records'
import { expect } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Answer, Sent } from './call.ts'
import type { World } from './world.ts'

export interface Operator {
  readonly email: string
  readonly merchant_id: string
  readonly cookie: string
  readonly csrf: string
  /** A call with the session's cookie and proof. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>
}

let operators = 0

export const linkFor = async (world: World, email: string): Promise<string> => {
  const seen = world.mailbox.mails.filter((m) => m.to === email && m.text.includes('#token=')).length
  const asked = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
  expect(asked.status).toBe(202)
  const { text } = await world.mailbox.next(email, seen, '#token=')
  return /#token=(\S+)/.exec(text)?.[1] as string
}

export const grantFor = async (world: World, email: string) => {
  const token = await linkFor(world, email)
  const verified = await world.call('POST', '/v1/merchant-accounts/email-verifications', { body: { token } })
  expect(verified.status).toBe(200)
  return verified.json as {
    account: { account_id: string; email: string }
    grant: string
    merchant_choices: { choice: string; name: string; status: string }[]
  }
}

export const operatorOf = (world: World, email: string, opened: Answer): Operator => {
  const cookie = (opened.headers.get('set-cookie') as string).split(';')[0] as string
  const csrf = opened.json.csrf_token as string
  return {
    email,
    merchant_id: opened.json.merchant.merchant_id,
    cookie,
    csrf,
    call: (method, path, sent = {}) =>
      world.call(method, path, { ...sent, headers: { cookie, 'x-csrf-token': csrf, ...sent.headers } }),
  }
}

export const newOperator = async (world: World, name = 'Harbour Books'): Promise<Operator> => {
  const email = `operator-${process.pid}-${operators++}@merchant.example`
  const { grant } = await grantFor(world, email)
  const created = await world.call('POST', '/v1/merchants', { body: { grant, name } })
  expect(created.status).toBe(201)
  const opened = await world.call('POST', '/v1/merchant-sessions', { body: { grant: created.json.grant } })
  expect(opened.status).toBe(201)
  return operatorOf(world, email, opened)
}

// `pursestrings-server admin`, run in this process.

export const asOperator = (world: World, ...words: string[]): Promise<string> =>
  runAdmin(readConfig(world.settings), words)

// A colleague, made a member as people are: invited by mail, signed in, and accepted by choosing the organization.

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
