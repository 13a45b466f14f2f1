/** What the declarations of operations must agree on. */
import { expect, test } from 'vitest'
import { changesState, credentialsOf } from './operation.ts'
import { operations } from './operations.ts'
import { idempotencyKeyRequired } from './payment-requests/errors.ts'

test('ids, and methods with paths, are unique', () => {
  for (const names of [operations.map((o) => o.id), operations.map((o) => `${o.method} ${o.path}`)]) {
    expect(names.length).toBe(new Set(names).size)
  }
})

test.each(operations)('$id: its idempotency fits its method and its body', (o) => {
  if (o.method === 'GET') expect(o.idempotency).toBe('safe')
  expect(o.idempotency === 'key').toBe('idempotency_key' in (o.body?.properties ?? {}))
  expect(o.idempotency === 'key').toBe(o.refuses.includes(idempotencyKeyRequired))
})

test.each(operations)('$id: a change with a session says which role may make it', (o) => {
  const session = credentialsOf(o).includes('merchant_session')
  if (session && changesState(o)) expect(o.role).toBeDefined()
  if (!session) expect(o.role).toBeUndefined()
})
