/**
 * A thief beside an honest payer, in a model. The thief sees every closed ledger and every transaction on its way, has older,
 * equal and newer requests of the same price, here and in another organization, and proves, names and wraps what it can. The
 * judge sees what reaches a service; the model knows who paid for what.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { type LedgerMemo, NO_MEMO, type WantedPayment } from '@pursestrings/protocol/match-payment'
import { payerProofText } from '@pursestrings/protocol/payer-proof'
import { isProofOf, isProofSigned } from '@pursestrings/stellar/payer-proof'
import { Keypair } from '@stellar/stellar-sdk/base'
import { signBy } from '../../tests/ledger-double/signatures.ts'
import type { Head, LedgerTransaction } from '../src/platform/egress/ledger/ledger-source.ts'
import type { Agreed } from '../src/settlement/settlements/agree.ts'
import { judgePayee } from '../src/settlement/settlements/judge-payee.ts'
import { namedBy, type Open } from '../src/settlement/settlements/open-payments.ts'
import type { ClaimRow, WatchedRow } from '../src/settlement/settlements/settlements.store.ts'

/** The rule that is tried: the judge of this service, or another one beside it. */
export type Rule = (seen: {
  readonly opens: readonly Open[]
  readonly closed: readonly LedgerTransaction[]
  readonly head: Head
  readonly claims: readonly ClaimRow[]
  readonly references: readonly { facts_digest: Buffer; payment_id: Uuid }[]
}) => readonly Ruled[]

interface Ruled {
  readonly open: Open
  readonly assurance: string | null
  readonly paid: { readonly hash: string; readonly place: string } | undefined
  readonly matched: { readonly hash: string; readonly place: string } | null | undefined
  readonly reason: string | null | undefined
  readonly done: boolean
}

export const judgedRule: Rule = ({ opens, closed, head, claims, references }) => {
  const observers = ['o1', 'o2']
  const transactions = closed.map((transaction) => ({ transaction, observers }))
  const scan = { transactions, contested: [], unread: [], observers, through: head.sequence }
  const looked = new Map<string, Agreed>()
  for (const hash of new Set(opens.flatMap(({ row }) => namedBy(row)))) {
    const transaction = closed.find((one) => one.hash === hash)
    const absent = { is: 'absent' as const, oldest: 1, latest: head, observers }
    looked.set(hash, transaction === undefined ? absent : { is: 'found', transaction, observers })
  }
  const of = { network: 'stellar_testnet', payee: PAYEE, isProofOf } as const
  const { judged } = judgePayee({ ...of, opens, looked, scan, head, claims, references })
  return judged.map(({ open, verdict: { says, done } }) => ({
    open,
    assurance: says?.assurance ?? null,
    paid: says?.paid && { hash: says.paid.transaction.hash, place: says.paid.transfer.place },
    matched:
      says?.ledger_match &&
      ({ hash: says.ledger_match.transaction.hash, place: says.ledger_match.transfer.place } as const),
    reason: says?.reason,
    done,
  }))
}

export interface RoundOutcome {
  /** How many requests of the thief were given a payment. */
  readonly stolen: number
  readonly honest: string | null
  readonly honest_paid: boolean
  readonly honest_matched: boolean
}

const [CLOSES, AFTER, END, LAST] = [6, 9, 40, 41]
const STAGES = [5, CLOSES, 7, AFTER, END, LAST]

/** One honest payer, and a thief with one request of each wanted kind, or three where it tries repeatedly. */
export function playRound(round: number, rule: Rule): RoundOutcome {
  const mix = mixOf(round % MIXES_MAX)
  const id = (n: number) => n.toString(16).padStart(64, 'd')
  const digests = { honest: id(1), elsewhere: id(2) }
  const carries = mix.binding === 'reference' || mix.binding === 'both'
  const payment = transactionOf(id(3), {
    from: PAYER,
    units: UNITS,
    at: CLOSES,
    wrapped: mix.wraps,
    memo: carries ? hashMemo(digests.honest) : NO_MEMO,
  })
  const thieves = Array.from({ length: mix.names === 'repeatedly' ? 3 : 1 }, (_, i) => id(8 + i))
  const ledger = [payment, ...sentByThief(mix, { id, digests, thieves })]
  const honest = requestOf(digests.honest, { created: 20n })
  const owners = [...thieves, digests.honest, digests.elsewhere]
  const references = owners.map((digest) => ({ facts_digest: Buffer.from(digest, 'hex'), payment_id: digest as Uuid }))
  const claims: ClaimRow[] = []
  const rows = new Map<string, Open>()
  const done = new Set<string>()
  for (const at of STAGES) {
    const head = headAt(at)
    const shown = at >= CLOSES - 1 ? payment.hash : null
    if (at === STAGES[0]) rows.set(digests.honest, honest)
    honestActs(mix, { at, rows, done, payment })
    for (const [i, digest] of thieves.entries()) thiefActs(mix, { at, i, digest, rows, done, payment, shown, honest })
    const opens = [...rows.values()].filter(({ row }) => !done.has(row.payment_id))
    const closed = ledger.filter((one) => one.ledger.sequence <= at)
    for (const ruled of rule({ opens, closed, head, claims, references })) {
      rows.set(ruled.open.row.payment_id, rowAfter(ruled, claims))
      if (ruled.done) done.add(ruled.open.row.payment_id)
    }
  }
  const mine = rows.get(digests.honest)?.row
  return {
    stolen: thieves.filter((digest) => rows.get(digest)?.row.paid_hash != null).length,
    honest: mine?.assurance ?? null,
    honest_paid: mine?.paid_hash === payment.hash,
    honest_matched: mine?.matched_hash === payment.hash,
  }
}

function rowAfter({ open, assurance, paid, matched, reason }: Ruled, claims: ClaimRow[]): Open {
  const { row } = open
  if (paid) claims.push({ transaction_hash: paid.hash, place: paid.place, payment_id: row.payment_id })
  const next = {
    ...row,
    ...(assurance !== null && { assurance }),
    ...(reason !== undefined && { ledger_reason: reason }),
    ...(paid && { ledger_outcome: 'paid', paid_hash: paid.hash, paid_place: paid.place }),
    ...(matched !== undefined && { matched_hash: matched?.hash ?? null, matched_place: matched?.place ?? null }),
  }
  return { ...open, row: next as WatchedRow }
}

interface Acting {
  readonly at: number
  readonly rows: Map<string, Open>
  readonly done: Set<string>
  readonly payment: LedgerTransaction
}

function change({ rows, done }: Acting, digest: string, more: Partial<WatchedRow>): void {
  const open = rows.get(digest)
  if (open === undefined) return
  rows.set(digest, { ...open, row: { ...open.row, ...more } })
  // As keep_payer_proof does: what was given up is looked at again.
  if (more.proofs !== undefined) done.delete(open.row.payment_id)
}

const TELLS = { before_close: 5, late: AFTER, after_the_end: LAST } as const

function honestActs(mix: Mix, acting: Acting): void {
  const { at, payment, rows } = acting
  if (at !== TELLS[mix.honest_tells]) return
  const digest = [...rows.keys()][0] ?? ''
  const named_at = new Date(Number(headAt(at).closed_at) * 1000 + 500)
  // After the end a wallet no longer reports; its payer still may prove.
  if (mix.honest_tells !== 'after_the_end')
    change(acting, digest, { reported_hash: payment.hash, named_at, status: 'broadcasted' })
  if (mix.binding === 'payer_signature' || mix.binding === 'both')
    change(acting, digest, { proofs: proofsKept(digest, payment.hash, { proof_id: 2, account: PAYER, by: PAYER }) })
}

interface ThiefActing extends Acting {
  readonly i: number
  readonly digest: string
  /** The transaction that it can know of by now. */
  readonly shown: string | null
  readonly honest: Open
}

const CREATED = { older: 10n, equal: 20n, newer: 40n } as const

function thiefActs(mix: Mix, acting: ThiefActing): void {
  const { at, i, digest, rows, shown, payment } = acting
  const age = mix.names === 'repeatedly' ? (['older', 'equal', 'newer'] as const)[i] : mix.age
  const created = CREATED[age ?? mix.age]
  const named_from = { at_once: CLOSES - 1, early: CLOSES - 1, late: AFTER, repeatedly: CLOSES - 1 }[mix.names]
  const exists = rows.has(digest)
  if (!exists && headAt(at).closed_at >= 1000n + created) {
    // An organization of the thief's own may give its payee any memo, such as the reference of somebody else's request.
    const copied = mix.listed === 'other_organization' && mix.sends === 'nothing' && mix.binding !== 'none'
    const memo = copied ? hashMemo(acting.honest.row.payment_id) : undefined
    rows.set(digest, requestOf(digest, { created, memo }))
  }
  if (shown === null || at < named_from || !rows.has(digest)) return
  const status = at >= CLOSES ? 'confirmed' : 'signed'
  const early = mix.names === 'early' ? 1_001_000 : Number(headAt(at).closed_at) * 1000
  change(acting, digest, { reported_hash: shown, named_at: new Date(early), status })
  if (mix.proves === 'nothing' || rows.get(digest)?.row.proofs.length) return
  change(acting, digest, { proofs: thiefProofs(mix, digest, payment.hash, acting.honest.row.payment_id) })
}

function thiefProofs({ proves }: Mix, digest: string, hash: string, honest: string): WatchedRow['proofs'] {
  if (proves === 'a_copy') return proofsKept(digest, hash, { proof_id: 1, account: PAYER, by: PAYER, said_of: honest })
  if (proves === 'own_account') return proofsKept(digest, hash, { proof_id: 1, account: THIEF, by: THIEF })
  const signer = proves === 'false_signature' ? PAYER : THIEF
  return proofsKept(digest, hash, { proof_id: 1, account: PAYER, by: THIEF, signer })
}

interface Proving {
  readonly proof_id: number
  readonly account: Keypair
  readonly by: Keypair
  readonly signer?: Keypair
  /** The request that was signed for, where it is another. */
  readonly said_of?: string
}

/** Verifying takes long, and every round has the same few proofs. */
const known = new Map<string, WatchedRow['proofs']>()

/** What the service keeps: a proof that its signer really signed, for this request. */
function proofsKept(digest: string, transaction_hash: string, proving: Proving): WatchedRow['proofs'] {
  const { proof_id, account, by, signer = by, said_of = digest } = proving
  const about = { network: NETWORK, transaction_hash, place: 'op/0' }
  const text = payerProofText({ ...about, facts_digest: said_of })
  const signature = Buffer.from(signBy(by, Buffer.from(text))).toString('base64')
  const proof = { account: account.publicKey(), signer: signer.publicKey(), signature, place: 'op/0' }
  const name = JSON.stringify([proof, digest])
  const counts = () => isProofSigned(proof, { ...about, facts_digest: digest })
  const kept = known.get(name) ?? (counts() ? [{ ...proof, transaction_hash, proof_id }] : [])
  known.set(name, kept)
  return kept
}

interface Known {
  readonly id: (n: number) => string
  readonly digests: { readonly honest: string; readonly elsewhere: string }
  readonly thieves: readonly string[]
}

function sentByThief({ sends }: Mix, { id, digests }: Known): LedgerTransaction[] {
  if (sends === 'nothing') return []
  const dust = sends === 'dust_with_the_reference'
  const memo = hashMemo(dust ? digests.honest : digests.elsewhere)
  return [transactionOf(id(4), { from: THIEF, units: dust ? 1n : UNITS, at: CLOSES, memo })]
}

// What the model of a thief is made of: the mixes of what it does, ledgers, transactions and requests.

export const NETWORK = 'stellar_testnet'
export const PAYEE = 'GPAYEE'
export const UNITS = 100n
const keyOf = (fill: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))
export const PAYER = keyOf(1)
export const THIEF = keyOf(2)

/** In the order in which the rounds go through them: each with each. */
export const MIXES = {
  binding: ['reference', 'payer_signature', 'both', 'none'],
  age: ['older', 'equal', 'newer'],
  listed: ['same_shop', 'other_organization'],
  names: ['at_once', 'early', 'late', 'repeatedly'],
  proves: ['nothing', 'a_copy', 'own_key', 'own_account', 'false_signature'],
  wraps: [false, true],
  sends: ['nothing', 'dust_with_the_reference', 'price_with_own_reference_from_elsewhere'],
  honest_tells: ['before_close', 'late', 'after_the_end'],
} as const

export type Mix = { readonly [K in keyof typeof MIXES]: (typeof MIXES)[K][number] }

export const MIXES_MAX = Object.values(MIXES).reduce((product, { length }) => product * length, 1)

export function mixOf(round: number): Mix {
  let left = round
  const chosen = Object.entries(MIXES).map(([name, values]) => {
    const value = values[left % values.length]
    left = Math.floor(left / values.length)
    return [name, value]
  })
  return Object.fromEntries(chosen) as Mix
}

export const headAt = (sequence: number): Head => ({
  sequence,
  hash: `h${sequence}`,
  closed_at: 1000n + BigInt(sequence) * 5n,
})

export const hashMemo = (value: string): LedgerMemo => ({ kind: 'hash', value })

interface Sent {
  readonly from: Keypair
  readonly units: bigint
  readonly at: number
  readonly memo: LedgerMemo
  readonly wrapped?: boolean
}

/** A fee bump is listed under another hash, and shows the signatures of the inside alone. */
export function transactionOf(hash: string, { from, units, at, memo, wrapped = false }: Sent): LedgerTransaction {
  const signature = Buffer.from(signBy(from, Buffer.from(hash, 'hex'))).toString('hex')
  const transfer = { place: 'op/0', kind: 'payment' as const, from: from.publicKey(), to: PAYEE, units, memo }
  return {
    hash,
    listed_hash: wrapped ? hash.replace(/^d/, 'e') : hash,
    ledger: headAt(at),
    successful: true,
    result_code: 'txSuccess',
    valid_until: null,
    transfers: [{ ...transfer, asset: { code: 'XLM' } }],
    signed: {
      sources: [from.publicKey()],
      signatures: [{ hint: Buffer.from(from.rawPublicKey().slice(-4)).toString('hex'), signature }],
    },
    envelope: '',
    result: '',
  }
}

interface Requested {
  readonly created: bigint
  readonly memo?: LedgerMemo | undefined
}

export function requestOf(digest: string, { created, memo }: Requested): Open {
  const created_at = 1000n + created
  const wanted: WantedPayment = {
    network: NETWORK,
    to: PAYEE,
    asset: { code: 'XLM' },
    units: UNITS,
    memo: memo ?? NO_MEMO,
    ...(memo === undefined && { reference: digest }),
    created_at,
    max_time: created_at + 60n,
  }
  const row = {
    payment_id: digest,
    status: 'pending',
    reason: null,
    reported_hash: null,
    named_at: null,
    proofs: [],
    doubts: [],
    matched_hash: null,
    matched_place: null,
    assurance: null,
    ledger_outcome: 'unknown',
    ledger_reason: null,
    paid_hash: null,
    paid_place: null,
    scan_closed_at: null,
  }
  return { row: row as unknown as WatchedRow, wanted, after: 1, from: 1, whole: true }
}
