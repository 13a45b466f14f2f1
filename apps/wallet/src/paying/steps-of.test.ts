/** The five steps say what is known, and no more. */
import type { AuthorizationEntry, Entry, EnvelopeEntry } from '@pursestrings/signing/journal'
import { describe, expect, test } from 'vitest'
import { type Told, viewOf } from './steps-of.ts'

const ENTRY: EnvelopeEntry = {
  version: 1,
  id: 'one',
  service: 'https://pay.example.com',
  kind: 'payment_request',
  connection_id: 'con_1',
  request_id: 'pr_1',
  idempotency_key: 'order-1',
  facts_digest: 'd',
  account: 'G',
  passphrase: 'Test SDF Network ; September 2015',
  transaction_hash: '7c1f',
  sequence: '1',
  fee: 100,
  max_time: 1_794_700_000,
  anchor: { sequence: 1, hash: 'h', closed_at: 1 },
  unsigned: 'AAAA',
  envelope: 'AAAA',
  decision: {},
  state: 'claimed',
  signed_at: '2026-11-15T14:06:03.000Z',
  changed_at: '2026-11-15T14:06:03.000Z',
}
const PAID: Entry = { ...ENTRY, state: 'reported', outcome: { is: 'paid', ledger: 77, closed_at: 1_794_600_000 } }
const NOTHING: Told = { times: {} }
const UNKNOWN: Told = { times: { sent: 3 }, unknown: { looked: 3, again_at: 8 } }
const observed = { history: [], settlement: { assurance: 'chain_observed', notes: [] } } as never

const states = (given: Partial<Parameters<typeof viewOf>[0]>) =>
  viewOf({ entry: undefined, told: NOTHING, request: undefined, ...given }).steps.map(({ state }) => state)

test('before anything is signed, the first step is under way', () => {
  expect(states({})).toEqual(['now', 'later', 'later', 'later', 'later'])
})

test('what is in the journal is checked and signed; what was claimed waits for the network', () => {
  expect(states({ entry: ENTRY })).toEqual(['done', 'done', 'now', 'later', 'later'])
  expect(states({ entry: ENTRY, told: { times: { sent: 3 } } })).toEqual(['done', 'done', 'done', 'now', 'later'])
})

test('on the ledger is what the ledger showed this wallet; seen is what the service saw there itself', () => {
  expect(states({ entry: PAID })).toEqual(['done', 'done', 'done', 'done', 'now'])
  expect(states({ entry: PAID, request: observed })).toEqual(['done', 'done', 'done', 'done', 'done'])
  // Not before this wallet's own ledger shows it, whatever the service says.
  expect(states({ entry: ENTRY, request: observed })).toEqual(['done', 'done', 'now', 'later', 'later'])
})

test('a payment that is not proven to be this one, or that was accepted by hand, is not seen', () => {
  const match = { assurance: 'wallet_reported', ledger_match: { transaction_hash: '7c1f' }, notes: [] }
  const accepted = { ...match, assurance: 'merchant_accepted' }
  const of = (settlement: object) => viewOf({ entry: PAID, told: NOTHING, request: { settlement } as never })
  expect(of(match)).toMatchObject({ unproven: 'unbound' })
  expect(of(accepted)).toMatchObject({ unproven: 'accepted' })
  for (const settlement of [match, accepted])
    expect(of(settlement).steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'unsure'])
  expect(of({ assurance: 'chain_observed', ledger_match: undefined }).unproven).toBeUndefined()
})

test('not known is never failed, and never on the ledger', () => {
  expect(states({ entry: ENTRY, told: UNKNOWN })).toEqual(['done', 'done', 'unsure', 'later', 'later'])
  const view = viewOf({ entry: ENTRY, told: { times: {}, unknown: { looked: 1, again_at: 8 } }, request: undefined })
  expect(view).toMatchObject({ is_unknown: true, ending: undefined })
  expect(view.steps.map(({ state }) => state)).toEqual(['done', 'done', 'unsure', 'later', 'later'])
})

test('an outcome ends not knowing', () => {
  expect(viewOf({ entry: PAID, told: UNKNOWN, request: undefined })).toMatchObject({
    is_unknown: false,
    ending: 'paid',
  })
})

test('failed, lost and never sent are three different ends', () => {
  const failed: Entry = { ...ENTRY, state: 'settled', outcome: { is: 'failed', reason: 'expired_unapplied' } }
  const lost: Entry = { ...ENTRY, state: 'settled', outcome: { is: 'lost', reason: 'ledger_reset' } }
  const erased: Entry = { ...ENTRY, state: 'erased', reason: 'late' }
  const end = (entry: Entry) => viewOf({ entry, told: NOTHING, request: undefined })
  expect(end(failed)).toMatchObject({ ending: 'failed', reason: 'expired_unapplied' })
  expect(end(lost)).toMatchObject({ ending: 'lost', reason: 'ledger_reset' })
  expect(end(erased)).toMatchObject({ ending: 'not_sent', reason: 'late' })
  expect(end(failed).steps[2]).toMatchObject({ state: 'failed' })
  expect(end(lost).steps[2]).toMatchObject({ state: 'unsure' })
})

describe('an approval that the agent carries', () => {
  const { passphrase: _p, transaction_hash: _t, sequence: _s, fee: _f, unsigned: _u, envelope: _e, ...shared } = ENTRY
  const APPROVED: AuthorizationEntry = {
    ...shared,
    method: 'evm.eip3009',
    chain_id: 84_532,
    contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    to: '0x',
    value: '1',
    sealed: 'AQ',
  }
  const HANDED: AuthorizationEntry = { ...APPROVED, state: 'handed_over', handed_at: ENTRY.signed_at }
  const SEEN: AuthorizationEntry = { ...HANDED, seen: { transaction_hash: '7c1f', block: 9 } }

  test('is not used because it was handed over, nor on the ledger because it was seen', () => {
    expect(states({ entry: APPROVED })).toEqual(['done', 'done', 'now', 'later', 'later', 'later'])
    expect(states({ entry: HANDED })).toEqual(['done', 'done', 'done', 'now', 'later', 'later'])
    expect(states({ entry: SEEN, request: observed })).toEqual(['done', 'done', 'done', 'done', 'now', 'later'])
    const paid = { ...SEEN, state: 'reported', outcome: { is: 'paid', ledger: 9, closed_at: 1_794_600_000 } } as const
    expect(states({ entry: paid })).toEqual(['done', 'done', 'done', 'done', 'done', 'now'])
  })

  test('that was never used failed there, and one that never reached the agent before', () => {
    const never = { state: 'reported', outcome: { is: 'failed', reason: 'expired_unapplied' } } as const
    expect(states({ entry: { ...HANDED, ...never } })).toEqual(['done', 'done', 'done', 'failed', 'later', 'later'])
    expect(states({ entry: { ...APPROVED, ...never } })).toEqual(['done', 'done', 'failed', 'later', 'later', 'later'])
  })

  const SILENT: Told = { times: {}, unknown: { looked: 3, again_at: 8 } }

  test('is unsure where the service or the chain does not answer', () => {
    expect(states({ entry: APPROVED, told: SILENT })).toEqual(['done', 'done', 'unsure', 'later', 'later', 'later'])
    expect(states({ entry: HANDED, told: SILENT })).toEqual(['done', 'done', 'done', 'unsure', 'later', 'later'])
  })
})

test('times are those of the journal, the engine and the service', () => {
  const history = [
    { status: 'broadcasted', said_by: 'wallet', occurred_at: '2026-11-15T14:06:04.000Z' },
    { type: 'payment_request.ledger_finding', said_by: 'ledger', occurred_at: '2026-11-15T14:06:08.000Z' },
    { type: 'payment_request.chain_observed', said_by: 'ledger', occurred_at: '2026-11-15T14:06:10.000Z' },
  ]
  const request = { history, settlement: { assurance: 'chain_observed', notes: [] } } as never
  const at = viewOf({ entry: PAID, told: NOTHING, request }).steps.map((step) => step.at)
  const signed = Date.parse(ENTRY.signed_at)
  expect(at).toEqual([
    signed,
    signed,
    Date.parse('2026-11-15T14:06:04.000Z'),
    1_794_600_000_000,
    Date.parse('2026-11-15T14:06:10.000Z'),
  ])
})
