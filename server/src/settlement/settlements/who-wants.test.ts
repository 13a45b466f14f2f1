/** A shop may have many open payments, and strangers fill its account: the work grows with what there is, not with its square. */
import { type LedgerTransfer, NO_MEMO } from '@pursestrings/protocol/match-payment'
import { expect, test } from 'vitest'
import { judgePayee, type SeenOfPayee } from './judge-payee.ts'

const PAYEE = 'GPAYEE'
const nameOf = (n: number): string => n.toString(16).padStart(64, '0')
const headAt = (sequence: number) => ({ sequence, hash: `h${sequence}`, closed_at: 1000n + BigInt(sequence) })
const XLM = { code: 'XLM' }

interface Crowd {
  readonly requests: number
  readonly transactions: number
  readonly asset?: LedgerTransfer['asset']
}

/** Requests of one price, and payments of that amount which nothing binds. */
function judged({ requests, transactions, asset = XLM }: Crowd) {
  let compared = 0
  const said = { reason: null, matched_hash: null, matched_place: null, assurance: null, ledger_outcome: 'unknown' }
  const named = { reported_hash: null, named_at: null, proofs: [], doubts: [], paid_hash: null, paid_place: null }
  const opens = Array.from({ length: requests }, (_, n) => ({
    row: { payment_id: nameOf(n), status: 'pending', scan_closed_at: null, ledger_reason: null, ...said, ...named },
    wanted: {
      network: 'stellar_testnet',
      to: PAYEE,
      asset: XLM,
      units: 100n,
      memo: NO_MEMO,
      reference: nameOf(n),
      max_time: 1100n,
      // Read wherever a payment is compared with a transaction.
      get created_at() {
        compared += 1
        return 1040n
      },
    },
    after: 1,
    from: 1,
    whole: true,
  }))
  const found = Array.from({ length: transactions }, (_, n) => ({
    transaction: {
      hash: nameOf(1_000_000 + n),
      listed_hash: nameOf(1_000_000 + n),
      ledger: headAt(50),
      successful: true,
      result_code: 'txSuccess',
      valid_until: null,
      transfers: [{ place: 'op/0', kind: 'payment', from: 'GPAYER', to: PAYEE, units: 100n, memo: NO_MEMO, asset }],
      signed: { sources: ['GPAYER'], signatures: [] },
      envelope: '',
      result: '',
    },
    observers: ['o1'],
  }))
  const scan = { transactions: found, contested: [], unread: [], observers: ['o1'], through: 60 }
  const of = { network: 'stellar_testnet', payee: PAYEE }
  const seen = { ...of, opens, looked: new Map(), scan, head: headAt(60), claims: [], references: [] }
  const { judged: verdicts, findings } = judgePayee(seen as unknown as SeenOfPayee)
  return { compared, findings, matches: verdicts.map(({ verdict }) => verdict.says?.ledger_match) }
}

const MANY = { requests: 200, transactions: 50 }

test('a candidate is shown to every payment that it fits, with its rivals', () => {
  const { matches, findings } = judged(MANY)
  expect(new Set(matches.map((one) => [one?.rivals, one?.transaction.hash].join()))).toEqual(
    new Set([`199,${nameOf(1_000_000)}`]),
  )
  expect(findings).toEqual([])
})

test('twice as many payments are twice the work, not four times', () => {
  const { compared } = judged(MANY)
  expect(judged({ ...MANY, requests: 2 * MANY.requests }).compared).toBeLessThan(2.5 * compared)
  expect(judged({ ...MANY, transactions: 2 * MANY.transactions }).compared).toBeLessThan(1.5 * compared)
})

test('what no payment wants is compared with none, and is a finding of the payee', () => {
  const { compared, findings } = judged({ ...MANY, asset: { code: 'XLM', issuer: 'GSTRANGER' } })
  // Each is read a few times, however many transactions there are.
  expect(compared).toBeLessThan(5 * MANY.requests)
  expect(findings).toHaveLength(MANY.transactions)
})
