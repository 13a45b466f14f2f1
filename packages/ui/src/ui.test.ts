import { describe, expect, test } from 'vitest'
import { agentLines, plain } from './agent-text.ts'
import { STANDING_WORDS, standingOf } from './standing.ts'

// Whatever an agent writes, a payer sees plain lines that cannot hide anything or turn anything around.
describe('agent text', () => {
  test('a context is title, summary, items and references; the request’s own words follow once', () => {
    const context = {
      title: 'Order 1042',
      summary: 'Two books, sent to the usual place',
      line_items: [{ label: 'The Sea, the Sea', quantity: 2, amount_text: '6.25 XLM' }],
      references: { order: '1042' },
    }
    expect(agentLines({ title: 'Order 1042', note: 'thanks' }, context)).toEqual([
      'Order 1042',
      'Two books, sent to the usual place',
      '2 × The Sea, the Sea   6.25 XLM',
      'order: 1042',
      'note: thanks',
    ])
  })

  test('what turns text around or has no ink is spelled out', () => {
    expect(plain('pay \u202Eelpmaxe.live')).toBe('pay ⟨U+202E⟩elpmaxe.live')
    expect(plain('a\u200Bb\u2066c\u2069')).toBe('a⟨U+200B⟩b⟨U+2066⟩c⟨U+2069⟩')
    expect(plain('\u0000\u001B[31m\u3164')).toBe('⟨U+0000⟩⟨U+001B⟩[31m⟨U+3164⟩')
    expect(plain('\ud800')).toBe('⟨U+D800⟩')
  })

  test('markup and addresses stay text, and line ends of every kind are line ends', () => {
    expect(agentLines('<img src=x onerror=alert(1)>\r\nhttps://evil.example\u2028✓ Verified')).toEqual([
      '<img src=x onerror=alert(1)>',
      'https://evil.example',
      '✓ Verified',
    ])
  })

  test('names that an agent invents are text, too, and nothing goes deeper than it reads', () => {
    expect(agentLines({ 'Signed facts': { 'to\u202E': 'GEVIL' }, count: 2, none: null })).toEqual([
      'Signed facts:',
      '  to⟨U+202E⟩: GEVIL',
      'count: 2',
      'none: ',
    ])
    expect(agentLines(undefined)).toEqual([])
  })

  test('more than 16 KiB is not shown', () => {
    expect(agentLines('x'.repeat(100_000)).join('\n').length).toBe(16_384)
  })
})

describe('standing', () => {
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
})
