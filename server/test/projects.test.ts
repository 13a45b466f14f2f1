/** Projects and the records of their keys: shown once, counted under races, written down, and nobody else's. */
import { createHash } from 'node:crypto'
import { isSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { newOperator, type Operator } from './operator.ts'
import { newApiKey, newProject, revokeKey } from './project.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await startWorld()
  operator = await newOperator(world)
})
afterAll(() => world.stop())

const said = ({ status, json }: Answer) => [status, json.error?.code]
const keysOf = (project_id: string) => `/v1/projects/${project_id}/api-keys`
const eventsOn = async (target: string) =>
  (await operator.call('GET', '/v1/audit-events?limit=100')).json.audit_events.filter(
    (e: { target: string }) => e.target === target,
  ) as { action: string; actor: string; details: Record<string, unknown> }[]

test('a project is created and listed newest first, page by page, and stands in the audit log', async () => {
  const made = await operator.call('POST', '/v1/projects', { body: { name: 'Bu\u0308cher' } })
  expect([made.status, made.json]).toEqual([
    201,
    {
      ok: true,
      project: { project_id: expect.stringMatching(/^prj_/), name: 'Bücher', created_at: expect.any(String) },
    },
  ])
  const { project } = made.json
  const later = await newProject(operator, 'Later')
  const first = (await operator.call('GET', '/v1/projects?limit=1')).json
  expect(first.projects.map((p: { project_id: string }) => p.project_id)).toEqual([later])
  const second = (await operator.call('GET', `/v1/projects?limit=1&cursor=${first.next_cursor}`)).json
  expect(second).toEqual({ ok: true, projects: [project], next_cursor: null })
  expect(said(await operator.call('GET', '/v1/projects?cursor=nonsense'))).toEqual([422, 'cursor_invalid'])
  expect(await eventsOn(project.project_id)).toEqual([
    expect.objectContaining({ action: 'project.created', details: { name: 'Bücher' } }),
  ])
})

test('a key is shown once: afterwards only its name and last four characters, and in the database its SHA-256', async () => {
  const project_id = await newProject(operator)
  const made = await operator.call('POST', keysOf(project_id), { body: { name: 'Server' } })
  const { api_key, secret } = made.json
  expect(isSecret('key', secret)).toBe(true)
  expect([made.status, api_key]).toEqual([
    201,
    {
      api_key_id: expect.stringMatching(/^key_/),
      project_id,
      name: 'Server',
      last_four: secret.slice(-4),
      created_at: expect.any(String),
      last_used_at: null,
      revoked_at: null,
    },
  ])
  const listed = await operator.call('GET', keysOf(project_id))
  expect(listed.json).toEqual({ ok: true, api_keys: [api_key], next_cursor: null })
  expect(listed.text).not.toContain(secret)
  const { rows } = await world.database.admin.query('select * from api_keys where last_four = $1', [secret.slice(-4)])
  expect(rows[0].key_hash).toEqual(createHash('sha256').update(secret).digest())
  expect(JSON.stringify(rows)).not.toContain(secret.slice(8, -4))
  const events = await eventsOn(api_key.api_key_id)
  expect(events).toEqual([
    expect.objectContaining({
      action: 'api_key.created',
      details: { project_id, name: 'Server', last_four: secret.slice(-4) },
    }),
  ])
  expect(JSON.stringify(events)).not.toContain(secret)
})

test('a key list goes page by page, and its cursor is one of its own', async () => {
  const { project_id, api_key_id } = await newApiKey(operator)
  const { api_key_id: later } = await newApiKey(operator, project_id)
  const first = (await operator.call('GET', `${keysOf(project_id)}?limit=1`)).json
  expect(first.api_keys.map((k: { api_key_id: string }) => k.api_key_id)).toEqual([later])
  const second = (await operator.call('GET', `${keysOf(project_id)}?limit=1&cursor=${first.next_cursor}`)).json
  expect(second.api_keys.map((k: { api_key_id: string }) => k.api_key_id)).toEqual([api_key_id])
  expect(second.next_cursor).toBeNull()
  expect(said(await operator.call('GET', `${keysOf(project_id)}?cursor=${project_id}`))).toEqual([
    422,
    'cursor_invalid',
  ])
})

test('a project is renamed, which the audit log tells', async () => {
  const key = await newApiKey(operator)
  const project = `/v1/projects/${key.project_id}`
  const renamed = await operator.call('PATCH', project, { body: { name: 'Till' } })
  expect([renamed.status, renamed.json.project.name]).toEqual([200, 'Till'])
  const { projects } = (await operator.call('GET', '/v1/projects?limit=100')).json
  expect(projects.map(({ name }: { name: string }) => name)).toContain('Till')
  expect((await eventsOn(key.project_id))[0]).toMatchObject({ action: 'project.renamed', details: { name: 'Till' } })
  const stranger = await newOperator(world, 'Quay Records')
  expect(said(await stranger.call('PATCH', project, { body: { name: 'Mine' } }))).toEqual([404, 'resource_not_found'])
})

test('revoking again changes nothing and leaves no second line', async () => {
  const key = await newApiKey(operator)
  const revoked = await revokeKey(operator, key)
  expect([revoked.status, revoked.json.api_key.revoked_at]).toEqual([200, expect.any(String)])
  expect((await revokeKey(operator, key)).json).toEqual(revoked.json)
  expect((await eventsOn(key.api_key_id)).map((e) => e.action)).toEqual(['api_key.revoked', 'api_key.created'])
})

test("a key is found under its own project only, and nothing of another tenant's is found at all", async () => {
  const key = await newApiKey(operator)
  const elsewhere = await newProject(operator)
  expect(said(await revokeKey(operator, { ...key, project_id: elsewhere }))).toEqual([404, 'resource_not_found'])
  const stranger = await newOperator(world, 'Quay Records')
  expect(said(await revokeKey(stranger, key))).toEqual([404, 'resource_not_found'])
  expect(said(await stranger.call('POST', keysOf(key.project_id), { body: { name: 'Mine' } }))).toEqual([
    404,
    'resource_not_found',
  ])
  expect((await stranger.call('GET', '/v1/projects')).json.projects).toEqual([])
  const [row] = (await operator.call('GET', keysOf(key.project_id))).json.api_keys
  expect(row.revoked_at).toBeNull()
})

test('at most 20 projects, also where 30 are asked for at once', async () => {
  const crowded = await newOperator(world)
  const asked = await Promise.all(
    Array.from({ length: 30 }, () => crowded.call('POST', '/v1/projects', { body: { name: 'One more' } })),
  )
  expect(asked.filter((a) => a.status === 201)).toHaveLength(20)
  for (const answer of asked.filter((a) => a.status !== 201)) expect(said(answer)).toEqual([409, 'too_many_projects'])
  expect((await crowded.call('GET', '/v1/projects')).json.projects).toHaveLength(20)
})

test('at most 20 live keys of a project, also where 30 are asked for at once; a revoked one makes room', async () => {
  const key = await newApiKey(operator)
  const more = () => operator.call('POST', keysOf(key.project_id), { body: { name: 'One more' } })
  const asked = await Promise.all(Array.from({ length: 29 }, more))
  expect(asked.filter((a) => a.status === 201)).toHaveLength(19)
  for (const answer of asked.filter((a) => a.status !== 201)) expect(said(answer)).toEqual([409, 'too_many_api_keys'])
  await newApiKey(operator)
  await revokeKey(operator, key)
  expect((await more()).status).toBe(201)
  expect(said(await more())).toEqual([409, 'too_many_api_keys'])
})

test('the database itself keeps a key as it is and a revoked one revoked', async () => {
  const key = await newApiKey(operator)
  await revokeKey(operator, key)
  for (const change of ["key_hash = sha256('x')", 'revoked_at = null', "last_four = 'abcd'"]) {
    const changed = world.database.admin.query(`update api_keys set ${change} where revoked_at is not null`)
    await expect(changed).rejects.toMatchObject({ code: '23001' })
  }
})
