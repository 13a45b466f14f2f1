/**
 * Sources among hostile strangers: what nobody can read is one item of its ledger, what is too large is asked for in smaller
 * pages, and an account with thousands of payments is read in parts that are whole.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Memo } from '@stellar/stellar-sdk/base'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LedgerDouble, startLedgerDouble } from '../../tests/ledger-double/ledger-double.ts'
import { fundedKey } from '../../tests/ledger-double/payer.ts'
import { strangersPay } from '../../tests/ledger-double/strangers.ts'
import { createHttpsClient } from '../src/platform/egress/https-client.ts'
import { ledgerHttp } from '../src/platform/egress/ledger/ledger-http.ts'
import type { LedgerSource, Scanned } from '../src/platform/egress/ledger/ledger-source.ts'
import { horizonSource } from '../src/platform/egress/ledger/stellar/horizon-source.ts'
import { rpcSource } from '../src/platform/egress/ledger/stellar/rpc-source.ts'

let double: LedgerDouble
let payee: string
let after: number
beforeEach(async () => {
  double = await startLedgerDouble({ started_at: 1_800_000_000n })
  payee = fundedKey(double.ledger, 1).publicKey()
  after = double.ledger.latest().sequence
})
afterEach(() => double.stop())

const https = createHttpsClient({ timeout_ms: 10_000, max_bytes: 1_000 })

/** `bytes_max`: of an answer. */
function sourceOf(api: 'rpc' | 'horizon', bytes_max?: number): LedgerSource {
  const { passphrase } = double.ledger
  const url = api === 'rpc' ? double.source.rpc_url : double.source.horizon_url
  const setting = { name: api, operator: 'o', api, network: 'stellar_testnet', url, simulated: true } as const
  const http = ledgerHttp(https, api, bytes_max)
  return api === 'rpc'
    ? rpcSource(setting, { http, passphrase, now: () => Date.now() })
    : horizonSource(setting, { http, passphrase })
}
const read = (source: LedgerSource, more: { after?: number; budget?: number } = {}): Promise<Scanned> =>
  source.transfersTo({ payee, own_assets: [], after, through: double.ledger.latest().sequence, ...more })
const hashes = (some: readonly { hash: string }[]): string[] => some.map(({ hash }) => hash)
const all = () => double.ledger.ledgers.slice(after).flatMap(({ transactions }) => hashes(transactions))

describe.each(['rpc', 'horizon'] as const)('by %s', (api) => {
  test.each([
    ['an envelope that is no XDR', { part: 'envelope' as const }],
    ['a result that is no XDR', { part: 'result' as const }],
    ['no base64', { part: 'envelope' as const, text: 'neither this nor that!' }],
    ['nothing', { part: 'result' as const, text: '' }],
  ])('%s is one unreadable item of its ledger, and what stands beside it is read', async (_, how) => {
    const [ledger] = strangersPay(double.ledger, payee, [
      { kind: 'payment', count: 2, units: 7n },
      { kind: 'unreadable', count: 1, ...how },
    ])
    const [first, bad, last] = hashes(ledger?.transactions ?? [])
    const { transactions, unreadable, through } = await read(sourceOf(api))
    expect(hashes(transactions)).toEqual([first, last])
    expect(unreadable).toEqual([{ hash: bad, ledger: ledger?.sequence, closed_at: ledger?.closed_at }])
    expect(through).toBe(ledger?.sequence)
    expect(await sourceOf(api).transaction(bad ?? '')).toEqual({ is: 'unknown' })
  })

  test('another transaction than the one that is named is unreadable, not believed', async () => {
    strangersPay(double.ledger, payee, [{ kind: 'payment', count: 1 }])
    const [[, other]] = [double.ledger.paymentsOf(payee).map(({ transaction }) => transaction.shown)]
    const [ledger] = strangersPay(double.ledger, payee, [{ kind: 'unreadable', count: 1, text: other?.envelope ?? '' }])
    const { transactions, unreadable } = await read(sourceOf(api))
    expect(transactions).toHaveLength(1)
    expect(hashes(unreadable)).toEqual(hashes(ledger?.transactions ?? []))
  })

  test('large transactions and calls of contracts are read like any other', async () => {
    const memo = Memo.hash('0a'.repeat(32))
    strangersPay(double.ledger, payee, [
      { kind: 'large', count: 3, units: 5n, memo },
      { kind: 'token', count: 2, units: 5n },
      { kind: 'false_token', count: 2, argument_bytes: 130_000 },
    ])
    const { transactions, unreadable } = await read(sourceOf(api))
    expect(unreadable).toEqual([])
    const paid = transactions.flatMap(({ transfers }) => transfers.filter(({ kind }) => kind === 'payment'))
    expect(paid.map(({ units, place, memo: { kind } }) => [units, place, kind])).toEqual(
      Array.from({ length: 3 }, () => [5n, 'op/98', 'hash']),
    )
  })

  test('a payment too large for any answer is unreadable, and the others are asked for in smaller pages', async () => {
    strangersPay(double.ledger, payee, [
      { kind: 'payment', count: 30 },
      { kind: 'large', count: 1 },
    ])
    double.ledger.close()
    const large = double.ledger.paymentsOf(payee).find(({ transaction }) => transaction.bytes.length > 100_000)
    const { transactions, unreadable } = await read(sourceOf(api, 120_000))
    expect(hashes(unreadable)).toEqual([large?.transaction.hash])
    expect(hashes(transactions).toSorted()).toEqual(
      all()
        .filter((hash) => hash !== large?.transaction.hash)
        .toSorted(),
    )
    expect(await sourceOf(api, 120_000).transaction(large?.transaction.hash ?? '')).toEqual({ is: 'unknown' })
  })

  test('a budget ends with a whole ledger, and the next call goes on after it until all is read once', async () => {
    for (let i = 0; i < 5; i += 1) strangersPay(double.ledger, payee, [{ kind: 'payment', count: 7 }])
    const source = sourceOf(api)
    const parts: Scanned[] = []
    for (let from = after; from < double.ledger.latest().sequence; from = parts.at(-1)?.through ?? Infinity)
      parts.push(await read(source, { after: from, budget: 10 }))
    expect(parts.map(({ transactions, through }) => [transactions.length, through - after])).toEqual([
      [14, 2],
      [14, 4],
      [7, 5],
    ])
    expect(parts.flatMap(({ transactions }) => hashes(transactions))).toEqual(all())
  })

  test('a ledger with more than the budget is read to its end all the same', async () => {
    strangersPay(double.ledger, payee, [{ kind: 'payment', count: 300 }])
    double.ledger.close()
    const { transactions, through } = await read(sourceOf(api), { budget: 1 })
    expect([transactions.length, through]).toEqual([300, double.ledger.latest().sequence])
  })

  test('one that stops answering in the middle has not read what it has not shown', async () => {
    strangersPay(double.ledger, payee, [{ kind: 'payment', count: 250 }])
    double.source.faults.calls.push({ kind: 'lost_after', call: api === 'rpc' ? 'getTransaction' : 'accounts' })
    await expect(read(sourceOf(api))).rejects.toMatchObject({ why: 'unavailable' })
  })
})

test('events of contracts that are too large for one answer are asked for in smaller pages', async () => {
  strangersPay(double.ledger, payee, [
    { kind: 'false_token', count: 20, event_bytes: 16_000 },
    { kind: 'payment', count: 20 },
  ])
  double.ledger.close()
  const { transactions, unreadable } = await read(sourceOf('rpc', 200_000))
  expect(unreadable).toEqual([])
  expect(hashes(transactions)).toEqual(all())
})

test('a ledger that strangers filled until no answer can hold it is placed by the one after it', async () => {
  const fill = () =>
    strangersPay(double.ledger, payee, [
      { kind: 'payment', count: 1 },
      { kind: 'false_token', count: 1, argument_bytes: 130_000 },
    ])
  const [ledger] = fill()
  const [paid] = all()
  const alone = await read(sourceOf('rpc', 100_000))
  expect([alone.transactions, hashes(alone.unreadable)]).toEqual([[], all()])
  double.ledger.close()
  const { transactions } = await read(sourceOf('rpc', 100_000))
  expect(hashes(transactions)).toEqual([paid])
  expect(transactions[0]?.ledger).toMatchObject({ hash: ledger?.hash, closed_at: ledger?.closed_at })
  expect(transactions).toEqual((await read(sourceOf('horizon'))).transactions)
})

test.each([
  ['repeats a payment', [1, 1]],
  ['goes back', [2, 1]],
])('a Horizon that %s is not read on', async (_, order) => {
  const [ledger] = strangersPay(double.ledger, payee, [{ kind: 'payment', count: 2 }])
  const { horizon_url } = double.source
  const shown = await fetch(`${horizon_url}/accounts/${payee}/payments?order=asc&limit=200&join=transactions`)
  const { _embedded } = (await shown.json()) as { _embedded: { records: { paging_token: string }[] } }
  const mine = _embedded.records.filter(({ paging_token }) => Number(BigInt(paging_token) >> 32n) === ledger?.sequence)
  const records = order.map((n) => mine[n - 1])
  const liar = createServer((request, response) => {
    const asked = request.url ?? '/'
    if (asked.includes('/payments')) return void response.end(JSON.stringify({ _embedded: { records } }))
    fetch(`${horizon_url}${asked}`)
      .then(async (answer) => response.end(await answer.text()))
      .catch(() => response.destroy())
  })
  liar.listen(0, '127.0.0.1')
  await once(liar, 'listening')
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`
  const setting = {
    name: 'liar',
    operator: 'o',
    api: 'horizon',
    network: 'stellar_testnet',
    url,
    simulated: true,
  } as const
  const source = horizonSource(setting, { http: ledgerHttp(https, 'liar'), passphrase: double.ledger.passphrase })
  const outcome = await read(source).catch((error: unknown) => error)
  liar.closeAllConnections()
  liar.close()
  expect(outcome).toMatchObject({ why: 'malformed' })
})
