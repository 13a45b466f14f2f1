/**
 * What a source of the ledger answers, whichever API it has. A source may lie, lag or leave things out, so nothing here is a
 * verdict: those who compare several sources decide. What a source cannot say for sure is `unknown` or an error, never absent.
 */
import type { LedgerTransfer } from '@countersign/contract/settlement/match-payment'
import type { Network } from '@countersign/contract/wire/networks'
import type { Seal } from '@countersign/stellar/seal'

export interface Head {
  readonly sequence: number
  readonly hash: string
  /** Seconds since 1970, by the ledger's own clock. */
  readonly closed_at: bigint
}

export interface LedgerTransaction {
  /** Of what a fee bump carries, where it is one. */
  readonly hash: string
  readonly listed_hash: string
  readonly ledger: Head
  readonly successful: boolean
  readonly result_code: string
  readonly valid_until: bigint | null
  readonly transfers: readonly LedgerTransfer[]
  /** XDR in base64, as the source gave it. */
  readonly envelope: string
  readonly result: string
}

export interface LedgerRange {
  readonly oldest: number
  readonly latest: Head
}

export type Lookup =
  | { readonly is: 'found'; readonly transaction: LedgerTransaction }
  | ({ readonly is: 'absent' } & LedgerRange)
  | { readonly is: 'unknown' }

export interface Scan {
  readonly payee: string
  /** As `CODE:ISSUER`, where the payee issues what it is paid in. */
  readonly own_assets: readonly string[]
  /** Ledgers after this one, up to and with `through`. */
  readonly after: number
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
  /** Every transaction that paid the account in these ledgers, or an error. */
  transfersTo(scan: Scan): Promise<LedgerTransaction[]>
  /** Undefined where this source cannot make one, or not yet. */
  seal(transaction: LedgerTransaction): Promise<Seal | undefined>
}

/** The source did not answer, or not in a way that can be relied on. Never read as "it is not there". */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  readonly why: 'unavailable' | 'malformed' | 'out_of_range' | 'wrong_network' | 'no_classic_events'
  constructor(why: SourceFault['why'], message: string) {
    super(message)
    this.why = why
  }
}
