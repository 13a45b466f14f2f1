/**
 * What the service asks of a kind of ledger, and where the answer lies: in the folder beside this file that has the name of
 * the kind in the table of networks. It is loaded by whoever needs it first: it is large, and not every process does.
 */

import type { LedgerTransfer, WantedPayment } from '@pursestrings/protocol/match-payment'
import type { Network } from '@pursestrings/protocol/network-names'
import { type Ledger, ledgerOf } from '@pursestrings/protocol/networks'
import type { PayerProof } from '@pursestrings/protocol/payer-proof'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { LedgerHttp } from './ledger-http.ts'
import type { LedgerSource, LedgerTransaction, Seal } from './ledger-source.ts'
import type { LedgerSourceSetting } from './read-ledger-sources.ts'

/** For the observer. */
export interface LedgerReading {
  /** How often it is worth looking at a ledger that is not on this machine, and how long a payment rests between two looks. */
  readonly pace: Pace
  openSource(setting: LedgerSourceSetting, deps: { http: LedgerHttp; now: () => number }): LedgerSource
  /** What a transaction must hold to pay this; undefined where none could. */
  termsOf(facts: Pick<PaymentFacts, 'payment' | 'expires_at'>, facts_digest: string): LedgerTerms | undefined
  /** Whether the payer's proof, whose signature was checked, speaks for this movement. */
  isProofOf(proof: PayerProof, transaction: LedgerTransaction, transfer: LedgerTransfer): boolean
  /** What a seal shows by itself, where one of these validators made it. */
  openSeal(seal: Seal, by: { network: Network; validators: readonly string[] }): Sealed | undefined
  /** What is kept of a transaction as evidence, in the ledger's own words; of the movement at a place, where one is meant. */
  evidenceOf(transaction: LedgerTransaction, place: string | undefined): object
  /** What every wallet signs that follows the request, where it ends with it; undefined where a wallet may sign another. */
  endsWith(wanted: WantedPayment): object | undefined
}

export interface Pace {
  readonly round_ms: number
  readonly rest_s: number
  /** How long sources may be left alone while nothing is due. */
  readonly quiet_s: number
}

/** `memo`: what a payment carries at least; a reference, too, where no other way of paying is known. */
export interface LedgerTerms extends Pick<WantedPayment, 'asset' | 'units' | 'memo' | 'max_time'> {
  /** Whether a payment may carry the digest of the facts, which binds it. */
  readonly referenced: boolean
}

export interface Sealed {
  readonly seal: Seal
  readonly node: string
  readonly transaction: LedgerTransaction
}

/** For what wallets report. */
export interface LedgerChecks {
  /** Undefined where no transaction could pay the facts. `named`: the hash that the wallet gives, if it does. */
  checkTransaction(of: PaidFacts, text: string, named: string | undefined): CheckedTransaction | Differs | undefined
  /** Absent where payments need no proof of the payer. */
  isProofSigned?(proof: PayerProof, of: ProvenPayment): boolean
}

interface PaidFacts {
  readonly facts: PaymentFacts
  readonly facts_digest: string
}

interface ProvenPayment {
  readonly network: Network
  readonly transaction_hash: string
  readonly facts_digest: string
}

/** What is kept of a transaction that fits. */
export interface CheckedTransaction {
  readonly unsigned_transaction: string
  readonly transaction_hash: string
  /** Seconds since 1970: no later ledger takes it. */
  readonly max_time: number
}

interface Differs {
  readonly differs: readonly { readonly code: string; readonly message: string }[]
}

interface LedgerModule {
  /** What a source may speak. */
  readonly apis: readonly string[]
  /** How those are written whose signature on a ledger proves what it holds; absent where there are none. */
  readonly validator?: RegExp
  readonly reading: () => Promise<LedgerReading>
  readonly checks: () => Promise<LedgerChecks>
}

const LEDGERS: Readonly<Record<Ledger['kind'], LedgerModule>> = {
  stellar: {
    apis: ['rpc', 'horizon'],
    validator: /^G[A-Z2-7]{55}$/,
    reading: () => import('./stellar/reading.ts'),
    checks: () => import('./stellar/checks.ts'),
  },
  evm: {
    apis: ['jsonrpc'],
    reading: () => import('./evm/reading.ts'),
    checks: () => import('./evm/checks.ts'),
  },
}

/** Undefined for a network whose ledger nobody here can read. */
export const ledgerModuleOf = (network: string): LedgerModule | undefined => {
  const ledger = ledgerOf(network)
  return ledger && LEDGERS[ledger.kind]
}

export const isValidator = (key: string): boolean =>
  Object.values(LEDGERS).some(({ validator }) => validator?.test(key) === true)
