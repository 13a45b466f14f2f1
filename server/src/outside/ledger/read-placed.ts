/** A transaction as a source shows it, read from its bytes: what the source says about it beside them is not believed. */
import { readTransaction } from '@countersign/stellar/read-transaction'
import { type Head, type LedgerTransaction, SourceFault } from './ledger-source.ts'

interface Shown {
  readonly envelope: string
  readonly result: string
  readonly ledger: Head
  /** The hash that was asked for, or under which it is listed. */
  readonly named: string
}

export function readPlaced(
  name: string,
  passphrase: string,
  { envelope, result, ledger, named }: Shown,
): LedgerTransaction {
  const read = readTransaction({ envelope, result }, passphrase)
  if (read === undefined) throw new SourceFault('malformed', `${name} shows an envelope and a result that do not fit`)
  if (read.hash !== named && read.listed_hash !== named)
    throw new SourceFault('malformed', `${name} shows another transaction than the one that was asked for`)
  return { ...read, ledger, envelope, result }
}
