/** What a merchant key can never do, whatever its scopes: over the whole list of operations. */
import { expect, test } from 'vitest'
import { changesState, credentialsOf } from '../operation.ts'
import { operations } from '../operations.ts'
import { MERCHANT_SCOPES } from '../scopes.ts'

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
