/** Envelopes, results and entries of a ledger, as it writes them. */
import { Account, Asset, Memo, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base'
import { ISSUER, PAYEE, PAYER, TESTNET, terms } from '../../../packages/stellar/src/stellar.vectors.ts'
import { accountKey, assetXdr } from '../../../packages/stellar/src/xdr-parts.ts'

const asset = { code: 'USD', issuer: ISSUER.publicKey() }
const to = PAYEE.publicKey()
const USD = new Asset(asset.code, asset.issuer)

const builtWith = (operations: xdr.Operation[], memo: Memo) => {
  const builder = new TransactionBuilder(new Account(PAYER.publicKey(), '1'), {
    fee: '100',
    networkPassphrase: TESTNET,
  })
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.addMemo(memo).setTimebounds(0, 99).build()
  transaction.sign(PAYER)
  return transaction
}

const { OperationResult, OperationResultTr: Tr } = xdr
const delivered = new xdr.SimplePaymentResult({
  destination: accountKey(to),
  asset: assetXdr(asset),
  amount: 70_000_000n,
})
const paid = OperationResult.opInner(Tr.payment(xdr.PaymentResult.paymentSuccess()))
const created = OperationResult.opInner(Tr.createAccount(xdr.CreateAccountResult.createAccountSuccess()))
const sent = OperationResult.opInner(
  Tr.pathPaymentStrictSend(
    xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
      new xdr.PathPaymentStrictSendResultSuccess({ offers: [], last: delivered }),
    ),
  ),
)

const resultOf = (results: xdr.OperationResult[]): string =>
  new xdr.TransactionResult({
    feeCharged: 100n,
    result: xdr.TransactionResultResult.txSuccess(results),
    ext: xdr.TransactionResultExt.v0(),
  }).toXdr('base64')

const payment = builtWith([Operation.payment({ destination: to, asset: USD, amount: '7' })], Memo.text('order 7'))
const several = builtWith(
  [
    Operation.createAccount({ destination: to, startingBalance: '2' }),
    Operation.pathPaymentStrictSend({
      sendAsset: Asset.native(),
      sendAmount: '9',
      destination: to,
      destAsset: USD,
      destMin: '1',
    }),
  ],
  Memo.id('7'),
)
const bumped = TransactionBuilder.buildFeeBumpTransaction(PAYER, '400', payment, TESTNET)

const accountEntry = xdr.LedgerEntryData.account(
  new xdr.AccountEntry({
    accountId: accountKey(PAYER.publicKey()),
    balance: 100_000_000n,
    seqNum: 7n,
    numSubEntries: 1,
    inflationDest: null,
    flags: 0,
    homeDomain: '',
    thresholds: new Uint8Array([1, 0, 0, 0]),
    signers: [],
    ext: xdr.AccountEntryExt.v0(),
  }),
)

export const STELLAR_SEEDS = {
  payer: PAYER.publicKey(),
  asset,
  terms: terms(),
  envelopes: [payment, several, bumped].map((one) => one.toEnvelope().toXdr('base64')),
  pairs: [
    { envelope: payment.toEnvelope().toXdr('base64'), result: resultOf([paid]) },
    { envelope: several.toEnvelope().toXdr('base64'), result: resultOf([created, sent]) },
  ],
  entries: [accountEntry.toXdr('base64'), resultOf([paid])],
}
