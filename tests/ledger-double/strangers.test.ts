/** What strangers put into ledgers is what the network would show: the official library reads it, and its hashes and signatures hold. */

import { Horizon, rpc } from '@stellar/stellar-sdk'
import {
  FeeBumpTransaction,
  hash,
  Keypair,
  Memo,
  Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LedgerDouble, startLedgerDouble } from './ledger-double.ts'
import { fundedKey } from './payer.ts'
import { type Deed, strangersPay } from './strangers.ts'
import { readEnvelope } from './submitted.ts'

let double: LedgerDouble
let payee: string
beforeAll(async () => {
  double = await startLedgerDouble({ started_at: 1_800_000_000n })
  payee = fundedKey(double.ledger, 1).publicKey()
})
afterAll(() => double.stop())

const digest = '0a'.repeat(32)
const kinds: Deed[] = [
  { kind: 'payment', count: 3, memo: Memo.hash(digest) },
  { kind: 'payment', count: 1, units: 70_000_000n },
  { kind: 'large', count: 2 },
  { kind: 'token', count: 2 },
  { kind: 'false_token', count: 2, argument_bytes: 130_000, event_bytes: 16_000 },
]
const server = () => new rpc.Server(double.source.rpc_url, { allowHttp: true })
const horizon = () => new Horizon.Server(double.source.horizon_url, { allowHttp: true })

test('each kind is a transaction that its sender signed, in a ledger whose set and results hold it', async () => {
  const [before, closed] = [double.ledger.latest(), strangersPay(double.ledger, payee, kinds)]
  expect(closed.flatMap(({ transactions }) => transactions)).toHaveLength(10)
  expect(closed[0]?.header.previousLedgerHash.toString()).toBe(before.hash)
  for (const { header, transactions, sequence, set } of closed) {
    expect(hash(set)).toEqual(header.scpValue.txSetHash.toBytes())
    const { ledgers } = await server().getLedgers({ startLedger: sequence, pagination: { limit: 1 } })
    const meta = ledgers[0]?.metadataXdr
    expect(meta?.type === 'v2' && hash(meta.v2.txSet.toXdr('raw'))).toEqual(hash(set))
    for (const { listed_hash } of transactions) {
      const found = await server().getTransaction(listed_hash)
      if (found.status !== rpc.Api.GetTransactionStatus.SUCCESS) throw new Error(found.status)
      const read = TransactionBuilder.fromXDR(found.envelopeXdr, double.ledger.passphrase)
      if (read instanceof FeeBumpTransaction) throw new Error('a fee bump')
      expect(Buffer.from(read.hash()).toString('hex')).toBe(listed_hash)
      expect(isSigned(read)).toBe(true)
    }
  }
  const sizes = closed.flatMap(({ transactions }) => transactions.map(({ bytes }) => bytes.length))
  expect(sizes.filter((size) => size > 100_000)).toHaveLength(4)
})

const isSigned = (read: Transaction) =>
  read.signatures.some((one) => Keypair.fromPublicKey(read.source).verify(read.hash(), one.signature.toBytes()))

test('Horizon lists what paid, and the RPC tells of everything that claims to', async () => {
  const from = double.ledger.latest().sequence + 1
  strangersPay(double.ledger, payee, kinds)
  const cursor = ((BigInt(from) << 32n) - 1n).toString()
  const { records } = await horizon().payments().forAccount(payee).cursor(cursor).order('asc').limit(200).call()
  expect(records.map(({ type }) => type).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 'invoke_host_function'),
    ...Array.from({ length: 6 }, () => 'payment'),
  ])
  const topics = [[xdr.ScVal.scvSymbol('transfer').toXdr('base64'), '*', '*', '*']]
  const { events } = await server().getEvents({
    startLedger: from,
    filters: [{ type: 'contract', topics }],
    limit: 1000,
  })
  expect(new Set(events.map(({ txHash }) => txHash)).size).toBe(10)
})

test('unreadable ones are served as something else by both, under their own hash', async () => {
  const [closed] = strangersPay(double.ledger, payee, [
    { kind: 'unreadable', count: 1 },
    { kind: 'unreadable', count: 1, part: 'result', text: 'no base64!' },
  ])
  const [first, second] = closed?.transactions ?? []
  const ask = async (name: string | undefined) => {
    const shown = await fetch(`${double.source.horizon_url}/transactions/${name}`)
    return (await shown.json()) as { hash: string; envelope_xdr: string; result_xdr: string }
  }
  const envelope = await ask(first?.hash)
  expect(envelope.hash).toBe(first?.hash)
  expect(readEnvelope(envelope.envelope_xdr)).toBeUndefined()
  expect((await ask(second?.hash)).result_xdr).toBe('no base64!')
  await expect(server().getTransaction(first?.hash ?? '')).rejects.toThrow('TransactionEnvelope')
})

test('thousands fill ledger after ledger, and every one of them is paged through in order', async () => {
  const from = double.ledger.latest().sequence + 1
  const closed = strangersPay(double.ledger, payee, [{ kind: 'payment', count: 2_500 }])
  expect(closed.map(({ transactions }) => transactions.length)).toEqual([1000, 1000, 500])
  const seen = new Set<string>()
  let cursor = ((BigInt(from) << 32n) - 1n).toString()
  for (;;) {
    const { records } = await horizon().payments().forAccount(payee).cursor(cursor).order('asc').limit(200).call()
    for (const { transaction_hash, paging_token } of records) {
      seen.add(transaction_hash)
      expect(BigInt(paging_token)).toBeGreaterThan(BigInt(cursor))
      cursor = paging_token
    }
    if (records.length < 200) break
  }
  expect(seen.size).toBe(2_500)
})
