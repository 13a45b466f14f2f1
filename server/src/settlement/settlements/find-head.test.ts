/** Where a network stands, by sources of which some are wrong. */
import { expect, test } from 'vitest'
import type { LedgerSource } from '../../platform/egress/ledger/ledger-source.ts'
import { findHead, type Standing } from './find-head.ts'

const anchors = [{ epoch: 'e', simulated: true, sequence: 5, hash: 'h5', closed_at: 100n }]
const latest = { sequence: 9, hash: 'h9', closed_at: 200n }

/** It has the chain that is known, or another one. */
const standing = (n: number, knows: 'same' | 'reset'): Standing => {
  const hash = knows === 'same' ? 'h5' : 'another'
  const source: LedgerSource = {
    name: `source-${n}`,
    operator: `operator-${n}`,
    network: 'stellar_testnet',
    simulated: true,
    range: async () => ({ oldest: 1, latest }),
    headAt: async (sequence) => ({ sequence, hash: sequence === 5 ? hash : `h${sequence}`, closed_at: 100n }),
    transaction: async () => ({ is: 'unknown' }),
    transfersTo: async () => ({ transactions: [], unreadable: [], through: 9 }),
    seal: async () => undefined,
  }
  return { source, range: { oldest: 1, latest } }
}
const found = async (...knows: ('same' | 'reset')[]) => {
  const standings = knows.map((one, n) => standing(n, one))
  return (await findHead(standings, anchors, { quorum: 2, onFault: () => {} })).is
}

test('a reset is believed by a quorum that is more than those who know the chain', async () => {
  expect(await found('reset', 'reset')).toBe('reset')
  expect(await found('reset', 'reset', 'same')).toBe('reset')
})

test('a reset is not believed against as many, or more, who know the chain', async () => {
  expect(await found('reset', 'reset', 'same', 'same')).toBe('head')
  expect(await found('reset', 'reset', 'same', 'same', 'same')).toBe('head')
})

test('a reset is not believed from one operator alone', async () => {
  expect(await found('reset', 'same', 'same')).toBe('head')
  expect(await found('reset')).toBe('nothing')
})
