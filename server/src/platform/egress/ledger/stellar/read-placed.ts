/** A transaction as a source shows it, read from its bytes: what the source says about it beside them is not believed. */
import { readTransaction } from '@pursestrings/stellar/read-transaction'
import type { Head, LedgerTransaction } from '../ledger-source.ts'

interface Shown {
  /** XDR in base64, where all is well. */
  readonly envelope: unknown
  readonly result: unknown
  readonly ledger: Head
  /** The hash that was asked for, or under which it is listed. */
  readonly named: string
}

/** Undefined where no transaction of that name can be read from it. */
export function readPlaced(
  passphrase: string,
  { envelope, result, ledger, named }: Shown,
): LedgerTransaction | undefined {
  if (typeof envelope !== 'string' || typeof result !== 'string') return undefined
  const read = readTransaction({ envelope, result }, passphrase)
  if (read === undefined || (read.hash !== named && read.listed_hash !== named)) return undefined
  return { ...read, ledger, envelope, result }
}
