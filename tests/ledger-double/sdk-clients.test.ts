import { Horizon, rpc } from '@stellar/stellar-sdk'
import { Address, Asset, Memo, nativeToScVal, Operation, TransactionBuilder, xdr } from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LedgerDouble, startLedgerDouble } from './ledger-double.ts'
import { fundedKey, keyOf, transactionBy } from './payer.ts'

let double: LedgerDouble
beforeAll(async () => {
  double = await startLedgerDouble({ started_at: 1_800_000_000n })
})
afterAll(() => double.stop())

const hexOf = (bytes: Uint8Array) => xdr.encodeBytes(bytes, 'hex')
const pay = (destination: string, amount = '12.5') => Operation.payment({ destination, asset: Asset.native(), amount })

describe("the official client of the RPC takes the double for a network's", () => {
  const server = () => new rpc.Server(double.source.rpc_url, { allowHttp: true })

  test('health, network, version, latest ledger, fees', async () => {
    expect(await server().getHealth()).toMatchObject({ status: 'healthy', oldestLedger: 1 })
    expect(await server().getNetwork()).toMatchObject({ passphrase: double.ledger.passphrase })
    expect(await server().getVersionInfo()).toMatchObject({ version: 'ledger-double' })
    const latest = await server().getLatestLedger()
    expect(latest).toMatchObject({ sequence: double.ledger.latest().sequence, id: double.ledger.latest().hash })
    expect(latest.headerXdr.ledgerSeq).toBe(latest.sequence)
    expect((await server().getFeeStats()).inclusionFee.p95).toBe('100')
  })

  test('friendbot funds an account once, and then says so', async () => {
    const id = keyOf(10).publicKey()
    const account = await server().requestAirdrop(id)
    expect(account.sequenceNumber()).toBe(double.ledger.accounts.get(id)?.sequence.toString())
    expect((await server().requestAirdrop(id)).accountId()).toBe(id)
    expect((await server().getAccountEntry(id)).balance).toBe(100_000_000_000n)
  })

  test('a payment is sent, found, and in the ledger that says so', async () => {
    const [from, to] = [fundedKey(double.ledger, 11), fundedKey(double.ledger, 12)]
    const transaction = transactionBy(double.ledger, from, [pay(to.publicKey())], { memo: Memo.text('order 24') })
    const hash = hexOf(transaction.hash())
    expect(await server().sendTransaction(transaction)).toMatchObject({ status: 'PENDING', hash })
    expect((await server().sendTransaction(transaction)).status).toBe('DUPLICATE')
    expect((await server().getTransaction(hash)).status).toBe('NOT_FOUND')
    const { sequence } = double.ledger.close()
    const found = await server().getTransaction(hash)
    if (found.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(found.status)
    expect(found.ledger).toBe(sequence)
    expect(found.envelopeXdr.equals(transaction.toEnvelope())).toBe(true)
    expect(found.resultXdr.result.type).toBe('txSuccess')
    const { ledgers } = await server().getLedgers({ startLedger: sequence, pagination: { limit: 1 } })
    expect(ledgers[0]?.metadataXdr.value).toMatchObject({ scpInfo: [] })
    expect(ledgers[0]?.hash).toBe(double.ledger.latest().hash)
    const again = await server().sendTransaction(transaction)
    expect([again.status, again.errorResult?.result.type]).toEqual(['ERROR', 'txBadSeq'])
  })

  test('events are found by payee, and follow each other by cursor', async () => {
    const [from, to] = [fundedKey(double.ledger, 13), fundedKey(double.ledger, 14)]
    const startLedger = double.ledger.latest().sequence + 1
    for (const amount of ['1', '2', '3']) {
      double.ledger.submit(transactionBy(double.ledger, from, [pay(to.publicKey(), amount)]).toEnvelope())
      double.ledger.close()
    }
    const payee = Address.fromString(to.publicKey()).toScVal().toXdr('base64')
    const topics = [[xdr.ScVal.scvSymbol('transfer').toXdr('base64'), '*', payee, '**']]
    const filters = [{ type: 'contract' as const, topics }]
    const first = await server().getEvents({ startLedger, filters, limit: 2 })
    const rest = await server().getEvents({ cursor: first.cursor, filters, limit: 2 })
    const none = await server().getEvents({ cursor: rest.cursor, filters, limit: 2 })
    const values = [...first.events, ...rest.events, ...none.events].map(({ value }) => value.toXdr('base64'))
    expect(values).toEqual([1n, 2n, 3n].map((n) => nativeToScVal(n * 10_000_000n, { type: 'i128' }).toXdr('base64')))
    await expect(server().getEvents({ startLedger: 100_000, filters })).rejects.toMatchObject({ code: -32600 })
  })
})

describe("the official client of Horizon takes the double for a network's", () => {
  const server = () => new Horizon.Server(double.source.horizon_url, { allowHttp: true })

  test('root, fees, friendbot, accounts', async () => {
    const id = keyOf(20).publicKey()
    await server().friendbot(id).call()
    const account = await server().loadAccount(id)
    expect(account.balances).toMatchObject([{ asset_type: 'native', balance: '10000.0000000' }])
    expect(account.sequence).toBe(double.ledger.accounts.get(id)?.sequence.toString())
    expect((await server().feeStats()).fee_charged.p95).toBe('100')
    expect(await server().root()).toMatchObject({ history_elder_ledger: 1 })
    await expect(server().loadAccount(keyOf(99).publicKey())).rejects.toMatchObject({ response: { status: 404 } })
  })

  test('a submission is answered when its ledger has closed, and is then in the lists', async () => {
    const [from, to] = [fundedKey(double.ledger, 21), fundedKey(double.ledger, 22)]
    const transaction = transactionBy(double.ledger, from, [pay(to.publicKey()), pay(to.publicKey(), '2')], {
      memo: Memo.hash('0a'.repeat(32)),
      fee: 100,
    })
    const sent = server().submitTransaction(transaction)
    await expect.poll(() => double.ledger.close().transactions.length).toBe(1)
    expect(await sent).toMatchObject({ successful: true, hash: hexOf(transaction.hash()) })
    const found = await server().transactions().transaction(hexOf(transaction.hash())).call()
    expect(found).toMatchObject({ successful: true, memo_type: 'hash', operation_count: 2 })
    const page = await server().payments().forAccount(to.publicKey()).order('asc').limit(2).join('transactions').call()
    expect(page.records).toMatchObject([
      { type: 'create_account', account: to.publicKey() },
      { type: 'payment', amount: '12.5000000' },
    ])
    expect((await page.next()).records).toMatchObject([{ type: 'payment', amount: '2.0000000' }])
  })

  test('a fee bump is found by either hash', async () => {
    const [from, to, helper] = [21, 22, 23].map((fill) => fundedKey(double.ledger, fill))
    if (!from || !to || !helper) throw new Error('no accounts')
    const inner = transactionBy(double.ledger, from, [pay(to.publicKey())])
    const bump = TransactionBuilder.buildFeeBumpTransaction(helper, '300', inner, double.ledger.passphrase)
    bump.sign(helper)
    expect(await server().submitAsyncTransaction(bump)).toMatchObject({ tx_status: 'PENDING' })
    double.ledger.close()
    for (const hash of [inner.hash(), bump.hash()]) {
      const found = await server().transactions().transaction(hexOf(hash)).call()
      expect(found).toMatchObject({ hash: hexOf(bump.hash()), inner_transaction: { hash: hexOf(inner.hash()) } })
    }
  })

  test('a failed submission says why', async () => {
    const from = fundedKey(double.ledger, 24)
    const transaction = transactionBy(double.ledger, from, [pay(keyOf(98).publicKey())])
    const sent = server()
      .submitTransaction(transaction, { skipMemoRequiredCheck: true })
      .catch((error: unknown) => error)
    await expect.poll(() => double.ledger.close().transactions.length).toBe(1)
    expect(await sent).toMatchObject({ response: { status: 400 } })
  })
})
