/** The audit log is found by who, what, which record and when, with the names that people know; and it stays within a tenant. */
import { beforeAll, expect, test } from 'vitest'
import { draftAgent } from './agent.ts'
import { newMember, newOperator, type Operator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await sharedWorld()
})

interface Line {
  readonly action: string
  readonly actor: string
  readonly actor_name: string | null
  readonly target: string
  readonly target_name: string | null
  readonly occurred_at: string
}
const linesOf = async (by: Operator, filter: Record<string, string> = {}): Promise<Line[]> => {
  const query = new URLSearchParams({ limit: '100', ...filter })
  const answer = await by.call('GET', `/v1/audit-events?${query.toString()}`)
  expect(answer.status).toBe(200)
  return answer.json.audit_events
}

test('each line names who did it and what it was done to', async () => {
  const owner = await newOperator(world)
  const member = await newMember(world, owner, 'developer')
  const agent_id = await draftAgent(member)
  const { project } = (await member.call('POST', '/v1/projects', { body: { name: 'Shop' } })).json
  const lines = await linesOf(owner)
  const named = (action: string) => lines.find((line) => line.action === action)
  expect(named('agent.created')).toMatchObject({
    actor_name: member.email,
    target: agent_id,
    target_name: 'Checkout agent',
  })
  expect(named('project.created')).toMatchObject({ target: project.project_id, target_name: 'Shop' })
  expect(named('member_invitation.created')).toMatchObject({ actor_name: owner.email, target_name: member.email })
  expect(named('member.joined')).toMatchObject({ actor_name: member.email, target_name: member.email })
  expect(named('merchant.created')).toMatchObject({ target_name: 'Harbour Books' })
  expect(named('merchant_session.opened')).toMatchObject({ target_name: 'Harbour Books' })
})

test('filters narrow together, page by page, and find nothing of another organization', async () => {
  const [owner, stranger] = [await newOperator(world), await newOperator(world, 'Quay Records')]
  const member = await newMember(world, owner, 'developer')
  for (const name of ['One', 'Two', 'Three']) await member.call('POST', '/v1/projects', { body: { name } })
  await owner.call('POST', '/v1/projects', { body: { name: 'Four' } })
  const created = await linesOf(owner, { action: 'project.created' })
  expect(created.map((line) => line.target_name)).toEqual(['Four', 'Three', 'Two', 'One'])
  const [four, three, two] = created as [Line, Line, Line]
  const narrowed = await linesOf(owner, { action: 'project.created', actor: two.actor })
  expect(narrowed.map((line) => line.target_name)).toEqual(['Three', 'Two', 'One'])
  expect(await linesOf(owner, { target: two.target })).toEqual([two])
  expect(await linesOf(owner, { target: two.target, actor: four.actor })).toEqual([])
  const between = { action: 'project.created', from: two.occurred_at, to: four.occurred_at }
  expect((await linesOf(owner, between)).map((line) => line.target_name)).toEqual(['Three', 'Two'])
  const page = `/v1/audit-events?limit=2&action=project.created`
  const first = (await owner.call('GET', page)).json
  const next = (await owner.call('GET', `${page}&cursor=${first.next_cursor}`)).json
  expect(next.audit_events.map((line: Line) => line.target_name)).toEqual(['Two', 'One'])
  expect(next.next_cursor).toBe(null)

  expect(await linesOf(stranger, { target: three.target })).toEqual([])
  expect(await linesOf(stranger, { actor: two.actor })).toEqual([])
  expect((await owner.call('GET', '/v1/audit-events?action=project.exploded')).status).toBe(422)
})
