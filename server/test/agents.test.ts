/** Agents: registration, the moves of their status, versions, and what an operator can and cannot set (specification 3). */
import { agentCredentialOperations } from '@pursestrings/contract/agent-credentials/operations'
import { agentOperations } from '@pursestrings/contract/agents/operations'
import { AGENT_STATUS_NEXT, AGENT_STATUSES, type AgentStatus } from '@pursestrings/contract/agents/records'
import type { Operation } from '@pursestrings/contract/operation'
import { beforeAll, expect, test } from 'vitest'
import { draftAgent, newAgent, newCredential, newKey, register } from './agent.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

const patch = (agent_id: string, body: object) => operator.call('PATCH', `/v1/agents/${agent_id}`, { body })
const read = async (agent_id: string) => (await operator.call('GET', `/v1/agents/${agent_id}`)).json.agent

test('an agent goes from registration through a proven key to active', async () => {
  const created = await operator.call('POST', '/v1/agents', {
    body: {
      name: 'Cafe\u0301 agent',
      runtime: 'node-24',
      environment: 'testnet',
      allowed_scopes: ['transaction_contexts.read', 'payment.requests.create'],
    },
  })
  const { agent } = created.json
  expect(agent).toEqual({
    agent_id: expect.stringMatching(/^agt_/),
    name: 'Caf\u00e9 agent',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: ['payment.requests.create', 'transaction_contexts.read'],
    status: 'draft',
    version: 1,
    created_at: expect.stringMatching(/Z$/),
  })
  const early = await patch(agent.agent_id, { status: 'active', version: 1 })
  expect([early.status, early.json.error.code]).toEqual([409, 'agent_credential_required'])
  await newCredential(operator, agent.agent_id)
  const set = await patch(agent.agent_id, { status: 'active', version: 1 })
  expect(set.json.agent).toEqual({ ...agent, status: 'active', version: 2 })
  expect(await read(agent.agent_id)).toEqual(set.json.agent)
})

test('agents are listed newest first, page by page, and only to their organization', async () => {
  const mine = await newOperator(world)
  const ids = []
  for (let i = 0; i < 3; i++) ids.unshift(await draftAgent(mine, { name: `Agent ${i}` }))
  const first = await mine.call('GET', '/v1/agents?limit=2')
  const rest = await mine.call('GET', `/v1/agents?limit=2&cursor=${first.json.next_cursor}`)
  const listed = [...first.json.agents, ...rest.json.agents].map((a: { agent_id: string }) => a.agent_id)
  expect(listed).toEqual(ids)
  expect(rest.json.next_cursor).toBeNull()
  for (const cursor of ['nonsense', 'crd_01k0000000e008000000000000']) {
    expect((await mine.call('GET', `/v1/agents?cursor=${cursor}`)).json.error.code).toBe('cursor_invalid')
  }
})

/** A walk from `draft` to each status. */
const WAYS: Record<AgentStatus, readonly AgentStatus[]> = {
  draft: [],
  active: ['active'],
  suspended: ['active', 'suspended'],
  retired: ['retired'],
}
const pairs = AGENT_STATUSES.flatMap((from) => AGENT_STATUSES.map((to) => [from, to] as const))

test.each(pairs)('from %s to %s: as the table of moves says, and no other way', async (from, to) => {
  const agent_id = await draftAgent(operator)
  await newCredential(operator, agent_id)
  let version = 1
  for (const status of WAYS[from]) version = (await patch(agent_id, { status, version })).json.agent.version
  const answer = await patch(agent_id, { status: to, version })
  const allowed: readonly AgentStatus[] = AGENT_STATUS_NEXT[from]
  if (allowed.includes(to)) {
    expect(answer.json.agent).toMatchObject({ status: to, version: version + 1 })
  } else {
    expect(answer.status).toBe(409)
    expect(answer.json.error).toMatchObject({ code: 'agent_transition_invalid', current_status: from, allowed })
    expect(await read(agent_id)).toMatchObject({ status: from, version })
  }
})

test('a retired agent takes no change and no credential, whatever is asked', async () => {
  const { agent_id, version } = await newAgent(operator)
  await patch(agent_id, { status: 'retired', version })
  const now = version + 1
  for (const answer of [
    await patch(agent_id, { name: 'Other', version: now }),
    await patch(agent_id, { allowed_scopes: ['payment.requests.read'], version: now }),
    await register(operator, agent_id, newKey()),
  ]) {
    expect([answer.status, answer.json.error.code]).toEqual([409, 'agent_retired'])
  }
  const admin = world.database.admin.query("update agents set status = 'active' where status = 'retired'")
  await expect(admin).rejects.toMatchObject({ code: '23001' })
})

test('two writers with the same version, 50 rounds: accepted updates are versions gained', async () => {
  const agent_id = await draftAgent(operator)
  let accepted = 0
  for (let version = 1; version <= 50; version++) {
    const answers = await Promise.all([
      patch(agent_id, { name: `A ${version}`, version }),
      patch(agent_id, { allowed_scopes: ['payment.requests.read'], version }),
    ])
    accepted += answers.filter((a) => a.status === 200).length
    const loser = answers.find((a) => a.status === 409)
    expect(loser?.json.error).toMatchObject({ code: 'version_conflict', current_version: version + 1 })
  }
  expect([accepted, (await read(agent_id)).version]).toEqual([50, 51])
})

test('an update needs a change, a known one, and names what is wrong', async () => {
  const agent_id = await draftAgent(operator)
  const wrong: [object, string][] = [
    [{}, 'body'],
    [{ status: 'deleted' }, 'status'],
    [{ status: null }, 'status'],
    [{ name: '' }, 'name'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ allowed_scopes: [] }, 'allowed_scopes'],
    [{ allowed_scopes: ['payment.requests.read', 'payment.requests.read'] }, 'allowed_scopes'],
    [{ allowed_scopes: ['payment.requests.*'] }, 'allowed_scopes.0'],
    [{ allowed_scopes: 'payment.requests.read' }, 'allowed_scopes'],
    [{ name: 'Other', version: '1' }, 'version'],
  ]
  for (const [body, field] of wrong) {
    const answer = await patch(agent_id, { version: 1, ...body })
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([422, 'validation_failed', field])
  }
  for (const more of [{ environment: 'mainnet' }, { runtime: '' }, { allowed_scopes: ['admin'] }]) {
    const body = { name: 'X', runtime: 'x', environment: 'testnet', allowed_scopes: ['payment.requests.read'], ...more }
    expect((await operator.call('POST', '/v1/agents', { body })).status).toBe(422)
  }
  expect((await read(agent_id)).version).toBe(1)
})

test('every column name in every body is refused unless the operation declares it (mass assignment)', async () => {
  const { agent_id, credential_id } = await newAgent(operator)
  const dump = async () =>
    (
      await world.database.admin.query(
        'select a::text as line from agents a union all select c::text from agent_credentials c order by 1',
      )
    ).rows
  const { rows: columns } = await world.database.admin.query(`select distinct column_name as name
    from information_schema.columns where table_name in ('agents', 'agent_credentials', 'merchants', 'memberships')`)
  const before = await dump()
  let tried = 0
  for (const o of [...agentOperations, ...agentCredentialOperations] as readonly Operation[]) {
    if (o.method === 'GET') continue
    const path = o.path.replace('{agent_id}', agent_id).replace('{credential_id}', credential_id)
    for (const { name } of columns) {
      if (o.body && Object.hasOwn(o.body.properties, name)) continue
      const answer = await operator.call(o.method, path, { body: { ...o.example.body, [name]: 1 } })
      expect([o.id, name, answer.status]).toEqual([o.id, name, 422])
      expect(['unknown_field', 'identity_field_forbidden']).toContain(answer.json.error.code)
      tried++
    }
  }
  expect(tried).toBeGreaterThan(80)
  expect(await dump()).toEqual(before)
})
