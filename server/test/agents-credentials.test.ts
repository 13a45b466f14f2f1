/** Credentials of agents: proof, rotation with overlap, revocation at once, and what the database itself holds. */
import { createHash } from 'node:crypto'
import { newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import {
  activate,
  credentialNow,
  credentialPath,
  draftAgent,
  inDays,
  newAgent,
  newCredential,
  newKey,
  register,
  registered,
  signed,
} from './agent.ts'
import type { Answer } from './call.ts'
import { newOperator, type Operator } from './operator.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

const refused = (answer: Answer, status: number, code: string) =>
  expect([answer.status, answer.json.error?.code]).toEqual([status, code])
const eventsOn = async (target: string) =>
  (await operator.call('GET', '/v1/audit-events?limit=100')).json.audit_events.filter(
    (e: { target: string }) => e.target === target,
  ) as { action: string; details: Record<string, unknown> }[]
const statusOf = async (credential: { agent_id: string; credential_id: string }) =>
  (await credentialNow(operator, credential)).status
/** Time as it cannot be moved by any role of the service: the trigger is off for this one statement. */
const age = async (change: string, credential_id: string) => {
  const client = await world.database.admin.connect()
  const uuid = uuidOf('crd', credential_id)
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`update agent_credentials set ${change} where credential_id = $1`, [uuid])
  await client.query('commit')
  client.release()
}

test('a key is registered, proven by a signature, and each step stands in the audit log without the challenge', async () => {
  const agent_id = await draftAgent(operator)
  const key = newKey()
  const made = await registered(operator, agent_id, key, { kid: 'first' })
  const { credential, proof_challenge } = made
  expect(credential).toEqual({
    credential_id: expect.stringMatching(/^crd_/),
    agent_id,
    kid: 'first',
    alg: 'Ed25519',
    public_key: key.public_key,
    fingerprint: createHash('sha256').update(Buffer.from(key.public_key, 'base64url')).digest('base64url'),
    status: 'pending',
    not_before: expect.any(String),
    expires_at: expect.any(String),
    created_at: expect.any(String),
    activated_at: null,
    last_used_at: null,
    revoked_at: null,
  })
  expect(proof_challenge.challenge).toMatch(/^svc\.credential_proof\.v1:[\w-]{43}$/)
  expect(Date.parse(proof_challenge.expires_at) - Date.now()).toBeGreaterThan(290_000)
  const proven = await activate(operator, made, key)
  expect(proven.json.credential).toEqual({ ...credential, status: 'active', activated_at: expect.any(String) })
  expect(await credentialNow(operator, credential)).toEqual(proven.json.credential)
  const events = await eventsOn(credential.credential_id)
  expect(events.map((e) => e.action)).toEqual(['agent_credential.activated', 'agent_credential.registered'])
  expect(events[0]?.details).toMatchObject({ agent_id, kid: 'first' })
  expect(JSON.stringify(events)).not.toContain(proof_challenge.challenge)
  const { rows } = await world.database.admin.query('select c::text as line from agent_credentials c')
  expect(JSON.stringify(rows)).not.toContain(proof_challenge.challenge)
})

test('the public key comes as base64url or as a JWK, and is the same credential', async () => {
  const agent_id = await draftAgent(operator)
  const key = newKey()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.public_key }
  const one = await registered(operator, agent_id, key, { kid: 'k', public_key: jwk })
  const two = await registered(operator, agent_id, key, { kid: 'k' })
  expect(two.credential).toEqual({ ...one.credential, not_before: expect.anything(), expires_at: expect.anything() })
})

test('the same kid and key while pending: fresh challenge and dates, and the one before is spent', async () => {
  const agent_id = await draftAgent(operator)
  const key = newKey()
  const one = await registered(operator, agent_id, key, { kid: 'k', expires_at: inDays(10) })
  await age("challenge_expires_at = now() - interval '1 hour'", one.credential.credential_id)
  const day = inDays(40).slice(0, 10)
  const two = await registered(operator, agent_id, key, { kid: 'k', expires_at: `${day}T02:00:00.5+02:00` })
  expect(two.credential.credential_id).toBe(one.credential.credential_id)
  expect(two.credential).toMatchObject({ expires_at: `${day}T00:00:00.500Z` })
  refused(await activate(operator, one, key), 410, 'challenge_spent')
  expect((await activate(operator, two, key)).status).toBe(200)
  refused(await register(operator, agent_id, key, { kid: 'k' }), 409, 'credential_kid_taken')
  const events = await eventsOn(one.credential.credential_id)
  expect(events.map((e) => e.action.split('.')[1])).toEqual(['activated', 'challenge_renewed', 'registered'])
})

test('a kid names one key of its agent, and a key one credential of the organization, even after revocation', async () => {
  const [agent, other] = [await draftAgent(operator), await draftAgent(operator)]
  const key = newKey()
  const { credential } = await registered(operator, agent, key, { kid: 'k' })
  const attempts = async () => {
    refused(await register(operator, agent, newKey(), { kid: 'k' }), 409, 'credential_kid_taken')
    refused(await register(operator, agent, key, { kid: 'l' }), 409, 'credential_key_taken')
    refused(await register(operator, other, key, { kid: 'k' }), 409, 'credential_key_taken')
  }
  await attempts()
  await operator.call('DELETE', credentialPath(credential))
  await attempts()
  refused(await register(operator, agent, key, { kid: 'k' }), 409, 'credential_kid_taken')
  expect((await register(operator, other, newKey(), { kid: 'k' })).status).toBe(201)
  const stranger = await newOperator(world)
  expect((await register(stranger, await draftAgent(stranger), key)).status).toBe(201)
})

test('rotation: two keys overlap, a third waits until one is revoked', async () => {
  const { agent_id, credential_id } = await newAgent(operator)
  await newCredential(operator, agent_id)
  const key = newKey()
  const third = await registered(operator, agent_id, key)
  refused(await activate(operator, third, key), 409, 'too_many_credentials')
  expect(await statusOf(third.credential)).toBe('pending')
  await operator.call('DELETE', `/v1/agents/${agent_id}/credentials/${credential_id}`)
  expect((await activate(operator, third, key)).status).toBe(200)
  const list = await operator.call('GET', `/v1/agents/${agent_id}`)
  expect(list.json.credentials.map((c: { status: string }) => c.status)).toEqual(['active', 'active', 'revoked'])
})

test('an expired credential is shown as expired, makes room, and opens no agent', async () => {
  const agent_id = await draftAgent(operator)
  const { credential } = await newCredential(operator, agent_id)
  await newCredential(operator, agent_id)
  await age("not_before = now() - interval '1 day', expires_at = now()", credential.credential_id)
  expect(await statusOf(credential)).toBe('expired')
  const { credential: third } = await newCredential(operator, agent_id)
  expect(await statusOf(third)).toBe('active')

  const lonely = await newAgent(operator)
  await age("not_before = now() - interval '1 day', expires_at = now()", lonely.credential_id)
  const path = `/v1/agents/${lonely.agent_id}`
  await operator.call('PATCH', path, { body: { status: 'suspended', version: 2 } })
  refused(
    await operator.call('PATCH', path, { body: { status: 'active', version: 3 } }),
    409,
    'agent_credential_required',
  )
})

test('revocation holds at once, again changes nothing, and leaves the status of the agent', async () => {
  const { agent_id, credential_id } = await newAgent(operator)
  const path = `/v1/agents/${agent_id}/credentials/${credential_id}`
  const first = await operator.call('DELETE', path)
  expect(first.json.credential).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) })
  const again = await operator.call('DELETE', path)
  expect([again.status, again.text]).toEqual([200, first.text])
  const events = await eventsOn(credential_id)
  expect(events.filter((e) => e.action === 'agent_credential.revoked').length).toBe(1)
  expect((await operator.call('GET', `/v1/agents/${agent_id}`)).json.agent.status).toBe('active')

  const key = newKey()
  const pending = await registered(operator, agent_id, key)
  await operator.call('DELETE', credentialPath(pending.credential))
  refused(await activate(operator, pending, key), 410, 'challenge_spent')
})

test('a retired agent proves no key that was pending', async () => {
  const agent_id = await draftAgent(operator)
  const key = newKey()
  const pending = await registered(operator, agent_id, key)
  await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { status: 'retired', version: 1 } })
  refused(await activate(operator, pending, key), 409, 'agent_retired')
})

test('64 activations of one credential at once: one effect, and one answer for all who lost', async () => {
  for (let round = 0; round < 5; round++) {
    const agent_id = await draftAgent(operator)
    const key = newKey()
    const { credential, proof_challenge } = await registered(operator, agent_id, key)
    const body = { challenge: proof_challenge.challenge, signature: signed(key.private_key, proof_challenge.challenge) }
    const sent = { body, headers: { 'x-request-id': 'race' } }
    const path = `${credentialPath(credential)}/activate`
    const answers = await Promise.all(Array.from({ length: 64 }, () => operator.call('POST', path, sent)))
    const lost = answers.filter((a) => a.status !== 200)
    expect(lost.length).toBe(63)
    expect(new Set(lost.map((a) => `${a.status} ${a.text}`)).size).toBe(1)
    refused(lost[0] as Answer, 410, 'challenge_spent')
    const events = await eventsOn(credential.credential_id)
    expect(events.filter((e) => e.action === 'agent_credential.activated').length).toBe(1)
  }
})

test('eight keys of one agent proven at once: exactly two become active', async () => {
  for (let round = 0; round < 5; round++) {
    const agent_id = await draftAgent(operator)
    const keys = Array.from({ length: 8 }, newKey)
    const made = await Promise.all(keys.map(async (key) => ({ key, made: await registered(operator, agent_id, key) })))
    const answers = await Promise.all(made.map((m) => activate(operator, m.made, m.key)))
    expect(answers.filter((a) => a.status === 200).length).toBe(2)
    for (const lost of answers.filter((a) => a.status !== 200)) refused(lost, 409, 'too_many_credentials')
  }
})

test('one kid registered by 16 callers at once with one key: one credential, one challenge that counts', async () => {
  const agent_id = await draftAgent(operator)
  const key = newKey()
  const callers = Array.from({ length: 16 }, () => registered(operator, agent_id, key, { kid: 'raced' }))
  const made = await Promise.all(callers)
  expect(new Set(made.map((m) => m.credential.credential_id)).size).toBe(1)
  const answers = []
  for (const one of made) answers.push((await activate(operator, one, key)).status)
  expect(answers.filter((status) => status === 200).length).toBe(1)
})

test("another tenant's, another agent's, an absent and a malformed credential answer alike at every route", async () => {
  const mine = await newAgent(operator)
  const other = await newAgent(operator)
  const theirs = await newAgent(await newOperator(world))
  const own = { credential_id: mine.credential_id, agent_id: mine.agent_id }
  const names = [
    theirs,
    { ...own, agent_id: theirs.agent_id },
    { ...own, credential_id: theirs.credential_id },
    { ...own, credential_id: other.credential_id },
    { ...own, agent_id: other.agent_id },
    { ...own, credential_id: mine.agent_id },
    { ...own, credential_id: 'crd_01k0000000e008000000000000' },
    { ...own, agent_id: 'nonsense' },
  ]
  const body = { challenge: 'x', signature: 'A'.repeat(86) }
  const routes = [
    ['DELETE', ''],
    ['POST', '/activate'],
  ] as const
  for (const [method, tail] of routes) {
    const answers = await Promise.all(
      names.map(({ agent_id, credential_id }) =>
        operator.call(method, `/v1/agents/${agent_id}/credentials/${credential_id}${tail}`, {
          ...(method === 'POST' && { body }),
          headers: { 'x-request-id': 'same' },
        }),
      ),
    )
    for (const answer of answers) refused(answer, 404, 'resource_not_found')
    expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  }
})

test('no role of the service can change a key, and not even the owner can bring a credential back', async () => {
  const { credential_id } = await newAgent(operator)
  const { admin } = world.database
  const { rows } = await admin.query('select merchant_id from agent_credentials where credential_id = $1', [
    uuidOf('crd', credential_id),
  ])
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test' })
  const transactions = transactionsOn(pool)
  const changes = [
    "public_key = '\\x00'",
    "kid = 'x'",
    "alg = 'none'",
    `agent_id = '${newUuid()}'`,
    'created_at = now()',
  ]
  for (const change of changes) {
    const statement = `update agent_credentials set ${change}`
    const asTenant = transactions.asTenant(rows[0].merchant_id, (tx) => tx.client.query(statement))
    await expect(asTenant).rejects.toMatchObject({ code: '42501' })
    await expect(transactions.asSystem((tx) => tx.client.query(statement))).rejects.toMatchObject({ code: '42501' })
    await expect(admin.query(statement)).rejects.toMatchObject({ code: '23001' })
  }
  for (const statement of ['delete from agent_credentials', 'delete from agents', 'truncate agents cascade']) {
    const asTenant = transactions.asTenant(rows[0].merchant_id, (tx) => tx.client.query(statement))
    await expect(asTenant).rejects.toMatchObject({ code: '42501' })
  }
  const dates = "update agent_credentials set expires_at = expires_at + interval '1 day' where status = 'active'"
  const revived = "update agent_credentials set status = 'active', revoked_at = null where status = 'revoked'"
  for (const statement of [dates, revived]) {
    const asTenant = transactions.asTenant(rows[0].merchant_id, (tx) => tx.client.query(statement))
    await expect(asTenant).rejects.toMatchObject({ code: '23001' })
  }
  await pool.end()
})
