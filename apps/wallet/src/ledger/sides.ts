/**
 * What this wallet does otherwise on each kind of ledger, as one table. A side is loaded where a payment of its kind is opened, or where
 * one that was signed is still open.
 */
import { ledgerOf } from '@pursestrings/protocol/networks'
import type { WalletClient } from '@pursestrings/sdk'
import type { ClaimDetails } from '@pursestrings/signing/journal'
import type { PayerClient } from '@pursestrings/signing/payer'
import type { Payable } from '@pursestrings/signing/payment-calls'
import type { Progress } from '@pursestrings/signing/progress'
import type { WalletSigner } from '@pursestrings/signing/signer'
import type { SigningKeys } from '../keys/vault.ts'

export interface Wanted {
  /** The service, with the device's key where that is at hand. */
  readonly wallet?: WalletClient
  /** This wallet's own keys. */
  readonly keys?: SigningKeys
  /** Another wallet, which signs instead. */
  readonly signer?: WalletSigner
  readonly wait_ms?: number
  readonly tell?: (progress: Progress) => void
  readonly decide?: (claim: { payable: Payable; transaction_hash?: string }) => Promise<ClaimDetails>
}

export interface LedgerSide {
  /** Throws NoLedgerError where this installation names no node. */
  payer(network: string, wanted?: Wanted): Promise<PayerClient>
  /** Whose money it is. */
  account(): string
  /** The names of the networks on which what was signed may be brought to its end. */
  networks(): Promise<readonly string[]>
}

export class NoLedgerError extends Error {
  override readonly name = 'NoLedgerError'
}

const SIDES = {
  stellar: async () => (await import('./stellar/stellar-side.ts')).stellarSide,
  evm: async () => (await import('./evm/evm-side.ts')).evmSide,
} satisfies Record<string, () => Promise<LedgerSide>>

export const KINDS = Object.keys(SIDES) as readonly (keyof typeof SIDES)[]

export const sideOfKind = (kind: keyof typeof SIDES): Promise<LedgerSide> => SIDES[kind]()

export const sideOf = async (network: string): Promise<LedgerSide> => {
  const kind = ledgerOf(network)?.kind
  if (kind === undefined) throw new NoLedgerError('this wallet does not pay there')
  return sideOfKind(kind)
}
