import {
  Account,
  Asset,
  Claimant,
  Keypair,
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
import type { StellarAsset } from './terms.ts'
import { accountKey, assetXdr } from './xdr-parts.ts'

const usd = { code: 'USD', issuer: ISSUER.publicKey() }
const USD = new Asset(usd.code, usd.issuer)
const to = PAYEE.publicKey()
const { OperationResult, OperationResultTr: Tr } = xdr

const paid = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentSuccess()))
const unpaid = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentUnderfunded()))
const created = OperationResult.opInner(Tr.createAccount(xdr.CreateAccountResult.createAccountSuccess()))
const delivered = (amount: bigint, destination = to, asset: StellarAsset = usd) =>
  new xdr.SimplePaymentResult({ destination: accountKey(destination), asset: assetXdr(asset), amount })
const sent = (amount: bigint, destination = to, asset: StellarAsset = usd) =>
  OperationResult.opInner(
    Tr.pathPaymentStrictSend(
      xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
        new xdr.PathPaymentStrictSendResultSuccess({ offers: [], last: delivered(amount, destination, asset) }),
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
    expect(transaction?.transfers).toEqual([
      { place: 'op/0', from: PAYER.publicKey(), ...moved, memo: { kind: 'none', value: '' } },
    ])
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

describe('who paid', () => {
  const stranger = STRANGER.publicKey()
  const muxedStranger = new MuxedAccount(new Account(stranger, '1'), '7').accountId()
  const own = (source: string) => Operation.payment({ destination: to, asset: USD, amount: '7', source })

  test('is the source of the operation, and of the transaction where the operation names none, by its base account', () => {
    const transaction = read(transactionOf([pay(), own(stranger), own(muxedStranger)]), success(paid, paid, paid))
    expect(transaction?.transfers.map(({ from }) => from)).toEqual([PAYER.publicKey(), stranger, stranger])
  })

  test('stands beside everybody who acts in the transaction, each once, also where only another pays', () => {
    expect(read(transactionOf([own(muxedStranger), own(stranger)]), success(paid, paid))?.signed.sources).toEqual([
      PAYER.publicKey(),
      stranger,
    ])
    expect(read(transactionOf([pay(), pay()]), success(paid, paid))?.signed.sources).toEqual([PAYER.publicKey()])
  })

  test('is signed by those who signed the transaction, as it stands in the envelope', () => {
    const tx = transactionOf([pay()])
    tx.sign(PAYER, STRANGER)
    expect(read(tx, success(paid))?.signed.signatures).toEqual(
      [PAYER, STRANGER].map((key) => ({
        hint: xdr.encodeBytes(key.rawPublicKey().slice(-4), 'hex'),
        signature: xdr.encodeBytes(key.sign(tx.hash()), 'hex'),
      })),
    )
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
    expect(transaction?.transfers).toMatchObject([{ from: PAYER.publicKey() }])
  })

  test('tells who signed the inside, and nothing of who wrapped it', () => {
    bump.sign(STRANGER)
    expect(read(bump, resultFor(inner.hash()))?.signed).toEqual({
      sources: [PAYER.publicKey()],
      signatures: [
        {
          hint: xdr.encodeBytes(PAYER.rawPublicKey().slice(-4), 'hex'),
          signature: xdr.encodeBytes(PAYER.sign(inner.hash()), 'hex'),
        },
      ],
    })
  })

  test('does not take the result of another transaction, nor a plain success', () => {
    expect(read(bump, resultFor(bump.hash()))).toBeUndefined()
    expect(read(bump, success(paid))).toBeUndefined()
    expect(read(inner, resultFor(inner.hash()))).toBeUndefined()
  })
})

describe('the hash of an envelope is that of its bytes', () => {
  const muxed = new MuxedAccount(new Account(STRANGER.publicKey(), '1'), '7').accountId()
  const outcome = (inner: Uint8Array) =>
    xdr.TransactionResultResult.txFeeBumpInnerFailed(
      new xdr.InnerTransactionResultPair({
        transactionHash: inner,
        result: new xdr.InnerTransactionResult({
          feeCharged: 0n,
          result: xdr.InnerTransactionResultResult.txBadSeq(),
          ext: xdr.InnerTransactionResultExt.v0(),
        }),
      }),
    )

  test.each([
    ['one signature on each side', [PAYER], [STRANGER], STRANGER.publicKey()],
    ['several, and a muxed account that pays the fee', [PAYER, PAYEE, ISSUER], [STRANGER, PAYEE], muxed],
    ['none outside', [PAYER], [], muxed],
  ])('%s', (_, inside, outside, feeSource) => {
    const inner = transactionOf([pay()], Memo.text('abc'))
    inner.sign(...inside)
    // A secret as a signature has any length.
    inner.signHashX(new Uint8Array(13))
    const bump = TransactionBuilder.buildFeeBumpTransaction(feeSource, '400', inner, TESTNET)
    bump.sign(...outside)
    expect(read(bump, resultOf(outcome(inner.hash())))).toMatchObject({
      hash: xdr.encodeBytes(inner.hash(), 'hex'),
      listed_hash: xdr.encodeBytes(bump.hash(), 'hex'),
    })
    expect(read(inner, success(paid))?.hash).toBe(xdr.encodeBytes(inner.hash(), 'hex'))
  })

  test('in the one text that it has', () => {
    const tx = transactionOf([pay()])
    const text = tx.toEnvelope().toXdr('base64')
    const bytes = tx.toEnvelope().toXdr('raw')
    const readText = (envelope: string) => readTransaction({ envelope, result: success(paid) }, TESTNET)
    expect(readText(text)).toBeDefined()
    expect(readText(` ${text}`)).toBeUndefined()
    expect(readText(text.replace(/=+$/, ''))).toBeUndefined()
    // The last letter has bits to spare, which most decoders pass over.
    expect(text).toMatch(/A==$/)
    expect(readText(text.replace(/A==$/, 'B=='))).toBeUndefined()
    expect(readText(xdr.encodeBytes(new Uint8Array([...bytes, ...bytes]), 'base64'))).toBeUndefined()
    expect(readText(xdr.encodeBytes(new Uint8Array([...bytes, 0, 0, 0]), 'base64'))).toBeUndefined()
  })
})

describe('an envelope as large as a network takes is read', () => {
  const wide = (() => {
    const late = Claimant.predicateBeforeAbsoluteTime('99')
    const both = (one: xdr.ClaimPredicate) => Claimant.predicateAnd(one, one)
    return both(both(late))
  })()
  const claimants = Array.from(
    { length: 9 },
    (_, i) => new Claimant(Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(i + 10)).publicKey(), wide),
  )
  const promise = Operation.createClaimableBalance({ asset: USD, amount: '7', claimants })
  const promised = OperationResult.opInner(
    Tr.createClaimableBalance(
      xdr.CreateClaimableBalanceResult.createClaimableBalanceSuccess(
        xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(new Uint8Array(32)),
      ),
    ),
  )
  const called = OperationResult.opInner(
    Tr.invokeHostFunction(xdr.InvokeHostFunctionResult.invokeHostFunctionSuccess(new Uint8Array(32))),
  )
  const sizeOf = (tx: Transaction) => tx.toEnvelope().toXdr('raw').length

  test('with a hundred operations', () => {
    const tx = transactionOf([...Array.from({ length: 99 }, () => promise), pay()])
    expect(sizeOf(tx)).toBeGreaterThan(100_000)
    const results = [...Array.from({ length: 99 }, () => promised), paid]
    expect(read(tx, success(...results))?.transfers.at(-1)).toMatchObject({ place: 'op/99', kind: 'payment', to })
  })

  test('with a contract of the greatest size', () => {
    const tx = transactionOf([Operation.uploadContractWasm({ wasm: new Uint8Array(131_072) })])
    expect(sizeOf(tx)).toBeGreaterThan(131_072)
    expect(read(tx, success(called))).toMatchObject({ successful: true, transfers: [] })
  })

  test('and none that no network could take', () => {
    const tx = transactionOf([Operation.uploadContractWasm({ wasm: new Uint8Array(600_000) })])
    expect(read(tx, success(called))).toBeUndefined()
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
    ['another asset than was asked for', [sendPath()], [sent(60_000_000n, to, { code: 'XLM' })]],
    ['the asset of another issuer', [sendPath()], [sent(60_000_000n, to, { ...usd, issuer: STRANGER.publicKey() })]],
  ] as const)('%s', (_, operations, results) => {
    expect(read(transactionOf([...operations]), success(...results))).toBeUndefined()
  })

  test('no XDR at all', () => {
    expect(readTransaction({ envelope: 'x', result: success(paid) }, TESTNET)).toBeUndefined()
    expect(read(transactionOf([pay()]), 'AAAA')).toBeUndefined()
  })
})
