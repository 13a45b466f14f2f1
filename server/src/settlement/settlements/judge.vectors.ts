/**
 * Histories of one payee's account in a model: requests, ledgers, wallets that report rightly or wrongly, payers and thieves
 * who prove payments, and three operators of whom one lies. The judge sees only what the operators say; the model knows what
 * happened, and for whom.
 */
import { fc } from '@fast-check/vitest'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { matchPayment, NO_MEMO } from '@pursestrings/protocol/match-payment'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import { isProofOf } from '@pursestrings/stellar/payer-proof'
import { Keypair, sign, xdr } from '@stellar/stellar-sdk/base'
import type { Head, LedgerTransaction, Lookup } from '../../platform/egress/ledger/ledger-source.ts'
import { type Agreed, agreeOnLookup, agreeOnScan } from './agree.ts'
import { judgePayee } from './judge-payee.ts'
import { namedBy, type Open } from './open-payments.ts'
import type { ClaimRow, WatchedRow } from './settlements.store.ts'

const PAYEE = 'GPAYEE'
const OF = { network: 'stellar_testnet', payee: PAYEE, isProofOf } as const
const QUORUM = 2
const OPERATORS = [0, 1, 2] as const
const LEDGERS = 14
const memoOf = (n: number) => (n === 0 ? NO_MEMO : ({ kind: 'id', value: String(n) } as const))
const keyOf = (fill: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))
const PAYER = keyOf(1)
const THIEF = keyOf(2)
const HINT = xdr.encodeBytes(PAYER.rawPublicKey().slice(-4), 'hex')
const digestOf = (request: number): string => (request + 1).toString(16).padStart(64, 'd')
/** What a movement carries: the reference of a request, or a memo. */
const carriedBy = ({ memo, carries }: { memo: number; carries: number }) =>
  carries >= 0 ? ({ kind: 'hash', value: digestOf(carries) } as const) : memoOf(memo)

export interface HistoryShape {
  requests: {
    units: number
    memo: number
    created: number
    lasts: number
    names: number
    /** A payment that its own payer, or a thief, signed for. */
    proves: number
    by_thief: boolean
    status: PaymentStatus
  }[]
  gaps: number[]
  payments: {
    ledger: number
    failed: boolean
    moves: { units: number; memo: number; carries: number; mine: boolean }[]
  }[]
  /** An operator that does not answer; 3 is nobody. */
  away: number
  liar: { who: number; omits: number[]; forges: number[]; invents: boolean; lags: number }
}

export const historyOf = (): fc.Arbitrary<HistoryShape> =>
  fc.record({
    requests: fc.array(
      fc.record({
        units: fc.integer({ min: 100, max: 101 }),
        memo: fc.integer({ min: 0, max: 2 }),
        created: fc.integer({ min: 1000, max: 1040 }),
        lasts: fc.integer({ min: 10, max: 80 }),
        // A payment by its place in the list, nothing, or a transaction that nobody sent.
        names: fc.integer({ min: -2, max: 5 }),
        proves: fc.integer({ min: -4, max: 5 }),
        by_thief: fc.boolean(),
        status: fc.constantFrom<PaymentStatus>('pending', 'signed', 'broadcasted', 'confirmed', 'rejected', 'expired'),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    gaps: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: LEDGERS, maxLength: LEDGERS }),
    payments: fc.array(
      fc.record({
        ledger: fc.integer({ min: 2, max: LEDGERS }),
        failed: fc.boolean(),
        moves: fc.array(
          fc.record({
            units: fc.integer({ min: 99, max: 101 }),
            memo: fc.integer({ min: 0, max: 2 }),
            carries: fc.integer({ min: -3, max: 4 }),
            mine: fc.boolean(),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { maxLength: 6 },
    ),
    away: fc.integer({ min: 0, max: 3 }),
    liar: fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      omits: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
      forges: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
      invents: fc.boolean(),
      lags: fc.integer({ min: 1, max: LEDGERS + 4 }),
    }),
  })

interface World {
  readonly heads: readonly Head[]
  readonly truth: readonly LedgerTransaction[]
}

const nameOf = (n: number): string => n.toString(16).padStart(64, '0')

/** Signing takes long, and the same few transactions come again and again. */
const signatures = new Map<string, string>()
const signedBy = (hash: string) => {
  const made = () => xdr.encodeBytes(sign(xdr.decodeBytes(hash, 'hex'), PAYER.rawSecretKey()), 'hex')
  const signature = signatures.get(hash) ?? made()
  signatures.set(hash, signature)
  return { sources: [PAYER.publicKey()], signatures: [{ hint: HINT, signature }] }
}

function worldOf({ gaps, payments }: HistoryShape): World {
  let closed_at = 960n
  const heads = [...gaps, 200].map((gap, i) => {
    closed_at += BigInt(gap)
    return { sequence: i + 1, hash: `h${i + 1}`, closed_at }
  })
  const truth = payments.map(({ ledger, failed, moves }, i) => ({
    hash: nameOf(i + 1),
    listed_hash: nameOf(i + 1),
    ledger: heads[ledger - 1] as Head,
    successful: !failed,
    result_code: failed ? 'txFailed' : 'txSuccess',
    valid_until: null,
    signed: signedBy(nameOf(i + 1)),
    envelope: '',
    result: `${i} ${failed}`,
    transfers: failed
      ? []
      : moves.map(({ units, memo, carries, mine }, at) => ({
          place: `op/${at}`,
          kind: 'payment' as const,
          from: PAYER.publicKey(),
          to: mine ? PAYEE : 'GOTHER',
          asset: { code: 'XLM' },
          units: BigInt(units),
          memo: carriedBy({ memo, carries }),
        })),
  }))
  return { heads, truth }
}

/** What an operator has up to a ledger. The liar leaves out, turns outcomes around, and makes payments up. */
function shownBy(
  { liar, requests }: HistoryShape,
  { heads, truth }: World,
  who: number,
  through: number,
): LedgerTransaction[] {
  const known = truth.filter(({ ledger }) => ledger.sequence <= through)
  if (who !== liar.who) return known
  const told = known.flatMap((one) => {
    const i = truth.indexOf(one)
    if (liar.omits.includes(i)) return []
    if (!liar.forges.includes(i)) return [one]
    const moved = {
      place: 'op/0',
      kind: 'payment' as const,
      from: PAYER.publicKey(),
      to: PAYEE,
      asset: { code: 'XLM' },
      units: 100n,
      memo: NO_MEMO,
    }
    return [{ ...one, successful: !one.successful, result: `forged ${i}`, transfers: one.successful ? [] : [moved] }]
  })
  const [wanted] = requests
  if (!liar.invents || wanted === undefined || through < 5) return told
  const made_up = {
    place: 'op/0',
    kind: 'payment' as const,
    from: PAYER.publicKey(),
    to: PAYEE,
    asset: { code: 'XLM' },
    units: BigInt(wanted.units),
    memo: memoOf(wanted.memo),
  }
  const [ledger, hash] = [heads[4] as Head, 'f'.repeat(64)]
  const extra = {
    hash,
    listed_hash: hash,
    ledger,
    successful: true,
    result_code: 'txSuccess',
    valid_until: null,
    signed: { sources: [PAYER.publicKey()], signatures: [] },
    envelope: '',
    result: 'made up',
  }
  return [...told, { ...extra, transfers: [made_up] }]
}

export interface Outcome {
  readonly says: string | null
  /** A movement that really happened and fits. */
  readonly fits: boolean
  /** It carries the request's own reference, or its payer signed for the request. */
  readonly bound: boolean
  /** Fits, and pays for no other request. */
  readonly free: boolean
  readonly claim: string | undefined
}

export function judgeAll(history: HistoryShape): Outcome[] {
  const world = worldOf(history)
  const claims: ClaimRow[] = []
  const opens = history.requests.map((request, i) => openFrom(history, request, i))
  const done = new Set<number>()
  for (const at of [4, 7, 8, 11, LEDGERS, LEDGERS + 1]) {
    const head = world.heads[at - 1] as Head
    const usable = OPERATORS.filter(
      (who) => who !== history.away && (who !== history.liar.who || history.liar.lags >= at),
    )
    if (usable.length < QUORUM) continue
    const left = opens.filter((_, i) => !done.has(i))
    if (left.length === 0) break
    const after = Math.min(...left.map((open) => open.after))
    const scans = usable.map((who) => ({
      by: { name: `s${who}`, operator: `o${who}` },
      answer: {
        transactions: shownBy(history, world, who, at).filter(({ ledger }) => ledger.sequence > after),
        unreadable: [],
        through: at,
      },
    }))
    const looked = new Map<string, Agreed>()
    for (const { row, wanted, from } of left)
      for (const hash of row.ledger_outcome === 'paid' ? [] : namedBy(row)) {
        const answers = usable.map((who) => {
          const found = shownBy(history, world, who, at).find((one) => one.hash === hash)
          const answer: Lookup = found ? { is: 'found', transaction: found } : { is: 'absent', oldest: 1, latest: head }
          return { by: { name: `s${who}`, operator: `o${who}` }, answer }
        })
        const beyond = { from: from + 1, after: wanted.max_time }
        const over = head.closed_at > wanted.max_time
        looked.set(hash, agreeOnLookup(answers, { quorum: QUORUM, ...(over && { beyond }) }))
      }
    const scan = agreeOnScan(scans, PAYEE, QUORUM)
    const references = history.requests.map((_, i) => ({
      facts_digest: Buffer.from(digestOf(i), 'hex'),
      payment_id: `request-${i}` as Uuid,
    }))
    const { judged } = judgePayee({ ...OF, opens: left, looked, scan, head, claims, references })
    for (const { open, verdict, through, whole } of judged) {
      const i = opens.indexOf(open)
      const { says } = verdict
      const row: Record<string, unknown> = { ...open.row }
      if (says?.paid) {
        const { transaction, transfer } = says.paid
        claims.push({ transaction_hash: transaction.hash, place: transfer.place, payment_id: open.row.payment_id })
        Object.assign(row, { paid_hash: transaction.hash, paid_place: transfer.place })
      }
      if (says) Object.assign(row, { ledger_outcome: says.ledger_outcome, ledger_reason: says.reason })
      if (says?.assurance) row['assurance'] = says.assurance
      if (says?.ledger_match !== undefined)
        Object.assign(row, {
          matched_hash: says.ledger_match?.transaction.hash ?? null,
          matched_place: says.ledger_match?.transfer.place ?? null,
        })
      const disagreed = verdict.findings.filter(({ reason }) => reason === 'source_disagreement')
      row['doubts'] = [...new Set([...open.row.doubts, ...disagreed.map((one) => one.transaction_hash)])]
      row['scan_closed_at'] = through?.closed_at ?? null
      opens[i] = { ...open, whole, row: row as unknown as WatchedRow, after: through?.sequence ?? open.after }
      if (verdict.done) done.add(i)
    }
  }
  return opens.map((open) => outcomeOf(open, world, claims))
}

function openFrom({ payments }: HistoryShape, request: HistoryShape['requests'][number], i: number): Open {
  const { units, memo, created, lasts, names, proves, by_thief, status } = request
  const named = names >= 0 && names < payments.length ? nameOf(names + 1) : names === -1 ? nameOf(99) : null
  const created_at = BigInt(created)
  const wanted = {
    network: 'stellar_testnet' as const,
    to: PAYEE,
    asset: { code: 'XLM' },
    units: BigInt(units),
    memo: memoOf(memo),
    ...(memo === 0 && { reference: digestOf(i) }),
    created_at,
    max_time: created_at + BigInt(lasts),
  }
  const signer = by_thief ? THIEF : PAYER
  const proof = {
    proof_id: i,
    transaction_hash: nameOf(proves + 1),
    place: 'op/0',
    account: PAYER.publicKey(),
    signer: signer.publicKey(),
    signature: '',
  }
  const row = {
    payment_id: `request-${i}` as Uuid,
    status,
    reason: null,
    reported_hash: status === 'confirmed' ? (named ?? nameOf(99)) : named,
    assurance: null,
    ledger_outcome: 'unknown',
    ledger_reason: null,
    paid_hash: null,
    paid_place: null,
    named_at: null,
    confirmed_at: status === 'confirmed' ? new Date((created + 5) * 1000) : null,
    proofs: proves >= 0 ? [proof] : [],
    doubts: [],
    matched_hash: null,
    matched_place: null,
    scan_closed_at: null,
  }
  return { row: row as unknown as WatchedRow, wanted, after: 1, from: 1, whole: true }
}

function outcomeOf({ row, wanted }: Open, { truth }: World, claims: readonly ClaimRow[]): Outcome {
  const fitting = truth.flatMap((transaction) =>
    transaction.transfers.flatMap((transfer) => {
      const { network } = wanted
      const payment = { ...transaction, network, closed_at: transaction.ledger.closed_at, transfers: [transfer] }
      const isProven = (place: string) =>
        row.proofs.some(
          (proof) =>
            proof.signer === PAYER.publicKey() && proof.transaction_hash === transaction.hash && proof.place === place,
        )
      const verdict = matchPayment(wanted, payment, { isOfAnother: () => false, isProven })
      const bound = verdict.ok && verdict.bound_by !== undefined
      return verdict.ok ? [{ hash: transaction.hash, place: transfer.place, bound }] : []
    }),
  )
  const claimed = ({ hash, place }: { hash: string; place: string }) =>
    claims.some((one) => one.transaction_hash === hash && one.place === place && one.payment_id !== row.payment_id)
  const own = fitting.find(({ hash, place }) => hash === row.paid_hash && place === row.paid_place)
  return {
    says: row.assurance,
    fits: own !== undefined,
    bound: own?.bound ?? false,
    free: fitting.some((one) => !claimed(one)),
    claim: row.paid_hash === null ? undefined : `${row.paid_hash} ${row.paid_place}`,
  }
}
