import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { registerCredential } from '../agent-credentials/operations.ts'
import { SCOPES } from '../scopes.ts'
import { createAgent } from './operations.ts'
import { AGENT_STATUS_NEXT, AGENT_STATUSES, type AgentStatus } from './records.ts'

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

test.each(['', 'x'.repeat(65), 'a b', 'a\n', '../a', 'a\u0000', 'é', "a'--", null, 1, ['a']])('%j is no kid', (kid) => {
  expect(Check(registerCredential.body, { ...registerCredential.example.body, kid })).toBe(false)
})
