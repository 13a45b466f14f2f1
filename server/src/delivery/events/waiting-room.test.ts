import type { Uuid } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { createWaitingRoom } from './waiting-room.ts'

const guest = (connection: string, share_key: string) => ({ owner_id: connection as Uuid, share_key })

test('one organization takes no more than its share, however many connections it has', () => {
  const room = createWaitingRoom({ of_owner: 2, of_share: 3, in_all: 5 })
  const inside = ['a', 'b', 'c'].map((connection) => room.enter(guest(connection, 'greedy')))
  expect(inside.every((leave) => leave !== undefined)).toBe(true)
  expect(room.enter(guest('d', 'greedy'))).toBeUndefined()
  expect(room.enter(guest('e', 'other'))).toBeDefined()
  inside[0]?.()
  inside[0]?.() // Leaving twice frees one place only.
  expect(room.enter(guest('d', 'greedy'))).toBeDefined()
  expect(room.enter(guest('f', 'greedy'))).toBeUndefined()
})

test('one connection and the whole room have their bounds too', () => {
  const room = createWaitingRoom({ of_owner: 2, of_share: 10, in_all: 3 })
  expect(room.enter(guest('a', 'one'))).toBeDefined()
  expect(room.enter(guest('a', 'one'))).toBeDefined()
  expect(room.enter(guest('a', 'one'))).toBeUndefined()
  expect(room.enter(guest('b', 'two'))).toBeDefined()
  expect(room.enter(guest('c', 'three'))).toBeUndefined()
})
