/** Random histories of a payee's account, seen by operators of whom one lies, against what really happened. */
import { test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { drawn } from '../../../test/races.ts'
import { agreeOnLookup, agreeOnScan } from './agree.ts'
import { judge, type Seen, type Watched } from './judge.ts'
import { historyOf, judgeAll } from './judge.vectors.ts'

describe('a verdict, whatever one of three operators says', () => {
  test.prop([historyOf()], { numRuns: drawn({ check: 500, full: 5_000 }), includeErrorInReport: true })(
    'is never wrong, and no movement pays twice',
    (history) => {
      const outcomes = judgeAll(history)
      for (const { says, fits, bound, free } of outcomes) {
        if (says === 'chain_observed') expect([fits, bound]).toEqual([true, true])
        if (says === 'proven_unpaid') expect(free).toBe(false)
      }
      const claims = outcomes.flatMap(({ claim }) => claim ?? [])
      expect(new Set(claims).size).toBe(claims.length)
    },
  )
})

const head = (sequence: number, closed_at: bigint) => ({ sequence, hash: `h${sequence}`, closed_at })
const by = (n: number) => ({ name: `source-${n}`, operator: `operator-${n}` })

describe('absence', () => {
  const absent = (n: number, oldest: number, sequence: number, closed_at: bigint) => ({
    by: by(n),
    answer: { is: 'absent' as const, oldest, latest: head(sequence, closed_at) },
  })
  test('counts only by those who have read the whole window', () => {
    const answers = [absent(0, 1, 20, 200n), absent(1, 1, 9, 90n), absent(2, 5, 20, 200n)]
    const beyond = { from: 2, after: 100n }
    expect(agreeOnLookup(answers, { quorum: 1, beyond })).toMatchObject({ is: 'absent', observers: ['operator-0'] })
    expect(agreeOnLookup(answers, { quorum: 2, beyond })).toEqual({ is: 'unknown' })
  })

  test('is nothing where too few have read, however many sources one operator has', () => {
    const answer = { transactions: [], unreadable: [], through: 1 }
    expect(agreeOnScan([{ by: by(0), answer }], 'GPAYEE', 2)).toBeUndefined()
    const twice = [by(0), { name: 'other', operator: 'operator-0' }].map((who) => ({ by: who, answer }))
    expect(agreeOnScan(twice, 'GPAYEE', 2)).toBeUndefined()
  })
})

const watched: Watched = {
  wanted: {
    network: 'stellar_testnet',
    to: 'GPAYEE',
    asset: { code: 'XLM' },
    units: 100n,
    memo: { kind: 'none', value: '' },
    created_at: 1_000n,
    max_time: 1_100n,
  },
  status: 'pending',
  reason: null,
  reported_hash: null,
  named_at: null,
  confirmed_at: null,
  from: 1,
  proofs: [],
  doubts: [],
  matched: false,
  assurance: null,
  ledger_reason: null,
  paid: null,
}
const seen: Seen = {
  looked: new Map(),
  scan: { transactions: [], contested: [], unread: [], observers: ['operator-0', 'operator-1'], through: 9 },
  whole_through: undefined,
  never_whole: undefined,
  isOfAnother: () => false,
  isProofOf: () => false,
  rivalsOf: () => 0,
}

describe('a window that is over and can no longer be read whole', () => {
  test.each(['history_gone', 'ledger_reset', 'unreadable_transaction'] as const)(
    'is never called unpaid: %s',
    (reason) => {
      const { says, findings, done } = judge(watched, { ...seen, never_whole: reason })
      expect(says).toMatchObject({ assurance: null, ledger_outcome: 'unknown', reason })
      expect([findings.map((finding) => finding.reason), done]).toEqual([[reason], true])
      // Read whole, the same nothing is a proof.
      const whole = judge(watched, { ...seen, whole_through: head(9, 1_101n) })
      expect(whole.says).toMatchObject({ assurance: 'proven_unpaid', ledger_outcome: 'unpaid' })
    },
  )

  test.each([
    ['paid', { assurance: 'chain_observed', paid: { transaction_hash: 'x', place: 'op/0' } }],
    ['accepted by its merchant', { assurance: 'merchant_accepted' }],
  ] as const)('is not looked at for ever because of a payment that was %s', (_what, said) => {
    const known: Watched = { ...watched, ...said }
    expect(judge(known, seen)).toMatchObject({ says: undefined, done: false })
    expect(judge(known, { ...seen, never_whole: 'history_gone' })).toMatchObject({ says: undefined, done: true })
  })
})

describe('a payment that its wallet called confirmed', () => {
  const confirmed: Watched = { ...watched, status: 'confirmed', reported_hash: 'x', confirmed_at: new Date(1_020_000) }
  const lookedAt = (oldest: number, closed_at: bigint) =>
    judge(confirmed, {
      ...seen,
      looked: new Map([
        ['x', { is: 'absent', oldest, latest: head(8, closed_at), observers: ['operator-0', 'operator-1'] }],
      ]),
    })

  test('is disputed once ledgers that closed a minute later lack it, and not by who has not read from its beginning', () => {
    const missed = { assurance: 'disputed', ledger_outcome: 'unknown', reason: 'transaction_not_found' }
    expect(lookedAt(2, 1_080n)).toMatchObject({
      says: missed,
      findings: [{ reason: 'transaction_not_found' }],
      done: false,
    })
    expect(lookedAt(2, 1_079n).says).toBeUndefined()
    expect(lookedAt(3, 1_080n).says).toBeUndefined()
    const sent = judge({ ...confirmed, status: 'broadcasted' }, { ...seen, looked: new Map() })
    expect(sent.says).toBeUndefined()
  })

  test('is not told of again before its window is over, and is unpaid then', () => {
    const told: Watched = { ...confirmed, assurance: 'disputed', ledger_reason: 'transaction_not_found' }
    const looked: Seen['looked'] = new Map([['x', { is: 'absent', oldest: 2, latest: head(9, 1_101n), observers: [] }]])
    expect(judge(told, { ...seen, looked })).toMatchObject({ says: undefined, done: false })
    expect(judge(told, { ...seen, looked, whole_through: head(9, 1_101n) })).toMatchObject({
      says: { assurance: 'disputed', ledger_outcome: 'unpaid', reason: 'transaction_not_found' },
      done: true,
    })
  })
})
