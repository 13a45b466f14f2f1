/** What the model of a thief is made of: the mixes of what it does, ledgers, transactions and requests. */
import type { WantedPayment } from '@pursestrings/protocol/match-payment'
import { NO_MEMO, type StellarMemo } from '@pursestrings/protocol/stellar-memo'
import { Keypair } from '@stellar/stellar-sdk/base'
import { signBy } from '../../tests/ledger-double/ed25519.ts'
import type { Head, LedgerTransaction } from '../src/platform/egress/ledger/ledger-source.ts'
import type { Open } from '../src/settlement/settlements/open-payments.ts'
import type { WatchedRow } from '../src/settlement/settlements/settlements.store.ts'

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

export const hashMemo = (value: string): StellarMemo => ({ kind: 'hash', value })

interface Sent {
  readonly from: Keypair
  readonly units: bigint
  readonly at: number
  readonly memo: StellarMemo
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
  readonly memo?: StellarMemo | undefined
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
