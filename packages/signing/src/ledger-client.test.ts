/** A source's answers are believed only in their exact shape, about what was asked, on the network that is meant. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LedgerDouble, startLedgerDouble } from '../../../tests/ledger-double/ledger-double.ts'
import { keyOf } from '../../../tests/ledger-double/payer.ts'
import { createLedgerClient } from './ledger-client.ts'
import { LedgerRefusedError, LedgerUnavailableError } from './rpc-call.ts'
import { clientOf, STARTED_AT } from './signing.vectors.ts'

let double: LedgerDouble
beforeEach(async () => {
  double = await startLedgerDouble({ started_at: STARTED_AT })
})
afterEach(() => double.stop())

test('head, hashes, fees and test funds', async () => {
  const client = clientOf(double)
  expect(await client.head()).toEqual({
    sequence: 1,
    hash: double.ledger.latest().hash,
    closed_at: Number(STARTED_AT),
  })
  expect(await client.hashOf(1)).toBe(double.ledger.latest().hash)
  expect(await client.hashOf(99)).toBeUndefined()
  expect(await client.fee95()).toBe(100)
  const address = keyOf(5).publicKey()
  expect(await client.fund(address)).toBe(true)
  expect(await client.fund(address)).toBe(false)
  expect(double.ledger.accounts.has(address)).toBe(true)
})

test('a source of another network gets nothing', async () => {
  const passphrase = 'Public Global Stellar Network ; September 2015'
  const client = createLedgerClient({ rpc_url: double.source.rpc_url, passphrase })
  await expect(client.head()).rejects.toThrow(LedgerRefusedError)
  await expect(client.send('AAAA')).rejects.toThrow('another network')
})

describe('no answer', () => {
  test.each(['lost_before', 'lost_after', 'too_many', 'timeout'] as const)('%s', async (kind) => {
    double.source.faults.calls.push({ kind, call: 'getFeeStats' })
    await expect(clientOf(double).fee95()).rejects.toThrow(LedgerUnavailableError)
  })

  test('in time', async () => {
    double.source.faults.calls.push({ kind: 'slow', ms: 5000, call: 'getFeeStats' })
    await expect(clientOf(double, 50).fee95()).rejects.toThrow('no answer within 50 ms')
  })

  test('because the caller has stopped is no fault of the ledger', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(clientOf(double).fee95(stopped)).rejects.toThrow('stopped')
  })

  const odd: [string, (id: number) => unknown][] = [
    ['a text', () => 'hello'],
    ['a list', () => []],
    ['another id', (id) => ({ jsonrpc: '2.0', id: id + 1, result: { inclusionFee: { p95: '100' } } })],
    ['no result', (id) => ({ jsonrpc: '2.0', id })],
    ['a fee below zero', (id) => ({ jsonrpc: '2.0', id, result: { inclusionFee: { p95: '-1' } } })],
    ['a fee with an exponent', (id) => ({ jsonrpc: '2.0', id, result: { inclusionFee: { p95: '1e3' } } })],
    ['a fee in parts', (id) => ({ jsonrpc: '2.0', id, result: { inclusionFee: { p95: 1.5 } } })],
  ]
  test.each(odd)('that is %s can be used', async (_, answer) => {
    const server = createServer((request, response) => {
      request.setEncoding('utf8')
      let body = ''
      request.on('data', (part: string) => (body += part))
      request.on('end', () => response.end(JSON.stringify(answer((JSON.parse(body) as { id: number }).id))))
    }).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const rpc_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const client = createLedgerClient({ rpc_url, passphrase: double.ledger.passphrase })
    await expect(client.fee95()).rejects.toThrow(LedgerUnavailableError)
    server.close()
  })
})

test('a transaction other than the one that was asked for is not found', async () => {
  double.ledger.fund(keyOf(5).publicKey())
  const hash = double.ledger.latest().transactions[0]?.hash ?? ''
  const client = clientOf(double)
  expect(await client.transaction(hash)).toMatchObject({ is: 'found', successful: true, code: 'txSuccess', ledger: 2 })
  expect(await client.transaction('a'.repeat(64))).toMatchObject({ is: 'absent', oldest: 1, latest: 2 })
  const swapped: typeof fetch = async (url, init) => {
    const asked = init?.body as string
    return fetch(url, { ...init, body: asked.replace('b'.repeat(64), hash) })
  }
  const { rpc_url } = double.source
  const fooled = createLedgerClient({ rpc_url, passphrase: double.ledger.passphrase, fetch: swapped })
  await expect(fooled.transaction('b'.repeat(64))).rejects.toThrow('another transaction')
})
