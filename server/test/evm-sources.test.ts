/** What a node of an EVM chain is believed, and what not: only final blocks, only its own chain, only logs that stand in their receipts. */
import { randomBytes } from 'node:crypto'
import { ledgerOf } from '@pursestrings/protocol/networks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NodeRefused } from '../../tests/evm-chain/call-node.ts'
import { type Lies, type Log, type LyingRpc, startLyingRpc } from '../../tests/evm-chain/lying-rpc.ts'
import { type EvmChain, startEvmChain } from '../../tests/evm-chain/start-evm-chain.ts'
import { sendFrom, transfer } from '../../tests/evm-chain/usdc.ts'
import { createHttpsClient } from '../src/platform/egress/https-client.ts'
import { openSource } from '../src/platform/egress/ledger/evm/reading.ts'
import { ledgerHttp } from '../src/platform/egress/ledger/ledger-http.ts'
import type { LedgerSource, Scanned } from '../src/platform/egress/ledger/ledger-source.ts'

let chain: EvmChain
let rpc: LyingRpc
beforeAll(async () => {
  chain = await startEvmChain()
  await chain.fund(address(1), 1_000_000_000)
})
afterAll(() => chain.stop())
beforeEach(async () => {
  rpc = await startLyingRpc(chain.rpc_url)
})
afterEach(() => rpc.stop())

const address = (at: number): string => chain.accounts[at]?.address ?? ''
/** Each test has a payee of its own. */
const newPayee = (): string => `0x${randomBytes(20).toString('hex')}`
const https = createHttpsClient({ timeout_ms: 10_000, max_bytes: 1_000 })

const sourceOf = (bytes_max?: number): LedgerSource => {
  const setting = { name: 'node', operator: 'o', api: 'jsonrpc', network: 'base_sepolia', url: rpc.url } as const
  const http = ledgerHttp(https, 'node', bytes_max)
  return openSource({ ...setting, simulated: true }, { http, now: () => Date.now() })
}

interface Paid {
  readonly hash: string
  readonly nonce: string
  readonly block: number
}

async function pay(to: string, units = 10_000): Promise<Paid> {
  const nonce = randomBytes(32).toString('hex')
  const validBefore = String((await chain.time()) + 600)
  const authorization = {
    from: address(1),
    to,
    value: String(units),
    validAfter: '0',
    validBefore,
    nonce: `0x${nonce}`,
  }
  const { transaction_hash, block } = await chain.sendAuthorization(
    authorization,
    await chain.signAuthorization(authorization),
  )
  return { hash: transaction_hash.slice(2), nonce, block }
}

const read = async (source: LedgerSource, payee: string, more: object = {}): Promise<Scanned> => {
  const { latest } = await source.range()
  return source.transfersTo({ payee, own_assets: [], after: 0, through: latest.sequence, ...more })
}

const isTransfer = (to: string) => (log: Log) => log.topics[2]?.endsWith(to.slice(2).toLowerCase()) ?? false

test('a payment is read with its payer, its amount, and the nonce of its authorization', async () => {
  const payee = newPayee()
  const { hash, nonce, block } = await pay(payee)
  await chain.finalize()
  const source = sourceOf()
  const { transactions, unreadable, through } = await read(source, payee)
  expect(unreadable).toEqual([])
  expect(through).toBe((await source.range()).latest.sequence)
  expect(transactions).toMatchObject([
    { hash, listed_hash: hash, successful: true, ledger: { sequence: block, closed_at: expect.any(BigInt) } },
  ])
  const [transfer_of] = transactions[0]?.transfers ?? []
  expect(transfer_of).toEqual({
    place: expect.stringMatching(/^log\/\d+$/),
    kind: 'payment',
    from: address(1),
    to: expect.stringMatching(new RegExp(`^${payee}$`, 'i')),
    asset: { code: 'USDC' },
    units: 10_000n,
    memo: { kind: 'hash', value: nonce },
  })
  expect(await source.transaction(hash)).toEqual({ is: 'found', transaction: transactions[0] })
})

test('a plain transfer carries no nonce', async () => {
  const payee = newPayee()
  await sendFrom(chain.rpc_url, address(1), transfer(payee, 7n))
  await chain.finalize()
  const { transactions } = await read(sourceOf(), payee)
  expect(transactions[0]?.transfers).toMatchObject([{ units: 7n, memo: { kind: 'none', value: '' } }])
})

test('a transfer of nothing, which anybody can make in any name, is no payment', async () => {
  const payee = newPayee()
  await sendFrom(chain.rpc_url, address(1), transfer(payee, 0n))
  await chain.finalize()
  const { transactions, unreadable } = await read(sourceOf(), payee)
  expect([transactions, unreadable]).toEqual([[], []])
})

test('what is not final yet is not there, and a reorganization before that leaves nothing behind', async () => {
  const payee = newPayee()
  const { hash } = await pay(payee)
  const source = sourceOf()
  expect((await read(source, payee)).transactions).toEqual([])
  const { latest } = await source.range()
  expect(await source.transaction(hash)).toEqual({ is: 'absent', oldest: 0, latest })
  await chain.reorganize(1)
  await chain.finalize()
  expect((await read(source, payee)).transactions).toEqual([])
  expect(await source.transaction(hash)).toMatchObject({ is: 'absent' })
})

test('what fails pays nothing, and is known under its hash', async () => {
  const from = address(2)
  const failing = { from, to: chain.usdc, data: transfer(newPayee(), 5n), gas: '0x30d40' }
  const hash = (await chain.call<string>('eth_sendTransaction', [failing])).slice(2)
  await chain.finalize()
  expect(await sourceOf().transaction(hash)).toMatchObject({
    is: 'found',
    transaction: { successful: false, result_code: 'reverted', transfers: [] },
  })
})

test('an account with many payments is read in parts, each to the end of a block', async () => {
  const payee = newPayee()
  const paid: Paid[] = []
  for (let n = 0; n < 5; n += 1) paid.push(await pay(payee))
  await chain.finalize()
  const source = sourceOf()
  const first = await read(source, payee, { budget: 2 })
  expect(first.transactions.map(({ hash }) => hash)).toEqual(paid.slice(0, 2).map(({ hash }) => hash))
  expect(first.through).toBe((paid[2]?.block ?? 0) - 1)
  const rest = await read(source, payee, { after: first.through })
  expect(rest.transactions.map(({ hash }) => hash)).toEqual(paid.slice(2).map(({ hash }) => hash))
})

describe('a node is not believed', () => {
  const fault = async (lies: Lies, why: string, ask: (source: LedgerSource) => Promise<unknown>) => {
    Object.assign(rpc.lies, lies)
    await expect(ask(sourceOf())).rejects.toMatchObject({ name: 'SourceFault', why })
    rpc.honest()
  }

  test('that is of another chain, that answers nothing, or that breaks off', async () => {
    await fault({ chain_id: 8453 }, 'wrong_network', (source) => source.range())
    await fault({ fault: 'refuses' }, 'unavailable', (source) => source.range())
    await fault({ fault: 'breaks' }, 'unavailable', (source) => source.range())
    const none = (method: string, [at]: readonly unknown[], honest: unknown) =>
      method === 'eth_getBlockByNumber' && at === 'finalized' ? null : honest
    await fault({ changes: none }, 'unavailable', (source) => source.range())
  })

  test('that is asked for more than it has', async () => {
    const through = (await chain.head()) + 1
    await fault({}, 'out_of_range', (source) =>
      source.transfersTo({ payee: newPayee(), own_assets: [], after: 0, through }),
    )
  })

  test('whose log is not in its receipt, or whose receipt is gone', async () => {
    const payee = newPayee()
    const { hash } = await pay(payee)
    await chain.finalize()
    const receipt = await chain.call<{ logs: Log[] }>('eth_getTransactionReceipt', [`0x${hash}`])
    const told = (forged: unknown): Lies => ({ forged_receipts: new Map([[`0x${hash}`, forged]]) })
    const look = (source: LedgerSource) => read(source, payee)
    const [used, moved] = receipt.logs as [Log, Log]
    const raised = { ...moved, data: `0x${'0'.repeat(60)}ffff` }
    for (const forged of [
      null,
      { ...receipt, logs: [] },
      { ...receipt, logs: [used] },
      { ...receipt, logs: [used, raised] },
      { ...receipt, status: '0x0' },
    ])
      await fault(told(forged), 'malformed', look)
  })

  test('that shows a payment in a block of another chain', async () => {
    const payee = newPayee()
    const { hash } = await pay(payee)
    await chain.finalize()
    const other = `0x${'99'.repeat(32)}`
    const changes: Lies['changes'] = (method, _, honest) => {
      const moved = (log: Log) => ({ ...log, blockHash: other })
      if (method === 'eth_getLogs') return (honest as Log[]).map(moved)
      if (method !== 'eth_getTransactionReceipt') return honest
      const receipt = honest as { logs: Log[] }
      return { ...receipt, blockHash: other, logs: receipt.logs.map(moved) }
    }
    await fault({ changes }, 'malformed', (source) => read(source, payee))
    await fault({ changes }, 'malformed', (source) => source.transaction(hash))
  })
})

test('a hidden log makes another transaction of it: whoever compares sees the difference', async () => {
  const payee = newPayee()
  await pay(payee)
  await chain.finalize()
  const honest = await read(sourceOf(), payee)
  rpc.lies.hides = isTransfer(payee)
  expect((await read(sourceOf(), payee)).transactions).toEqual([])
  rpc.lies.hides = ({ topics }) => topics.length === 3 && topics[0]?.startsWith('0x98de') === true
  const [changed] = (await read(sourceOf(), payee)).transactions
  expect(changed?.transfers[0]?.memo.kind).toBe('none')
  expect(changed?.envelope).not.toBe(honest.transactions[0]?.envelope)
})

describe('asked for too much', () => {
  const blocksOf = (params: readonly unknown[]) => {
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    return Number(toBlock) - Number(fromBlock) + 1
  }

  test('a node is asked for fewer blocks at a time', async () => {
    const payee = newPayee()
    const { hash } = await pay(payee)
    await chain.finalize()
    const asked: number[] = []
    rpc.lies.changes = (method, params, honest) => {
      if (method !== 'eth_getLogs') return honest
      asked.push(blocksOf(params))
      if (blocksOf(params) > 8) throw new NodeRefused('query exceeds max block range')
      return honest
    }
    const { transactions, through } = await read(sourceOf(), payee, { after: (await chain.head()) - 20 })
    expect(transactions).toMatchObject([{ hash }])
    expect(through).toBe((await chain.head()) - 2)
    expect(asked).toEqual([18, 5, 10, 3, 6, 4])
  })

  test('a node that refuses even one block is no source, and nothing is called unreadable', async () => {
    await chain.mine(5)
    rpc.lies.changes = (method, _, honest) => {
      if (method === 'eth_getLogs') throw new NodeRefused('no')
      return honest
    }
    await expect(read(sourceOf(), newPayee())).rejects.toMatchObject({ name: 'SourceFault', why: 'unavailable' })
  })

  test('a block that is too large is one unreadable item, and the others are read', async () => {
    const [payee, other] = [newPayee(), newPayee()]
    const { hash, block } = await pay(payee)
    const { hash: next } = await pay(payee)
    await pay(other)
    await chain.finalize()
    rpc.lies.changes = (method, params, honest) => {
      if (method !== 'eth_getLogs') return honest
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const within = Number(fromBlock) <= block && Number(toBlock) >= block
      return within ? [...(honest as Log[]), 'x'.repeat(60_000)] : honest
    }
    const { transactions, unreadable } = await read(sourceOf(50_000), payee, { after: block - 1 })
    expect(transactions.map((one) => one.hash)).toEqual([next])
    expect(unreadable).toMatchObject([{ ledger: block }])
    expect(unreadable[0]?.hash).not.toBe(hash)
  })
})

test('a network where nothing happens costs one call a round', async () => {
  const source = sourceOf()
  const { latest } = await source.range()
  await source.headAt(Math.max(0, latest.sequence - 1))
  rpc.asked.length = 0
  for (let round = 0; round < 5; round += 1) {
    await source.range()
    await source.headAt(Math.max(0, latest.sequence - 1))
  }
  expect(rpc.asked).toEqual(Array.from({ length: 5 }, () => 'eth_getBlockByNumber'))
})

test('the domain that wallets sign for is the one of the token', () => {
  expect(ledgerOf('base_sepolia')).toMatchObject({
    kind: 'evm',
    chain_id: chain.chain_id,
    token: { contract: chain.usdc },
  })
})
