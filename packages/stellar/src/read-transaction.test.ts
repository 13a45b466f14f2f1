import {
  Account,
  Asset,
  Claimant,
  Memo,
  MuxedAccount,
  Operation,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { describe, expect, test } from 'vitest'
import { readTransaction } from './read-transaction.ts'
import { ISSUER, PAYEE, PAYER, STRANGER, TESTNET } from './stellar.vectors.ts'
import { accountKey, assetXdr } from './xdr-parts.ts'

const usd = { code: 'USD', issuer: ISSUER.publicKey() }
const USD = new Asset(usd.code, usd.issuer)
const to = PAYEE.publicKey()
const { OperationResult, OperationResultTr: Tr } = xdr

const paid = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentSuccess()))
const unpaid = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentUnderfunded()))
const created = OperationResult.opInner(Tr.createAccount(xdr.CreateAccountResult.createAccountSuccess()))
const delivered = (amount: bigint, destination = to) =>
  new xdr.SimplePaymentResult({ destination: accountKey(destination), asset: assetXdr(usd), amount })
const sent = (amount: bigint, destination = to) =>
  OperationResult.opInner(
    Tr.pathPaymentStrictSend(
      xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
        new xdr.PathPaymentStrictSendResultSuccess({ offers: [], last: delivered(amount, destination) }),
      ),
    ),
  )
const received = OperationResult.opInner(
  Tr.pathPaymentStrictReceive(
    xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(
      new xdr.PathPaymentStrictReceiveResultSuccess({ offers: [], last: delivered(70_000_000n) }),
    ),
  ),
)

const transactionOf = (operations: xdr.Operation[], memo: Memo = Memo.none(), max_time = 99): Transaction => {
  const builder = new TransactionBuilder(new Account(PAYER.publicKey(), '1'), {
    fee: '100',
    networkPassphrase: TESTNET,
  })
  for (const operation of operations) builder.addOperation(operation)
  return builder.addMemo(memo).setTimebounds(0, max_time).build()
}
const resultOf = (result: xdr.TransactionResultResult) =>
  new xdr.TransactionResult({ feeCharged: 100n, result, ext: xdr.TransactionResultExt.v0() }).toXdr('base64')
const success = (...results: xdr.OperationResult[]) => resultOf(xdr.TransactionResultResult.txSuccess(results))
const read = (tx: { toEnvelope(): xdr.TransactionEnvelope }, result: string) =>
  readTransaction({ envelope: tx.toEnvelope().toXdr('base64'), result }, TESTNET)

const pay = (destination = to) => Operation.payment({ destination, asset: USD, amount: '7' })
const sendPath = () =>
  Operation.pathPaymentStrictSend({
    sendAsset: Asset.native(),
    sendAmount: '9',
    destination: to,
    destAsset: USD,
    destMin: '5',
  })
const receivePath = () =>
  Operation.pathPaymentStrictReceive({
    sendAsset: Asset.native(),
    sendMax: '9',
    destination: to,
    destAsset: USD,
    destAmount: '7',
  })

describe('what a transaction moved', () => {
  test.each([
    ['a payment', pay(), paid, { kind: 'payment', to, asset: usd, units: 70_000_000n }],
    [
      'a new account',
      Operation.createAccount({ destination: to, startingBalance: '7' }),
      created,
      { kind: 'create_account', to, asset: { code: 'XLM' }, units: 70_000_000n },
    ],
    ['a path to an amount', receivePath(), received, { kind: 'path_payment', to, asset: usd, units: 70_000_000n }],
    [
      'a path from an amount, by what arrived',
      sendPath(),
      sent(61_234_567n),
      { kind: 'path_payment', to, asset: usd, units: 61_234_567n },
    ],
  ])('%s', (_, operation, result, moved) => {
    const transaction = read(transactionOf([operation]), success(result))
    expect(transaction).toMatchObject({ successful: true, result_code: 'txSuccess', valid_until: 99n })
    expect(transaction?.transfers).toEqual([{ place: 'op/0', ...moved, memo: { kind: 'none', value: '' } }])
  })

  test('several payments each have a place of their own', () => {
    const transaction = read(transactionOf([pay(), pay(STRANGER.publicKey()), pay()]), success(paid, paid, paid))
    expect(transaction?.transfers.map(({ place, to: payee }) => [place, payee])).toEqual([
      ['op/0', to],
      ['op/1', STRANGER.publicKey()],
      ['op/2', to],
    ])
  })

  test('nothing, where the transaction failed', () => {
    const transaction = read(transactionOf([pay()]), resultOf(xdr.TransactionResultResult.txFailed([unpaid])))
    expect(transaction).toMatchObject({ successful: false, result_code: 'txFailed', transfers: [] })
    const late = read(transactionOf([pay()]), resultOf(xdr.TransactionResultResult.txTooLate()))
    expect(late).toMatchObject({ successful: false, result_code: 'txTooLate', transfers: [] })
  })

  test('a bound of zero is none', () => {
    expect(read(transactionOf([pay()], Memo.none(), 0), success(paid))?.valid_until).toBeNull()
  })

  test('a balance to be claimed is named as such', () => {
    const operation = Operation.createClaimableBalance({ asset: USD, amount: '7', claimants: [new Claimant(to)] })
    const result = OperationResult.opInner(
      Tr.createClaimableBalance(
        xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(
          xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(new Uint8Array(32)),
        ),
      ),
    )
    expect(read(transactionOf([operation]), success(result))?.transfers).toMatchObject([
      { kind: 'claimable_balance', to },
    ])
  })
})

describe('the memo', () => {
  const memoOf = (memo: Memo, destination = to) =>
    read(transactionOf([pay(destination)], memo), success(paid))?.transfers[0]?.memo
  const muxed = new MuxedAccount(new Account(to, '1'), '7').accountId()

  test('is told apart by kind: the text id:7 is not the number 7, and a return is not a hash', () => {
    expect(memoOf(Memo.text('id:7'))).toEqual({ kind: 'text', value: '69643a37' })
    expect(memoOf(Memo.id('7'))).toEqual({ kind: 'id', value: '7' })
    expect(memoOf(Memo.hash('0a'.repeat(32)))).toEqual({ kind: 'hash', value: '0a'.repeat(32) })
    expect(memoOf(Memo.return('0a'.repeat(32)))).toEqual({ kind: 'return', value: '0a'.repeat(32) })
  })

  test('may be an id in the address, but not that and another', () => {
    expect(memoOf(Memo.none(), muxed)).toEqual({ kind: 'id', value: '7' })
    expect(memoOf(Memo.id('7'), muxed)).toEqual({ kind: 'several', value: '' })
  })
})

describe('a fee bump', () => {
  const inner = transactionOf([pay()])
  inner.sign(PAYER)
  const bump = TransactionBuilder.buildFeeBumpTransaction(STRANGER, '400', inner, TESTNET)
  const resultFor = (hash: Uint8Array) =>
    resultOf(
      xdr.TransactionResultResult.txFeeBumpInnerSuccess(
        new xdr.InnerTransactionResultPair({
          transactionHash: hash,
          result: new xdr.InnerTransactionResult({
            feeCharged: 0n,
            result: xdr.InnerTransactionResultResult.txSuccess([paid]),
            ext: xdr.InnerTransactionResultExt.v0(),
          }),
        }),
      ),
    )

  test('is known by what it carries, and listed under its own hash', () => {
    const transaction = read(bump, resultFor(inner.hash()))
    expect(transaction).toMatchObject({
      hash: xdr.encodeBytes(inner.hash(), 'hex'),
      listed_hash: xdr.encodeBytes(bump.hash(), 'hex'),
      successful: true,
    })
    expect(transaction?.transfers).toHaveLength(1)
  })

  test('does not take the result of another transaction, nor a plain success', () => {
    expect(read(bump, resultFor(bump.hash()))).toBeUndefined()
    expect(read(bump, success(paid))).toBeUndefined()
    expect(read(inner, resultFor(inner.hash()))).toBeUndefined()
  })
})

describe('a result that does not fit its envelope is not read', () => {
  test.each([
    ['too few results', [pay(), pay()], [paid]],
    ['another operation', [pay()], [created]],
    ['a failed operation in a success', [pay()], [unpaid]],
    ['an operation that was not run', [pay()], [OperationResult.opNotSupported()]],
    ['less than the least amount', [sendPath()], [sent(49_999_999n)]],
    ['another payee', [sendPath()], [sent(60_000_000n, STRANGER.publicKey())]],
  ] as const)('%s', (_, operations, results) => {
    expect(read(transactionOf([...operations]), success(...results))).toBeUndefined()
  })

  test('no XDR at all', () => {
    expect(readTransaction({ envelope: 'x', result: success(paid) }, TESTNET)).toBeUndefined()
    expect(read(transactionOf([pay()]), 'AAAA')).toBeUndefined()
  })
})
