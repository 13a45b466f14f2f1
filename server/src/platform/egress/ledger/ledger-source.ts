/**
 * What a source of the ledger answers, whichever API it has. A source may lie, lag or leave things out, so nothing here is a
 * verdict: those who compare several sources decide. What a source cannot say for sure is `unknown` or an error, never absent.
 */
import type { LedgerTransfer } from '@pursestrings/protocol/match-payment'
import type { Network } from '@pursestrings/protocol/network-names'

export interface Head {
  readonly sequence: number
  readonly hash: string
  /** Seconds since 1970, by the ledger's own clock. */
  readonly closed_at: bigint
}

export interface LedgerTransaction {
  readonly hash: string
  /** Where a ledger lists its result. Another than `hash` where somebody wrapped the transaction in one of their own. */
  readonly listed_hash: string
  readonly successful: boolean
  readonly result_code: string
  /** Null where the transaction never expires; absent where its ledger does not show it. */
  readonly valid_until?: bigint | null
  readonly transfers: readonly LedgerTransfer[]
  /** Whose it is, and by which keys: signatures are not verified, and read by the module of the ledger alone. */
  readonly signed: {
    readonly sources: readonly string[]
    readonly signatures: readonly { readonly hint: string; readonly signature: string }[]
  }
  readonly ledger: Head
  /** As the source gave it, in the one form that its ledger has for it. */
  readonly envelope: string
  readonly result: string
}

/** Bytes by which anybody can check that a transaction was applied. Only the module of the ledger reads more of it. */
export interface Seal {
  /** Who signed it. */
  readonly node: string
}

/**
 * Listed under this hash, and shown in no form that can be read here: too large, or not what the network writes. It may be
 * anything, a payment, too.
 */
export interface Unreadable {
  readonly hash: string
  readonly ledger: number
  readonly closed_at: bigint
}

export interface LedgerRange {
  readonly oldest: number
  readonly latest: Head
}

export type Lookup =
  | { readonly is: 'found'; readonly transaction: LedgerTransaction }
  | ({ readonly is: 'absent' } & LedgerRange)
  /** Not known, or there and unreadable. */
  | { readonly is: 'unknown' }

export interface Scan {
  readonly payee: string
  /** As `CODE:ISSUER`, where the payee issues what it is paid in. */
  readonly own_assets: readonly string[]
  /** Ledgers after this one, up to and with `through`. */
  readonly after: number
  readonly through: number
  /** After so many transactions, reading ends with the ledger that holds the last of them; else it goes on to the end. */
  readonly budget?: number
}

export interface Scanned {
  /** In the order of their ledgers. */
  readonly transactions: readonly LedgerTransaction[]
  readonly unreadable: readonly Unreadable[]
  /**
   * The last ledger that was read whole, always later than `after`. Where it is before the `through` that was asked for, the
   * next call goes on after it.
   */
  readonly through: number
}

export interface LedgerSource {
  readonly name: string
  readonly operator: string
  readonly network: Network
  readonly simulated: boolean
  range(): Promise<LedgerRange>
  /** Undefined where this source does not have it. */
  headAt(sequence: number): Promise<Head | undefined>
  transaction(hash: string): Promise<Lookup>
  /** Every transaction that paid the account in these ledgers, up to the one that the answer names, or an error. */
  transfersTo(scan: Scan): Promise<Scanned>
  /** Undefined where this source cannot make one, or not yet. */
  seal(transaction: LedgerTransaction): Promise<Seal | undefined>
}

export const SOURCE_FAULTS = [
  'unavailable',
  'too_large',
  'malformed',
  'out_of_range',
  'wrong_network',
  'no_classic_events',
] as const

/** The source did not answer, or not in a way that can be relied on. Never read as "it is not there". */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly why: (typeof SOURCE_FAULTS)[number]
  constructor(why: SourceFault['why'], message: string) {
    super(message)
    this.why = why
  }
}
