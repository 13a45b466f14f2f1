/** Accounts of the tests, funded by the double, and transactions of theirs, built by the official SDK. */
import { Account, Keypair, type Memo, type Transaction, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base'
import type { Ledger } from './ledger.ts'
import { signBy } from './signatures.ts'

export const keyOf = (fill: number): Keypair => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))

export function fundedKey(ledger: Ledger, fill: number): Keypair {
  const key = keyOf(fill)
  ledger.fund(key.publicKey())
  return key
}

export interface Build {
  memo?: Memo
  fee?: number
  /** Of the transaction; else the next one. */
  sequence?: bigint
  max_time?: number
  signers?: Keypair[]
}

export function transactionBy(
  ledger: Ledger,
  key: Keypair,
  operations: xdr.Operation[],
  build: Build = {},
): Transaction {
  const next = (ledger.accounts.get(key.publicKey())?.sequence ?? 0n) + 1n
  const account = new Account(key.publicKey(), ((build.sequence ?? next) - 1n).toString())
  const fee = String(build.fee ?? 100)
  const builder = new TransactionBuilder(account, { fee, networkPassphrase: ledger.passphrase })
  for (const operation of operations) builder.addOperation(operation)
  if (build.memo !== undefined) builder.addMemo(build.memo)
  const transaction = builder.setTimebounds(0, build.max_time ?? 0).build()
  for (const signer of build.signers ?? [key]) {
    const signature = signBy(signer, transaction.hash())
    transaction.signatures.push(new xdr.DecoratedSignature({ hint: signer.rawPublicKey().slice(-4), signature }))
  }
  return transaction
}

/** Into the next ledger, and what became of it; undefined when it was dropped. */
export function applied(ledger: Ledger, transaction: { toEnvelope(): xdr.TransactionEnvelope }) {
  const submission = ledger.submit(transaction.toEnvelope())
  if (submission === undefined || submission.status !== 'PENDING') return submission?.status
  return ledger.close().transactions.find(({ hash }) => hash === submission.submitted.hash)
}
