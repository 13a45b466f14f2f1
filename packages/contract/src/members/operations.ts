/** The people of an organization and what each may do. They come in by invitation. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { cursorInvalid, roleNotAllowed } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { IdInput } from '../wire/inputs.ts'
import { Member, RoleName } from './records.ts'

/** What can be refused about members, and what to do next. */
export const lastOwner = errorEntry({
  code: 'last_owner',
  status: 409,
  meaning: 'This is the only owner. Every organization needs one.',
  recovery: 'Make another member an owner first: PATCH /v1/members/{member_id} with `role: "owner"`.',
  retry: 'never',
})

const memberPath = Input({ member_id: IdInput('mbr') })
const params = { member_id: 'mbr_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard', tier: 'teams' } as const

export const listMembers = operationOperation({
  ...common,
  id: 'members.list',
  method: 'GET',
  path: '/v1/members',
  idempotency: 'safe',
  summary: 'List members',
  description: 'Everyone who can open this organization, with their roles.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('members', Member) },
  refuses: [cursorInvalid],
  example: {},
})

export const updateMember = operationOperation({
  ...common,
  id: 'members.update',
  method: 'PATCH',
  path: '/v1/members/{member_id}',
  idempotency: 'natural',
  summary: "Change a member's role",
  description:
    'Applies from their next call. The last owner must stay one. The member and the owners get an email about it.',
  role: 'owner',
  step_up: true,
  params: memberPath,
  body: Input({ role: RoleName }),
  answer: { status: 200, body: Type.Object({ member: Member }) },
  refuses: [lastOwner],
  example: { params, body: { role: 'admin' } },
})

export const removeMember = operationOperation({
  ...common,
  id: 'members.remove',
  method: 'DELETE',
  path: '/v1/members/{member_id}',
  idempotency: 'none',
  summary: 'Remove a member',
  description:
    "Owners can remove anybody, and you can remove yourself to leave. All of the member's sessions here are closed. The last owner can't be removed. Keys and credentials they made keep working: revoke any they may have kept. The member and the owners get an email about it.",
  role: 'viewer',
  step_up: true,
  params: memberPath,
  answer: { status: 200, body: Type.Object({ removed: Type.Literal(true, { description: 'the person is out' }) }) },
  refuses: [lastOwner, roleNotAllowed],
  example: { params },
})

export const memberOperations = [listMembers, updateMember, removeMember] as const
