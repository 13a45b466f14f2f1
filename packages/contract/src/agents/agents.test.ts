import { Check } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { ASSERTION_JTI, CREDENTIAL_STANDINGS } from '../agent-auth/records.ts'
import { registerCredential } from '../agent-credentials/operations.ts'
import { CREDENTIAL_STATUSES_SHOWN } from '../agent-credentials/records.ts'
import { deviceOperations, registerDevice } from '../devices/operations.ts'
import { PLATFORMS } from '../devices/records.ts'
import { changesState, credentialsOf } from '../operation.ts'
import { operations } from '../operations.ts'
import { MERCHANT_SCOPES, SCOPES } from '../scopes.ts'
import { createAgent } from './operations.ts'
import { AGENT_STATUS_NEXT, AGENT_STATUSES, type AgentStatus } from './records.ts'

describe('agents', () => {
  const nextOf = (status: AgentStatus): readonly AgentStatus[] => AGENT_STATUS_NEXT[status]

  test('every status can be reached from draft, and only retired is final', () => {
    const reached = new Set<AgentStatus>(['draft'])
    for (const status of reached) for (const next of nextOf(status)) reached.add(next)
    expect([...reached].toSorted()).toEqual([...AGENT_STATUSES].toSorted())
    expect(AGENT_STATUSES.filter((status) => nextOf(status).length === 0)).toEqual(['retired'])
  })

  test('nothing moves back to draft, and active and suspended alternate', () => {
    expect(AGENT_STATUSES.filter((status) => nextOf(status).includes('draft'))).toEqual([])
    expect([nextOf('active').includes('suspended'), nextOf('suspended').includes('active')]).toEqual([true, true])
  })

  test('an agent is created with any set of scopes that is not empty, each once', () => {
    const given = (allowed_scopes: unknown) => ({ name: 'A', runtime: 'r', environment: 'testnet', allowed_scopes })
    for (let i = 0; i < SCOPES.length; i++) expect(Check(createAgent.body, given(SCOPES.slice(i)))).toBe(true)
    for (const wrong of [[], [SCOPES[0], SCOPES[0]], ['*'], SCOPES[0], [null], {}]) {
      expect(Check(createAgent.body, given(wrong))).toBe(false)
    }
  })

  test.each(['a', '2026-11', 'A.b_c-9', 'x'.repeat(64)])('%s is a kid', (kid) => {
    expect(Check(registerCredential.body, { ...registerCredential.example.body, kid })).toBe(true)
  })

  test.each(['', 'x'.repeat(65), 'a b', 'a\n', '../a', 'a\u0000', 'é', "a'--", null, 1, ['a']])(
    '%j is no kid',
    (kid) => {
      expect(Check(registerCredential.body, { ...registerCredential.example.body, kid })).toBe(false)
    },
  )
})

describe('agent auth', () => {
  test.each(['a', crypto.randomUUID(), '~'.repeat(128), '{"a":1}'])('%s names an assertion', (jti) => {
    expect(ASSERTION_JTI.test(jti)).toBe(true)
  })

  test.each(['', 'x'.repeat(129), 'a b', 'a\n', 'a\u0000', 'é', '\ud800'])('%j names none', (jti) => {
    expect(ASSERTION_JTI.test(jti)).toBe(false)
  })

  test('every standing but the usable one has a reason of its own', () => {
    const credentials = CREDENTIAL_STATUSES_SHOWN.filter((s) => s !== 'active').map((s) => `credential_${s}`)
    const agents = AGENT_STATUSES.filter((s) => s !== 'active').map((s) => `agent_${s}`)
    const expected = [...credentials, 'credential_not_yet_valid', ...agents]
    expect([...CREDENTIAL_STANDINGS].toSorted()).toEqual(expected.toSorted())
  })
})

describe('devices', () => {
  test('a wallet on the web can make every call of a device', () => {
    for (const o of deviceOperations) expect([o.id, o.cross_origin]).toEqual([o.id, true])
  })

  test.each(PLATFORMS)('a device runs on %s', (platform) => {
    expect(Check(registerDevice.body, { name: 'Phone', platform })).toBe(true)
  })

  test.each(['', 'iOS', 'symbian', null, ['ios']])('no device runs on %j', (platform) => {
    expect(Check(registerDevice.body, { name: 'Phone', platform })).toBe(false)
  })
})

/** What a merchant key can never do, whatever its scopes: over the whole list of operations. */
describe('merchant keys', () => {
  const takesKey = operations.filter((o) => credentialsOf(o).includes('merchant_key'))

  test('an operation takes a merchant key exactly where it names the scope that the key needs', () => {
    const named = operations.filter((o) => o.merchant_scope !== undefined)
    expect(named.map((o) => o.id)).toEqual(takesKey.map((o) => o.id))
  })

  test('every scope opens something', () => {
    const opened = new Set(takesKey.map((o) => o.merchant_scope))
    expect(MERCHANT_SCOPES.filter((scope) => !opened.has(scope))).toEqual([])
  })

  /** The only things that a key may change. A new one needs a reason: a stolen key can do it too. */
  const CHANGES = /^(?:webhook_endpoints|webhook_deliveries)\.|^connections\.revoke$/

  test('a key changes webhooks and ends connections: no payee, domain, credential, member or key', () => {
    const changing = takesKey.filter(changesState).map((o) => o.id)
    expect(changing.filter((id) => !CHANGES.test(id))).toEqual([])
    expect(changing).toContain('webhook_endpoints.create')
  })

  test('a scope that reads changes nothing', () => {
    const reading = takesKey.filter((o) => o.merchant_scope?.endsWith(':read'))
    expect(reading.filter(changesState).map((o) => o.id)).toEqual([])
  })

  test('keys, members, sessions, domains and credentials are for people alone', () => {
    const people =
      /^(?:merchant_keys|members|member_invitations|passkeys|merchant_sessions|merchants|merchant_domains|agents|agent_credentials|projects|api_keys)\./
    expect(takesKey.filter((o) => people.test(o.id)).map((o) => o.id)).toEqual([])
  })
})
