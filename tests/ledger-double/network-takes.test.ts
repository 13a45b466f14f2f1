/** The double takes whatever the network takes: sizes, forms, signers, conditions and calls of contracts. */
import {
  Account,
  Address,
  Asset,
  Contract,
  hash,
  type Keypair,
  MuxedAccount,
  nativeToScVal,
  Operation,
  SorobanDataBuilder,
  StrKey,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { beforeEach, describe, expect, test } from 'vitest'
import { CLASSIC_BYTES_MAX, CONTRACT_BYTES_MAX } from './check-transaction.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { applied, fundedKey, keyOf, transactionBy } from './payer.ts'
import { largeOperations } from './strangers.ts'
import { ledgerMeta } from './transaction-set.ts'

let ledger: Ledger
let [payer, payee, other] = [keyOf(1), keyOf(2), keyOf(3)]
beforeEach(() => {
  ledger = openLedger({ passphrase: 'Test SDF Network ; September 2015', started_at: 1_800_000_000n })
  ;[payer, payee, other] = [fundedKey(ledger, 1), fundedKey(ledger, 2), fundedKey(ledger, 3)]
})

const pay = (destination = payee.publicKey(), source?: string) =>
  Operation.payment({ destination, asset: Asset.native(), amount: '1', ...(source !== undefined && { source }) })
const balance = (key: Keypair) => ledger.accounts.get(key.publicKey())?.balance ?? 0n
const answered = (transaction: { toEnvelope(): xdr.TransactionEnvelope }) => {
  const submission = ledger.submit(transaction.toEnvelope())
  return submission.status === 'ERROR' ? submission.refused.type : submission.status
}
const isPaid = (transaction: { toEnvelope(): xdr.TransactionEnvelope }) => {
  const before = balance(payee)
  const result = applied(ledger, transaction)
  return typeof result === 'object' && result.successful && balance(payee) > before
}

/** A contract is called by a transaction that says what it will use. */
function calling(operation: xdr.Operation, key = payer) {
  const account = new Account(key.publicKey(), ledger.accounts.get(key.publicKey())?.sequence.toString() ?? '0')
  const transaction = new TransactionBuilder(account, { fee: '1000', networkPassphrase: ledger.passphrase })
    .addOperation(operation)
    .setSorobanData(new SorobanDataBuilder().setResourceFee(500).build())
    .setTimebounds(0, 0)
    .build()
  transaction.sign(key)
  return transaction
}
const transferred = (contract: string, to: string, units: bigint) => {
  const args = [
    Address.fromString(payer.publicKey()).toScVal(),
    Address.fromString(to).toScVal(),
    nativeToScVal(units, { type: 'i128' }),
  ]
  const call = new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(contract).toScAddress(),
    functionName: 'transfer',
    args,
  })
  const auth = [
    new xdr.SorobanAuthorizationEntry({
      credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
      rootInvocation: new xdr.SorobanAuthorizedInvocation({
        function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call),
        subInvocations: [],
      }),
    }),
  ]
  return Operation.invokeHostFunction({ func: xdr.HostFunction.hostFunctionTypeInvokeContract(call), auth })
}

describe('sizes', () => {
  test('a hundred thousand bytes of classic operations, and no more than the network takes', () => {
    const large = transactionBy(ledger, payer, [...largeOperations(98), pay()], { fee: 1000 })
    expect(large.toEnvelope().toXdr('raw').length).toBeGreaterThan(100_000)
    expect(isPaid(large)).toBe(true)
    const larger = transactionBy(ledger, payer, largeOperations(100), { fee: 1000, signers: [payer] })
    expect(larger.toEnvelope().toXdr('raw').length).toBeGreaterThan(CLASSIC_BYTES_MAX)
    expect(answered(larger)).toBe('txMalformed')
  })

  test('a contract of 128 KiB, and no more than the network takes', () => {
    const upload = (bytes: number) => calling(Operation.uploadContractWasm({ wasm: new Uint8Array(bytes) }))
    expect(applied(ledger, upload(131_072))).toMatchObject({ successful: true })
    expect(answered(upload(CONTRACT_BYTES_MAX))).toBe('txSorobanInvalid')
  })

  test('the set and the metadata that hold them are what the library reads', () => {
    ledger.submit(transactionBy(ledger, payer, [...largeOperations(98), pay()], { fee: 1000 }).toEnvelope())
    ledger.submit(calling(Operation.uploadContractWasm({ wasm: new Uint8Array(9_000) }), other).toEnvelope())
    const closed = ledger.close()
    const meta = xdr.LedgerCloseMeta.fromXdr(xdr.encodeBytes(ledgerMeta(closed, true), 'base64'), 'base64')
    if (meta.type !== 'v2') throw new Error(meta.type)
    const { txSet, txProcessing, ledgerHeader } = meta.v2
    expect(hash(txSet.toXdr('raw'))).toEqual(ledgerHeader.header.scpValue.txSetHash.toBytes())
    const [classic, contract] = txSet.v1TxSet.phases
    if (classic?.type !== 'v0Components' || contract?.type !== 'parallelTxsComponent') throw new Error('other phases')
    const listed = [
      ...classic.v0Components.flatMap(({ value }) => value.txs),
      ...contract.parallelTxsComponent.executionStages.flat(2),
    ]
    expect(listed.map((one) => one.toXdr('base64'))).toEqual(closed.transactions.map(({ shown }) => shown.envelope))
    expect(txProcessing.map(({ result }) => result.transactionHash.toString())).toEqual(
      closed.transactions.map(({ listed_hash }) => listed_hash),
    )
  })
})

describe('calls of contracts', () => {
  const XLM = Asset.native()

  test('the contract of an asset moves it, and says so in an event', () => {
    const before = balance(payee)
    const contract = XLM.contractId(ledger.passphrase)
    const result = applied(ledger, calling(transferred(contract, payee.publicKey(), 7n)))
    expect(result).toMatchObject({ successful: true, result: { result: { type: 'txSuccess' } } })
    expect(balance(payee)).toBe(before + 7n)
    const topics = typeof result === 'object' ? result.events[0]?.[0]?.body.v0.topics.map((one) => one.type) : []
    expect(topics).toEqual(['scvSymbol', 'scvAddress', 'scvAddress', 'scvString'])
    expect(ledger.paymentsOf(payee.publicKey()).at(-1)?.transaction).toBe(result)
  })

  test('a call of other code fails in the ledger', () => {
    const contract = StrKey.encodeContract(new Uint8Array(32).fill(9))
    expect(applied(ledger, calling(new Contract(contract).call('transfer')))).toMatchObject({ successful: false })
  })

  test('not with a memo, nor beside another operation, nor without its data', () => {
    const upload = Operation.uploadContractWasm({ wasm: new Uint8Array(9) })
    expect(answered(transactionBy(ledger, payer, [upload]))).toBe('txSorobanInvalid')
    expect(answered(transactionBy(ledger, payer, [upload, pay()]))).toBe('txMalformed')
  })
})

describe('who acts, and who signs', () => {
  test('operations of several accounts, each with its own signature, muxed or not', () => {
    const muxed = new MuxedAccount(new Account(other.publicKey(), '0'), '7').accountId()
    const operations = [pay(), pay(payee.publicKey(), muxed), pay(payer.publicKey(), payee.publicKey())]
    expect(answered(transactionBy(ledger, payer, operations))).toBe('txFailed')
    const signed = transactionBy(ledger, payer, operations, { signers: [payer, other, payee] })
    expect(applied(ledger, signed)).toMatchObject({ successful: true })
  })

  test('a stranger may wrap a transaction of others', () => {
    const inner = transactionBy(ledger, payer, [pay()])
    const bump = TransactionBuilder.buildFeeBumpTransaction(other, '400', inner, ledger.passphrase)
    bump.sign(other)
    const result = applied(ledger, bump)
    expect(result).toMatchObject({ fee_source: other.publicKey(), source: payer.publicKey(), successful: true })
    expect(result).toMatchObject({
      hash: Buffer.from(inner.hash()).toString('hex'),
      listed_hash: Buffer.from(bump.hash()).toString('hex'),
    })
  })

  test('the form of before protocol 13 is taken, and kept in the form of today', () => {
    const { tx, signatures } = transactionBy(ledger, payer, [pay()]).toEnvelope().value as xdr.TransactionV1Envelope
    if (tx.cond.type !== 'precondTime') throw new Error('no bounds')
    const old = new xdr.TransactionV0({
      sourceAccountEd25519: payer.rawPublicKey(),
      fee: tx.fee,
      seqNum: tx.seqNum,
      timeBounds: tx.cond.timeBounds,
      memo: tx.memo,
      operations: tx.operations,
      ext: xdr.TransactionV0Ext.v0(),
    })
    const envelope = xdr.TransactionEnvelope.envelopeTypeTxV0(new xdr.TransactionV0Envelope({ tx: old, signatures }))
    expect(isPaid({ toEnvelope: () => envelope })).toBe(true)
  })

  test('a secret, a payload that somebody signs, and a transaction that was agreed on beforehand sign, too', () => {
    const secret = new Uint8Array(32).fill(5)
    const payload = new Uint8Array(8).fill(6)
    const signers = [
      { sha256Hash: hash(secret), weight: 1 },
      {
        ed25519SignedPayload: StrKey.encodeSignedPayload(
          new xdr.SignerKeyEd25519SignedPayload({ ed25519: other.rawPublicKey(), payload }).toXdr('raw'),
        ),
        weight: 1,
      },
    ]
    for (const signer of signers)
      expect(applied(ledger, transactionBy(ledger, payer, [Operation.setOptions({ signer })]))).toMatchObject({
        successful: true,
      })
    const bySecret = transactionBy(ledger, payer, [pay()], { signers: [] })
    bySecret.signHashX(secret)
    expect(isPaid(bySecret)).toBe(true)
    const byPayload = transactionBy(ledger, payer, [pay()], { signers: [] })
    byPayload.addDecoratedSignature(other.signPayloadDecorated(payload))
    expect(isPaid(byPayload)).toBe(true)
    const next = (ledger.accounts.get(payer.publicKey())?.sequence ?? 0n) + 2n
    const agreed = transactionBy(ledger, payer, [pay()], { signers: [], sequence: next })
    const preAuthTx = agreed.hash()
    applied(ledger, transactionBy(ledger, payer, [Operation.setOptions({ signer: { preAuthTx, weight: 1 } })]))
    expect(isPaid(agreed)).toBe(true)
    expect([...(ledger.accounts.get(payer.publicKey())?.signers.keys() ?? [])].map((one) => one[0])).toEqual(['X', 'P'])
  })
})

describe('conditions', () => {
  const built = (set: (builder: TransactionBuilder) => TransactionBuilder, sequence = 0n) => {
    const known = ledger.accounts.get(payer.publicKey())?.sequence ?? 0n
    const account = new Account(payer.publicKey(), (known + sequence).toString())
    const builder = new TransactionBuilder(account, { fee: '100', networkPassphrase: ledger.passphrase })
    const transaction = set(builder.addOperation(pay()).setTimebounds(0, 0)).build()
    transaction.sign(payer)
    return transaction
  }

  test('by ledger, by number, by age', () => {
    const next = ledger.latest().sequence + 1
    expect(answered(built((one) => one.setLedgerbounds(next + 1, 0)))).toBe('txTooEarly')
    expect(answered(built((one) => one.setLedgerbounds(0, next)))).toBe('txTooLate')
    const known = ledger.accounts.get(payer.publicKey())?.sequence ?? 0n
    expect(answered(built((one) => one.setMinAccountSequence((known + 1n).toString()), 10n))).toBe('txBadSeq')
    expect(isPaid(built((one) => one.setMinAccountSequence(known.toString()), 10n))).toBe(true)
    expect(answered(built((one) => one.setMinAccountSequenceAge(60n)))).toBe('txBadMinSeqAgeOrGap')
    expect(answered(built((one) => one.setMinAccountSequenceLedgerGap(9)))).toBe('txBadMinSeqAgeOrGap')
    expect(isPaid(built((one) => one.setLedgerbounds(next, next + 9)))).toBe(true)
  })

  test('by somebody who must sign as well', () => {
    const extra = (one: TransactionBuilder) => one.setExtraSigners([other.publicKey()])
    expect(answered(built(extra))).toBe('txBadAuth')
    const both = built(extra)
    both.sign(other)
    expect(isPaid(both)).toBe(true)
  })
})
