import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { createLines, type LineBounds } from './lines.ts'
import type { EndpointKey } from './sending.store.ts'

const endpointOf = (merchant_id: Uuid = newUuid()): EndpointKey => ({ merchant_id, webhook_endpoint_id: newUuid() })

const start = (bounds: Partial<LineBounds>) => {
  const lines = createLines({ in_all: 100, per_tenant: 100, per_endpoint: 100, ...bounds })
  const begun: string[] = []
  const away: string[] = []
  const enter = (of: EndpointKey, name: string) =>
    void lines.enter(of).then((begin) => (begin ? begun : away).push(name))
  /** All that has its turn by now has begun. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { lines, begun, away, enter, settled }
}

test('of an endpoint so many at once, in their order, and the next when one leaves', async () => {
  const { lines, begun, enter, settled } = start({ per_endpoint: 2 })
  const [a, b] = [endpointOf(), endpointOf()]
  for (const name of ['a1', 'a2', 'a3', 'a4']) enter(a, name)
  enter(b, 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  lines.leave(a)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test.each([
  ['of a tenant', { per_tenant: 2 }],
  ['in all', { in_all: 2 }],
])('%s so many at once, and a place that becomes free goes to another line first', async (_, bounds) => {
  const { lines, begun, enter, settled } = start(bounds)
  const merchant_id = newUuid()
  const [a, b] = [endpointOf(merchant_id), endpointOf(merchant_id)]
  for (const name of ['a1', 'a2', 'a3']) enter(a, name)
  enter(b, 'b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  lines.leave(a)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  lines.leave(b)
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('a line that is sent away begins nothing more, and no other line is touched', async () => {
  const { lines, begun, away, enter, settled } = start({ per_endpoint: 1 })
  const [a, b] = [endpointOf(), endpointOf()]
  for (const name of ['a1', 'a2', 'a3']) enter(a, name)
  for (const name of ['b1', 'b2']) enter(b, name)
  lines.sendAway(a)
  lines.leave(a)
  lines.leave(b)
  await settled()
  expect([begun, away]).toEqual([
    ['a1', 'b1', 'b2'],
    ['a2', 'a3'],
  ])
  enter(a, 'a4')
  await settled()
  expect(begun).toContain('a4')
})
