import { expect, test } from 'vitest'
import { STANDING_WORDS, standingOf } from './standing.ts'

const STATUSES = [
  'pending',
  'signed',
  'broadcasted',
  'confirmed',
  'settled',
  'submitted',
  'failed',
  'expired',
  'rejected',
] as const
const wordOf = (status: (typeof STATUSES)[number], assurance: string, reason?: string) =>
  STANDING_WORDS[standingOf({ status, reason, settlement: { assurance } })]

test('paid is said only of what the ledger shows, whatever a wallet says', () => {
  for (const status of STATUSES) {
    expect(wordOf(status, 'chain_observed')).toBe('Paid')
    for (const assurance of ['none', 'wallet_reported', 'merchant_accepted', 'disputed', 'proven_unpaid', 'another'])
      expect(wordOf(status, assurance), `${status}, ${assurance}`).not.toBe('Paid')
  }
})

test('signed is not sent, and whoever takes a request back cancels it', () => {
  expect(wordOf('signed', 'wallet_reported')).toBe('Waiting')
  expect(wordOf('broadcasted', 'wallet_reported')).toBe('Sent')
  expect(wordOf('settled', 'wallet_reported')).toBe('Sent')
  expect(wordOf('broadcasted', 'proven_unpaid')).toBe('Not paid')
  expect(wordOf('failed', 'none')).toBe('Not paid')
  expect(wordOf('failed', 'none', 'canceled_by_agent')).toBe('Canceled')
  expect(wordOf('failed', 'none', 'recipient_recalled')).toBe('Canceled')
})
