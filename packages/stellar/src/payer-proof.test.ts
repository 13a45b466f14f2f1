/** Who can say whose payment it was: a key of the paying account, and nobody who only knows the transaction. */
import { readFileSync } from 'node:fs'
import {
  Account,
  Asset,
  Keypair,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { isProofOf, isProofSigned, ownSignaturesOnly, signPayerProof } from './payer-proof.ts'
import { readTransaction } from './read-transaction.ts'
import { PAYEE, PAYER, STRANGER, signAs, TESTNET } from './stellar.vectors.ts'

interface Vector {
  what: string
  form: 'raw' | 'sep53'
  network: string
  transaction_hash: string
  place: string
  facts_digest: string
  account: string
  signer: string
  signature: string
  counts: boolean
}
const { proofs } = JSON.parse(
  readFileSync(new URL('../../../tests/vectors/payer-proof.json', import.meta.url), 'utf8'),
) as { proofs: Vector[] }
const COSIGNER = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(5))

describe('a proof', () => {
  test.each(proofs.map((one) => [one.what, one] as const))('is signed, or not: %s', (_, one) => {
    expect(isProofSigned(one, one)).toBe(one.counts)
  })

  test('that this package makes is the one of the vectors', async () => {
    const [first] = proofs as [Vector]
    const made = await signPayerProof(first, { account: PAYER.publicKey(), sign: signAs(PAYER) })
    expect(made).toEqual({ account: first.account, signer: first.signer, signature: first.signature })
  })

  test('is not made where the signer signs something else', async () => {
    const [first] = proofs as [Vector]
    const wrong = signPayerProof(first, { account: PAYER.publicKey(), sign: signAs(STRANGER) })
    await expect(wrong).rejects.toThrow('the signer made no valid signature')
  })
})

const paid = xdr.OperationResult.opInner(xdr.OperationResultTr.payment(xdr.PaymentResult.paymentSuccess()))
const pay = (source?: Keypair) =>
  Operation.payment({
    destination: PAYEE.publicKey(),
    asset: Asset.native(),
    amount: '7',
    ...(source && { source: source.publicKey() }),
  })
const resultOf = (result: xdr.TransactionResultResult) =>
  new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() }).toXdr('base64')

interface Made {
  readonly operations?: xdr.Operation[]
  readonly by?: Keypair[]
  readonly extra?: Keypair
}
const transactionOf = ({ operations = [pay()], by = [PAYER], extra }: Made = {}): Transaction => {
  const account = new Account(PAYER.publicKey(), '1')
  const builder = new TransactionBuilder(account, { fee: '100', networkPassphrase: TESTNET }).setTimebounds(0, 99)
  for (const operation of operations) builder.addOperation(operation)
  if (extra) builder.setExtraSigners([extra.publicKey()])
  const transaction = builder.build()
  transaction.sign(...by)
  return transaction
}
const readOf = (transaction: Transaction) => {
  const results = transaction.operations.map(() => paid)
  const result = resultOf(xdr.TransactionResultResult.txSuccess(results))
  const read = readTransaction({ envelope: transaction.toEnvelope().toXdr('base64'), result }, TESTNET)
  if (read === undefined) throw new Error('it cannot be read')
  return read
}
const from = PAYER.publicKey()
const by = (signer: Keypair, account = from) => ({ account, signer: signer.publicKey() })

describe('in a transaction', () => {
  test('a key that did not sign it proves nothing', () => {
    expect(isProofOf(by(PAYER), readOf(transactionOf()), { from })).toBe(true)
    expect(isProofOf(by(STRANGER), readOf(transactionOf()), { from })).toBe(false)
    expect(isProofOf(by(PAYER), readOf(transactionOf({ by: [COSIGNER] })), { from })).toBe(false)
  })

  test('another account than the one that paid proves nothing', () => {
    const read = readOf(transactionOf({ operations: [pay(), pay(STRANGER)], by: [PAYER, STRANGER] }))
    expect(isProofOf(by(STRANGER, STRANGER.publicKey()), read, { from })).toBe(false)
    expect(isProofOf(by(STRANGER, STRANGER.publicKey()), read, { from: STRANGER.publicKey() })).toBe(true)
  })

  test('where the account acts alone, every key that signed it is one of its own', () => {
    expect(isProofOf(by(COSIGNER), readOf(transactionOf({ by: [COSIGNER] })), { from })).toBe(true)
  })

  test('where others act too, only the master key is known to be its own', () => {
    const read = readOf(transactionOf({ operations: [pay(), pay(STRANGER)], by: [PAYER, STRANGER] }))
    expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
    expect(isProofOf(by(PAYER), read, { from })).toBe(true)
  })

  test('a key that the transaction only asks to sign besides is none of the account', () => {
    const read = readOf(transactionOf({ by: [PAYER, STRANGER], extra: STRANGER }))
    expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
    expect(isProofOf(by(PAYER), read, { from })).toBe(true)
  })

  test('whoever wraps it in a fee bump proves nothing by signing the outside', () => {
    const inner = transactionOf()
    const bump = TransactionBuilder.buildFeeBumpTransaction(STRANGER, '1000', inner, TESTNET)
    bump.sign(STRANGER)
    const pair = new xdr.InnerTransactionResultPair({
      transactionHash: new xdr.Hash(inner.hash()),
      result: new xdr.InnerTransactionResult({
        feeCharged: 100n,
        result: xdr.InnerTransactionResultResult.txSuccess([paid]),
        ext: xdr.InnerTransactionResultExt.v0(),
      }),
    })
    const result = resultOf(xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair))
    const read = readTransaction({ envelope: bump.toEnvelope().toXdr('base64'), result }, TESTNET)
    if (read === undefined) throw new Error('it cannot be read')
    expect(isProofOf(by(STRANGER), read, { from })).toBe(false)
    expect(isProofOf(by(PAYER), read, { from })).toBe(true)
  })

  test('of what only a seal shows, a signature that anybody could have added counts for nothing', () => {
    const read = readOf(transactionOf({ by: [PAYER, STRANGER] }))
    expect(isProofOf(by(STRANGER), read, { from })).toBe(true)
    expect(isProofOf(by(STRANGER), ownSignaturesOnly(read), { from })).toBe(false)
    expect(isProofOf(by(PAYER), ownSignaturesOnly(read), { from })).toBe(true)
  })
})
