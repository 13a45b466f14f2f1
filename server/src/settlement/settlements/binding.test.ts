/** What binds a payment to a request, rule by rule: each line is a thing that somebody could try. */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import { type LedgerTransfer, NO_MEMO, type WantedPayment } from '@pursestrings/protocol/match-payment'
import { payerProofText } from '@pursestrings/protocol/payer-proof'
import { isProofOf } from '@pursestrings/stellar/payer-proof'
import { Keypair, sign, xdr } from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import { agreeOnLookup } from './agree.ts'
import { judgePayee } from './judge-payee.ts'
import type { Open } from './open-payments.ts'
import { isRead, openOf } from './open-payments.ts'
import type { WatchedRow } from './settlements.store.ts'

const keyOf = (fill: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))
const [PAYER, THIEF] = [keyOf(1), keyOf(2)]
const PAYEE = 'GPAYEE'
const MINE = 'aa'.repeat(32)
const THEIRS = 'bb'.repeat(32)
const HASH = 'cc'.repeat(32)
const hash = (value: string) => ({ kind: 'hash' as const, value })
const headAt = (sequence: number) => ({ sequence, hash: `h${sequence}`, closed_at: 1000n + BigInt(sequence) })
const hintOf = (key: Keypair) => xdr.encodeBytes(key.rawPublicKey().slice(-4), 'hex')

interface Sent {
  readonly memo?: LedgerTransfer['memo']
  readonly at?: number
  readonly by?: readonly Keypair[]
  readonly sources?: readonly Keypair[]
  readonly envelope?: string
}
const transactionOf = ({ memo = NO_MEMO, at = 50, by = [PAYER], sources = [PAYER], envelope = '' }: Sent = {}) => {
  const transfer = { place: 'op/0', kind: 'payment' as const, from: PAYER.publicKey(), to: PAYEE, units: 100n, memo }
  const signatures = by.map((key) => ({
    hint: hintOf(key),
    signature: xdr.encodeBytes(sign(xdr.decodeBytes(HASH, 'hex'), key.rawSecretKey()), 'hex'),
  }))
  const transaction: LedgerTransaction = {
    hash: HASH,
    listed_hash: HASH,
    ledger: headAt(at),
    successful: true,
    result_code: 'txSuccess',
    valid_until: null,
    transfers: [{ ...transfer, asset: { code: 'XLM' } }],
    signed: { sources: sources.map((key) => key.publicKey()), signatures },
    envelope,
    result: '',
  }
  return transaction
}

interface Asked {
  readonly created?: bigint
  readonly row?: Partial<WatchedRow>
  readonly wanted?: Partial<WantedPayment>
  readonly unreferenced?: boolean
}
const openFor = (
  digest: string,
  { created = 1040n, row = {}, wanted = {}, unreferenced = false }: Asked = {},
): Open => {
  const asked: WantedPayment = {
    network: 'stellar_testnet',
    to: PAYEE,
    asset: { code: 'XLM' },
    units: 100n,
    memo: NO_MEMO,
    ...(!unreferenced && { reference: digest }),
    created_at: created,
    max_time: 1100n,
    ...wanted,
  }
  const empty = { reason: null, reported_hash: null, named_at: null, proofs: [], doubts: [], matched_hash: null }
  const unsaid = { matched_place: null, assurance: null, ledger_outcome: 'unknown', ledger_reason: null }
  const unpaid = { paid_hash: null, paid_place: null, scan_closed_at: null }
  const all = { payment_id: digest, status: 'pending', ...empty, ...unsaid, ...unpaid, ...row }
  return { row: all as unknown as WatchedRow, wanted: asked, after: 1, from: 1, whole: true }
}

const NAMED = { reported_hash: HASH, named_at: new Date(0), status: 'broadcasted' as const }
const proofBy = (signer: Keypair, { account = PAYER, place = 'op/0', proof_id = 1 } = {}) => ({
  proof_id,
  transaction_hash: HASH,
  place,
  account: account.publicKey(),
  signer: signer.publicKey(),
  signature: payerProofText({ network: '', transaction_hash: HASH, facts_digest: MINE }),
})

/** What is said of each, at this ledger; the requests are known by their digests. */
const saidOf = (transaction: LedgerTransaction, opens: readonly Open[], { at = 60, claims = {} } = {}) => {
  const found = { transaction, observers: ['o1'] }
  const looked = new Map(opens.some(({ row }) => row.reported_hash) ? [[HASH, { is: 'found' as const, ...found }]] : [])
  const { judged, findings } = judgePayee({
    network: 'stellar_testnet',
    payee: PAYEE,
    isProofOf,
    opens,
    looked,
    scan: { transactions: [found], contested: [], unread: [], observers: ['o1'], through: at },
    head: headAt(at),
    claims: Object.entries(claims).map(([payment_id, place]) => ({
      transaction_hash: HASH,
      place: String(place),
      payment_id: payment_id as Uuid,
    })),
    references: [MINE, THEIRS].map((one) => ({ facts_digest: Buffer.from(one, 'hex'), payment_id: one as Uuid })),
  })
  const of = (digest: string) => judged.find(({ open }) => open.row.payment_id === digest)?.verdict
  return { mine: of(MINE)?.says, theirs: of(THEIRS)?.says, verdicts: { mine: of(MINE), theirs: of(THEIRS) }, findings }
}

const UNBOUND = { assurance: null, ledger_outcome: 'unknown', reason: 'unbound_payment' }

describe('what binds nothing', () => {
  test('the name of a transaction, by whoever knows it', () => {
    const { mine } = saidOf(transactionOf(), [openFor(MINE, { row: NAMED })])
    expect(mine).toMatchObject(UNBOUND)
  })

  test('being the only request that it fits', () => {
    const { mine } = saidOf(transactionOf(), [openFor(MINE)])
    expect(mine).toMatchObject({ ...UNBOUND, ledger_match: { rivals: 0 } })
  })

  test('being older than the others', () => {
    const { mine, theirs } = saidOf(transactionOf(), [openFor(THEIRS, { created: 1001n }), openFor(MINE)])
    expect([mine, theirs]).toMatchObject([
      { ...UNBOUND, ledger_match: { rivals: 1 } },
      { ...UNBOUND, ledger_match: { rivals: 1 } },
    ])
  })

  test('the reference of another request', () => {
    const { mine, theirs } = saidOf(transactionOf({ memo: hash(MINE) }), [
      openFor(THEIRS, { row: NAMED }),
      openFor(MINE),
    ])
    expect(mine).toMatchObject({ assurance: 'chain_observed', paid: { bound_by: 'reference' } })
    expect(theirs).toMatchObject({ assurance: 'disputed', reason: 'memo_wrong' })
  })

  test("a memo of the payee's version, though it is a hash", () => {
    const wanted = { memo: hash('dd'.repeat(32)) }
    const paid = transactionOf({ memo: wanted.memo })
    const { mine } = saidOf(paid, [openFor(MINE, { wanted, unreferenced: true, row: NAMED })])
    expect(mine).toMatchObject(UNBOUND)
  })

  test("nor is a payee's memo that is somebody's reference a way to their payment", () => {
    const other = openFor(THEIRS, { wanted: { memo: hash(MINE) }, unreferenced: true, row: NAMED })
    const { theirs } = saidOf(transactionOf({ memo: hash(MINE) }), [other])
    expect(theirs).toMatchObject({ assurance: 'disputed', reason: 'already_claimed' })
  })
})

describe("a payer's proof", () => {
  const proven = (proof: ReturnType<typeof proofBy>, sent: Sent = {}) =>
    saidOf(transactionOf(sent), [openFor(MINE, { row: { ...NAMED, proofs: [proof] } })]).mine

  test('by the key that signed the transaction binds it', () => {
    const bound = { assurance: 'chain_observed', paid: { bound_by: 'payer_signature' } }
    expect(proven(proofBy(PAYER))).toMatchObject(bound)
    expect(proven(proofBy(THIEF), { by: [THIEF] })).toMatchObject(bound)
  })

  test.each<[string, ReturnType<typeof proofBy>, Sent]>([
    ['by a key that did not sign it', proofBy(THIEF), {}],
    ['by an account that did not pay', proofBy(THIEF, { account: THIEF }), { by: [PAYER, THIEF] }],
    [
      'by another key than the master key, where others act too',
      proofBy(THIEF),
      { by: [PAYER, THIEF], sources: [PAYER, THIEF] },
    ],
    ['for another operation', proofBy(PAYER, { place: 'op/1' }), {}],
  ])('%s binds nothing', (_, proof, sent) => {
    expect(proven(proof, sent)).toMatchObject(UNBOUND)
  })

  test('for a payment with the reference of another request binds nothing', () => {
    const opens = [openFor(THEIRS, { row: { ...NAMED, proofs: [proofBy(PAYER)] } })]
    expect(saidOf(transactionOf({ memo: hash(MINE) }), opens).theirs).toMatchObject({ assurance: 'disputed' })
  })

  test('for two requests counts for the one whose proof came first', () => {
    const of = (proof_id: number) => ({ row: { ...NAMED, proofs: [proofBy(PAYER, { proof_id })] } })
    const { mine, theirs } = saidOf(transactionOf(), [openFor(THEIRS, of(2)), openFor(MINE, of(1))])
    expect(mine).toMatchObject({ assurance: 'chain_observed' })
    expect(theirs).toMatchObject({ assurance: 'disputed', reason: 'already_claimed' })
  })

  test('for what another organization was given already binds nothing', () => {
    const opens = [openFor(MINE, { row: { ...NAMED, proofs: [proofBy(PAYER)] } })]
    const { mine } = saidOf(transactionOf(), opens, { claims: { [THEIRS]: 'op/0' } })
    expect(mine).toMatchObject({ assurance: 'disputed', reason: 'already_claimed' })
  })
})

describe('time', () => {
  const early = { created: 1055n }
  test('the ten seconds before a request are for what is bound', () => {
    const { mine } = saidOf(transactionOf({ memo: hash(MINE) }), [openFor(MINE, early)])
    expect(mine).toMatchObject({ assurance: 'chain_observed' })
  })

  test('what is not bound and came before the request does not fit it', () => {
    expect(saidOf(transactionOf(), [openFor(MINE, early)]).mine).toBeUndefined()
  })

  test('a candidate that nothing binds forbids to say that nothing was paid', () => {
    const { verdicts } = saidOf(transactionOf(), [openFor(MINE)], { at: 150 })
    expect(verdicts.mine).toMatchObject({ done: true, says: UNBOUND })
    const matched = { matched_hash: HASH, matched_place: 'op/0' }
    const later = saidOf(transactionOf({ at: 5 }), [openFor(MINE, { row: matched })], { at: 150 })
    expect(later.verdicts.mine?.says?.assurance ?? null).toBe(null)
  })
})

test('a wallet that denied a payment which the ledger holds is disputed, and the payment is not lost', () => {
  const denied = { status: 'rejected' as const, reason: 'user_rejected' }
  const { mine } = saidOf(transactionOf({ memo: hash(MINE) }), [openFor(MINE, { row: denied })])
  expect(mine).toMatchObject({ assurance: 'disputed', ledger_outcome: 'paid', reason: 'reported_otherwise' })
})

test('what nobody named is told in no event, and dust with the right reference is a finding of the payee alone', () => {
  const dust = transactionOf({ memo: hash(MINE) })
  const [moved] = dust.transfers as [LedgerTransfer]
  const { verdicts, findings } = saidOf({ ...dust, transfers: [{ ...moved, units: 1n }] }, [openFor(MINE)])
  expect(verdicts.mine).toMatchObject({ says: undefined, findings: [] })
  expect(findings).toMatchObject([{ transaction_hash: HASH, place: 'op/0' }])
  expect(saidOf(transactionOf(), [openFor(MINE)]).verdicts.mine?.findings).toEqual([])
})

test('what is paid again is told as a duplicate, and changes nothing', () => {
  const paid = { assurance: 'chain_observed', ledger_outcome: 'paid', paid_hash: THEIRS, paid_place: 'op/0' } as const
  const { verdicts } = saidOf(transactionOf({ memo: hash(MINE) }), [openFor(MINE, { row: paid })])
  expect(verdicts.mine).toMatchObject({ says: undefined, findings: [{ reason: 'duplicate_payment', has_event: true }] })
})

test('sources that show other signatures do not agree', () => {
  const answers = ['one', 'other'].map((envelope, n) => ({
    by: { name: `s${n}`, operator: `o${n}` },
    answer: { is: 'found' as const, transaction: transactionOf({ envelope }) },
  }))
  expect(agreeOnLookup(answers, { quorum: 2 }).is).toBe('disagreement')
})

describe('what is opened again', () => {
  const anchors = [{ epoch: 'e', simulated: false, sequence: 1, hash: 'h1', closed_at: 0n }]
  const scanned = { scan_epoch: 'e', scan_whole: true, scan_from: 1, scan_through: 7 }
  const at = (scan_closed_at: bigint, oldest: number) => {
    const { row, wanted } = openFor(MINE, { row: { ...scanned, scan_closed_at } })
    return openOf(row, wanted, { anchors, oldest })
  }
  test('needs no ledger where its window was read, so it holds nobody up', () => {
    expect(isRead(at(1101n, 5_000))).toBe(true)
    expect(at(1101n, 5_000)).toMatchObject({ after: 7, whole: true })
  })

  test('goes on at the first ledger that sources still have, and is not whole then', () => {
    expect(isRead(at(1099n, 5_000))).toBe(false)
    expect(at(1099n, 5_000)).toMatchObject({ after: 4_999, whole: false })
    expect(at(1099n, 8)).toMatchObject({ after: 7, whole: true })
  })
})
