/** Several people in one organization: invited, given a role, removed; and it never loses its last owner. */
import { beforeAll, expect, test } from 'vitest'
import {
  chooseAs,
  grantFor,
  invite,
  memberIdOf,
  newMailbox,
  newMember,
  newOperator,
  type Operator,
  operatorOf,
} from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await sharedWorld()
})

const setRole = (by: Operator, member_id: string, role: string) =>
  by.call('PATCH', `/v1/members/${member_id}`, { body: { role } })
const remove = (by: Operator, member_id: string) => by.call('DELETE', `/v1/members/${member_id}`)
const said = ({ status, json }: { status: number; json: { error?: { code: string } } }) => [status, json.error?.code]

test('whoever is invited accepts by choosing the organization at sign-in, and owners are told', async () => {
  const owner = await newOperator(world)
  const email = newMailbox()
  const { member_invitation } = (await invite(owner, email.toUpperCase(), 'developer')).json
  expect(member_invitation).toMatchObject({ email, role: 'developer', status: 'pending', accepted_at: null })
  expect((await world.mailbox.next(email)).text).toContain('invited to join Harbour Books')

  const { grant, merchant_choices } = await grantFor(world, email)
  expect(merchant_choices).toEqual([
    { choice: expect.any(String), name: 'Harbour Books', status: 'invited', role: 'developer' },
  ])
  const open = (choice?: string) => world.call('POST', '/v1/merchant-sessions', { body: { grant, choice } })
  expect(said(await open())).toEqual([422, 'merchant_choice_required'])
  const member = operatorOf(world, email, await open(merchant_choices[0]?.choice))
  expect(member.merchant_id).toBe(owner.merchant_id)
  const { members } = (await owner.call('GET', '/v1/members')).json
  expect(members.map((m: { email: string; role: string }) => [m.email, m.role])).toEqual([
    [owner.email, 'owner'],
    [email, 'developer'],
  ])
  expect(members[1].last_active_at).toEqual(expect.any(String))
  const { member_invitations } = (await owner.call('GET', '/v1/member-invitations')).json
  expect(member_invitations[0]).toMatchObject({ status: 'accepted', accepted_at: expect.any(String) })
  expect((await world.mailbox.next(owner.email, 0, 'invited')).subject).toBe(`${email} was invited`)
  expect((await world.mailbox.next(owner.email, 0, 'accepted')).subject).toBe(`${email} joined Harbour Books`)
  expect((await grantFor(world, email)).merchant_choices).toMatchObject([{ status: 'pending', role: 'developer' }])
})

test('an invitation to another mailbox, a withdrawn, an expired and an accepted one open nothing', async () => {
  const owner = await newOperator(world)
  const [email, late] = [newMailbox(), newMailbox()]
  const { member_invitation } = (await invite(owner, email, 'admin')).json
  const path = `/v1/member-invitations/${member_invitation.member_invitation_id}`
  expect((await grantFor(world, newMailbox())).merchant_choices).toEqual([])
  const { grant, merchant_choices } = await grantFor(world, email)
  expect((await owner.call('DELETE', path)).json.member_invitation.status).toBe('withdrawn')
  expect((await owner.call('DELETE', path)).json.member_invitation.status).toBe('withdrawn')
  const body = { grant, choice: merchant_choices[0]?.choice }
  expect(said(await world.call('POST', '/v1/merchant-sessions', { body }))).toEqual([422, 'merchant_choice_required'])
  expect((await grantFor(world, email)).merchant_choices).toEqual([])

  expect((await invite(owner, late, 'viewer')).status).toBe(201)
  await world.database.admin.query('update member_invitations set expires_at = now() where email = $1', [late])
  expect((await grantFor(world, late)).merchant_choices).toEqual([])
  expect((await owner.call('GET', '/v1/member-invitations')).json.member_invitations[0].status).toBe('expired')
  const member = await newMember(world, owner, 'viewer', late)
  const accepted = `/v1/member-invitations/${member.member_invitation_id}`
  expect(said(await owner.call('DELETE', accepted))).toEqual([409, 'invitation_not_pending'])
  expect(said(await invite(owner, late, 'admin'))).toEqual([409, 'already_member'])
})

test('whoever is invited again gets another letter, and the earlier invitation opens nothing', async () => {
  const owner = await newOperator(world)
  const second = await newMember(world, owner, 'owner')
  const email = newMailbox()
  const first = (await invite(owner, email, 'admin')).json.member_invitation
  const { grant, merchant_choices } = await grantFor(world, email)
  expect((await invite(second, email, 'viewer')).status).toBe(201)
  await world.mailbox.next(email, 0, 'viewer')
  const { member_invitations } = (await owner.call('GET', '/v1/member-invitations?limit=2')).json
  expect(member_invitations).toMatchObject([
    { role: 'viewer', status: 'pending' },
    { ...first, status: 'withdrawn' },
  ])
  const body = { grant, choice: merchant_choices[0]?.choice }
  expect(said(await world.call('POST', '/v1/merchant-sessions', { body }))).toEqual([422, 'merchant_choice_required'])
  expect((await grantFor(world, email)).merchant_choices).toMatchObject([{ status: 'invited', role: 'viewer' }])
  await remove(owner, second.member_id)
  expect((await grantFor(world, email)).merchant_choices).toEqual([])
})

test('a removed member is out at once, and so are those whom they invited', async () => {
  const owner = await newOperator(world)
  const rogue = await newMember(world, owner, 'owner')
  const accomplice = newMailbox()
  expect((await invite(rogue, accomplice, 'owner')).status).toBe(201)
  expect((await rogue.call('GET', '/v1/agents')).status).toBe(200)
  expect((await remove(owner, rogue.member_id)).json).toEqual({ ok: true, removed: true })
  expect(said(await rogue.call('GET', '/v1/agents'))).toEqual([401, 'credential_invalid'])
  expect((await grantFor(world, accomplice)).merchant_choices).toEqual([])
  expect((await grantFor(world, rogue.email)).merchant_choices).toEqual([])
  expect(said(await remove(owner, rogue.member_id))).toEqual([404, 'resource_not_found'])
  await newMember(world, owner, 'viewer', rogue.email)
  // The sessions from before stay closed, whoever comes back.
  expect(said(await rogue.call('GET', '/v1/agents'))).toEqual([401, 'credential_invalid'])
})

test('a role changes from the next call on, and owners get a letter', async () => {
  const owner = await newOperator(world)
  const member = await newMember(world, owner, 'viewer')
  const create = () => member.call('POST', '/v1/projects', { body: { name: 'Shop' } })
  expect(said(await create())).toEqual([403, 'role_not_allowed'])
  expect((await setRole(owner, member.member_id, 'developer')).json.member).toMatchObject({ role: 'developer' })
  expect((await create()).status).toBe(201)
  expect((await world.mailbox.next(owner.email, 0, `made ${member.email}`)).text).toContain(
    'developer (before: viewer)',
  )
  expect(said(await setRole(member, member.member_id, 'owner'))).toEqual([403, 'role_not_allowed'])
})

test('the last owner can neither leave nor step down', async () => {
  const owner = await newOperator(world)
  const own_id = await memberIdOf(owner)
  await newMember(world, owner, 'admin')
  expect(said(await remove(owner, own_id))).toEqual([409, 'last_owner'])
  expect(said(await setRole(owner, own_id, 'admin'))).toEqual([409, 'last_owner'])
  expect((await setRole(owner, own_id, 'owner')).status).toBe(200)
  const second = await newMember(world, owner, 'owner')
  expect((await remove(owner, own_id)).status).toBe(200)
  expect(said(await setRole(second, second.member_id, 'viewer'))).toEqual([409, 'last_owner'])
})

test('everyone may leave, and nobody but an owner removes others', async () => {
  const owner = await newOperator(world)
  for (const role of ['viewer', 'developer', 'admin'] as const) {
    const member = await newMember(world, owner, role)
    expect(said(await remove(member, await memberIdOf(owner)))).toEqual([403, 'role_not_allowed'])
    expect((await remove(member, member.member_id)).json).toEqual({ ok: true, removed: true })
    expect(said(await member.call('GET', '/v1/agents'))).toEqual([401, 'credential_invalid'])
    expect((await grantFor(world, member.email)).merchant_choices).toEqual([])
    expect((await world.mailbox.next(owner.email, 0, `${member.email} left`)).subject).toContain('Members of')
  }
  expect((await owner.call('GET', '/v1/members')).json.members).toHaveLength(1)
  const { audit_events } = (await owner.call('GET', '/v1/audit-events?action=member.left')).json
  expect(audit_events).toHaveLength(3)
})

test('two owners who remove or demote each other at once leave one', async () => {
  const owner = await newOperator(world)
  for (let round = 0; round < 6; round++) {
    const other = await newMember(world, owner, 'owner')
    const own_id = await memberIdOf(owner)
    const strike = (by: Operator, id: string) => (round % 2 ? remove(by, id) : setRole(by, id, 'viewer'))
    const answers = await Promise.all([strike(owner, other.member_id), strike(other, own_id)])
    const { rows } = await world.database.admin.query(
      `select a.email from memberships m join accounts a using (account_id) where m.role = 'owner'
         and a.email = any($1)`,
      [[owner.email, other.email]],
    )
    expect(rows).toHaveLength(1)
    const winners = answers.filter((a) => a.status === 200)
    expect(winners).toHaveLength(1)
    if (rows[0].email === owner.email) {
      await remove(owner, other.member_id)
      continue
    }
    return // The first owner is out: nothing more to race.
  }
})

test('an invitation that is withdrawn while it is accepted ends in one of the two', async () => {
  const owner = await newOperator(world)
  for (let round = 0; round < 4; round++) {
    const email = newMailbox()
    const { member_invitation } = (await invite(owner, email, 'viewer')).json
    const [opened, withdrawn] = await Promise.all([
      chooseAs(world, email, 'invited'),
      owner.call('DELETE', `/v1/member-invitations/${member_invitation.member_invitation_id}`),
    ])
    expect([opened.status, withdrawn.status].toSorted((a, b) => a - b)[0]).toBeLessThan(300)
    expect(opened.status === 201).toBe(withdrawn.status === 409)
  }
})

test('an organization sees and changes no other one’s members', async () => {
  const [owner, stranger] = [await newOperator(world), await newOperator(world, 'Quay Records')]
  const member = await newMember(world, owner, 'viewer')
  const invitation = `/v1/member-invitations/${member.member_invitation_id}`
  for (const answer of [
    await remove(stranger, member.member_id),
    await setRole(stranger, member.member_id, 'owner'),
    await stranger.call('DELETE', invitation),
  ]) {
    expect(said(answer)).toEqual([404, 'resource_not_found'])
  }
  expect((await stranger.call('GET', '/v1/members')).json.members).toHaveLength(1)
})

test('members come page by page; a mailbox is not flooded; fifty invitations may be pending', async () => {
  const owner = await newOperator(world)
  await newMember(world, owner, 'viewer')
  await newMember(world, owner, 'viewer')
  const first = (await owner.call('GET', '/v1/members?limit=2')).json
  const next = (await owner.call('GET', `/v1/members?limit=2&cursor=${first.next_cursor}`)).json
  expect([first.members.length, next.members.length, next.next_cursor]).toEqual([2, 1, null])
  expect(said(await owner.call('GET', '/v1/members?cursor=x'))).toEqual([422, 'cursor_invalid'])
  expect(said(await owner.call('GET', '/v1/member-invitations?cursor=x'))).toEqual([422, 'cursor_invalid'])
  for (let count = 0; count < 50; count++) expect((await invite(owner, newMailbox(), 'viewer')).status).toBe(201)
  expect(said(await invite(owner, newMailbox(), 'viewer'))).toEqual([409, 'too_many_member_invitations'])
})
