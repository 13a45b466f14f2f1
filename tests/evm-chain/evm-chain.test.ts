/** What the tests on this chain rely on: USDC's refusals, finality, reorganizations, and a node that lies as it was told. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLyingRpc } from './lying-rpc.ts'
import { type EvmChain, startEvmChain } from './start-evm-chain.ts'
import type { Authorization } from './usdc.ts'

let chain: EvmChain
beforeAll(async () => {
  chain = await startEvmChain()
})
afterAll(() => chain?.stop())

const address = (at: number): string => chain.accounts[at]?.address ?? ''

const authorization = async (more: Partial<Authorization> = {}): Promise<Authorization> => ({
  from: address(1),
  to: address(2),
  value: '250000',
  validAfter: '0',
  validBefore: String((await chain.time()) + 600),
  nonce: `0x${randomBytes(32).toString('hex')}`,
  ...more,
})

const signed = async (more: Partial<Authorization> = {}): Promise<[Authorization, string]> => {
  const made = await authorization(more)
  return [made, await chain.signAuthorization(made)]
}

const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

describe('USDC', () => {
  test('pays what was signed, once, whoever sends it', async () => {
    await chain.fund(address(1), 1_000_000)
    const before = await chain.balanceOf(address(2))
    const [one, signature] = await signed()
    const { transaction_hash } = await chain.sendAuthorization(one, signature, address(7))
    expect(transaction_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await chain.balanceOf(address(2))) - before).toBe(250_000n)
    expect(await chain.isUsed(one.from, one.nonce)).toBe(true)
    await expect(chain.sendAuthorization(one, signature)).rejects.toThrow('authorization is used or canceled')
  })

  test('refuses what is late, early, changed, of another domain, or more than there is', async () => {
    const now = await chain.time()
    await expect(chain.sendAuthorization(...(await signed({ validBefore: String(now) })))).rejects.toThrow('expired')
    await expect(chain.sendAuthorization(...(await signed({ validAfter: String(now + 600) })))).rejects.toThrow(
      'not yet valid',
    )
    const [one, signature] = await signed()
    await expect(chain.sendAuthorization({ ...one, to: address(3) }, signature)).rejects.toThrow('invalid signature')
    await expect(chain.sendAuthorization({ ...one, value: '250001' }, signature)).rejects.toThrow('invalid signature')
    const elsewhere = await chain.signAuthorization(one, { chainId: 8453 })
    await expect(chain.sendAuthorization(one, elsewhere)).rejects.toThrow('invalid signature')
    await expect(chain.sendAuthorization(...(await signed({ value: '900000000' })))).rejects.toThrow(/revert/)
  })
})

test('a block is final once two stand on it, and the clock is the test’s', async () => {
  const final = async () =>
    Number((await chain.call<{ number: string }>('eth_getBlockByNumber', ['finalized', false])).number)
  const head = await chain.head()
  await chain.finalize()
  expect(await final()).toBe(head)
  const time = await chain.time()
  await chain.passTime(3600)
  expect(await chain.time()).toBeGreaterThanOrEqual(time + 3600)
})

test('a reorganization undoes what its blocks held', async () => {
  await chain.fund(address(1), 1_000_000)
  const [one, signature] = await signed()
  await chain.sendAuthorization(one, signature)
  const head = await chain.head()
  await chain.reorganize(1)
  expect([await chain.isUsed(one.from, one.nonce), await chain.head()]).toEqual([false, head])
  await chain.sendAuthorization(one, signature)
  expect(await chain.isUsed(one.from, one.nonce)).toBe(true)
})

test('a lying node hides, forges, lags, names another chain and stops; else it is honest', async () => {
  await chain.fund(address(1), 1_000_000)
  const [one, signature] = await signed()
  const { transaction_hash, block } = await chain.sendAuthorization(one, signature)
  await using liar = await startLyingRpc(chain.rpc_url)
  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(liar.url, { method: 'POST', body, signal: AbortSignal.timeout(2_000) })
    return ((await response.json()) as { result: unknown }).result
  }
  const filter = {
    address: chain.usdc,
    topics: [AUTHORIZATION_USED, null, one.nonce],
    fromBlock: '0x0',
    toBlock: 'latest',
  }
  const honest = await chain.call<{ topics: string[] }[]>('eth_getLogs', [filter])
  expect(await ask('eth_getLogs', filter)).toEqual(honest)
  expect(honest).toHaveLength(1)

  liar.lies.hides = ({ topics }) => topics[2] === one.nonce
  expect(await ask('eth_getLogs', filter)).toEqual([])
  expect(await ask('eth_getTransactionReceipt', transaction_hash)).toMatchObject({
    logs: [{ topics: expect.anything() }],
  })

  const nonce = `0x${'77'.repeat(32)}`
  const [log] = await chain.call<never[]>('eth_getLogs', [filter])
  liar.lies.forged_logs = [
    { ...(log as unknown as object), topics: [AUTHORIZATION_USED, honest[0]?.topics[1] ?? '', nonce] } as never,
  ]
  expect(await ask('eth_getLogs', { ...filter, topics: [AUTHORIZATION_USED, null, nonce] })).toHaveLength(1)
  expect(await ask('eth_getLogs', filter)).toEqual([])

  liar.honest()
  liar.lies.lag = 1
  expect(await ask('eth_blockNumber')).toBe(`0x${(block - 1).toString(16)}`)
  expect(await ask('eth_getTransactionReceipt', transaction_hash)).toBeNull()
  expect(await ask('eth_getLogs', filter)).toEqual([])

  liar.lies.chain_id = 8453
  expect(await ask('eth_chainId')).toBe('0x2105')
  liar.lies.fault = 'breaks'
  await expect(ask('eth_chainId')).rejects.toThrow(/terminated|fetch failed/)
  liar.lies.fault = 'refuses'
  expect(await ask('eth_chainId')).toBeUndefined()
  await liar.stop()
  await expect(ask('eth_chainId')).rejects.toThrow('fetch failed')
})
