/** The table of moves says what the specification says of every pair (specification 3). */
import { expect, test } from 'vitest'
import { isTerminal, mayFollow, PAYMENT_STATUS_NEXT, PAYMENT_STATUSES } from './payment-status.ts'

const SPECIFIED = [
  'pending signed',
  'pending rejected',
  'pending expired',
  'pending failed',
  'signed broadcasted',
  'signed failed',
  'broadcasted confirmed',
  'broadcasted failed',
]
const pairs = PAYMENT_STATUSES.flatMap((previous) => PAYMENT_STATUSES.map((next) => [previous, next] as const))

test.each(pairs)('%s → %s', (previous, next) => {
  expect(mayFollow(previous, next)).toBe(SPECIFIED.includes(`${previous} ${next}`))
})

test('there are 49 pairs, nothing follows itself, and nothing leaves a terminal status', () => {
  expect(pairs.length).toBe(49)
  for (const status of PAYMENT_STATUSES) expect(mayFollow(status, status)).toBe(false)
  const terminal = PAYMENT_STATUSES.filter(isTerminal)
  expect(terminal).toEqual(['confirmed', 'failed', 'expired', 'rejected'])
  for (const status of terminal) expect(PAYMENT_STATUS_NEXT[status]).toEqual([])
})

test('every status can be reached from pending', () => {
  const reached = new Set<string>(['pending'])
  for (const status of reached) for (const next of PAYMENT_STATUS_NEXT[status as never] as string[]) reached.add(next)
  expect(reached).toEqual(new Set(PAYMENT_STATUSES))
})
