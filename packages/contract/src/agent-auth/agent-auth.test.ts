import { expect, test } from 'vitest'
import { CREDENTIAL_STATUSES_SHOWN } from '../agent-credentials/records.ts'
import { AGENT_STATUSES } from '../agents/records.ts'
import { ASSERTION_JTI, CREDENTIAL_STANDINGS } from './records.ts'

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
