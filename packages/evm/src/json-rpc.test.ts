import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmChain, startEvmChain } from '../../../tests/evm-chain/start-evm-chain.ts'
import {
  authorizationState,
  balanceOf,
  blockAt,
  chainId,
  logsOf,
  type RpcCall,
  RpcFault,
  receiptOf,
  rpcResult,
  rpcText,
} from './json-rpc.ts'
import { AUTHORIZATION_USED, TRANSFER, topicOf, transfersIn } from './read-logs.ts'

const nonce = 'cd'.repeat(32)
let chain: EvmChain
let paid: string
let payer: string
let payee: string

beforeAll(async () => {
  chain = await startEvmChain()
  payer = chain.accounts[1]?.address ?? ''
  payee = chain.accounts[2]?.address ?? ''
  await chain.fund(payer, 1_000_000)
  const authorization = {
    from: payer,
    to: payee,
    value: '10000',
    validAfter: '0',
    validBefore: String((await chain.time()) + 600),
    nonce: `0x${nonce}`,
  }
  const sent = await chain.sendAuthorization(authorization, await chain.signAuthorization(authorization))
  paid =
    JSON.stringify(sent)
      .match(/0x[0-9a-f]{64}/)?.[0]
      ?.slice(2) ?? ''
  await chain.finalize()
})
afterAll(() => chain.stop())

const raw = async (call: RpcCall<unknown>): Promise<{ result: unknown }> => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.rpc_url, { method: 'POST', headers, body: rpcText(7, call) })
  return (await answer.json()) as { result: unknown }
}
const ask = async <T>(call: RpcCall<T>): Promise<T> => rpcResult(7, call, await raw(call))

describe('a node', () => {
  test('is read: its chain, its blocks, an account, and whether an authorization was used', async () => {
    expect(await ask(chainId())).toBe(84_532)
    const block = await ask(blockAt('finalized'))
    expect(block?.number).toBe((await chain.head()) - 2)
    expect(await ask(blockAt(block?.number ?? 0))).toEqual(block)
    expect(await ask(blockAt(1_000_000))).toBeNull()
    expect(await ask(balanceOf(chain.usdc, payee))).toBe(10_000n)
    expect(await ask(authorizationState(chain.usdc, { account: payer, nonce }))).toBe(1n)
    expect(await ask(authorizationState(chain.usdc, { account: payee, nonce }))).toBe(0n)
  })

  test('shows a payment with the nonce that allowed it', async () => {
    const wanted = { contract: chain.usdc, from: 0, through: await chain.head() }
    const logs = await ask(logsOf({ ...wanted, topics: [TRANSFER, null, topicOf(payee)] }))
    expect(logs).toMatchObject([{ transaction_hash: paid }])
    const used = await ask(logsOf({ ...wanted, topics: [AUTHORIZATION_USED, null, `0x${nonce}`] }))
    expect(used).toMatchObject([{ transaction_hash: paid }])
    const receipt = await ask(receiptOf(paid))
    expect(receipt).toMatchObject({ successful: true, transaction_hash: paid })
    expect(transfersIn(receipt?.logs ?? [], chain.usdc)).toMatchObject([
      { from: payer, to: payee, units: 10_000n, nonce },
    ])
    expect(await ask(receiptOf('00'.repeat(32)))).toBeNull()
  })
})

type Fields = Record<string, unknown>

describe('an answer is refused', () => {
  const changed = async (call: RpcCall<unknown>, change: (result: never) => unknown) => {
    const answer = await raw(call)
    return () => rpcResult(7, call, { ...answer, result: change(answer.result as never) })
  }

  test('to another question, or as an error', () => {
    for (const answer of [null, [], { jsonrpc: '2.0', id: 8, result: '0x1' }, { id: 7, result: '0x1' }])
      expect(() => rpcResult(7, chainId(), answer)).toThrow('not answered in JSON-RPC 2.0')
    const error = { code: -32_000, message: 'no' }
    expect(() => rpcResult(7, chainId(), { jsonrpc: '2.0', id: 7, error })).toThrow(
      new RpcFault('refused', 'eth_chainId was refused: no'),
    )
  })

  test.each([
    ['a block of another number', blockAt(1), (block: Fields) => ({ ...block, number: '0x2' })],
    ['a block without a hash', blockAt(1), (block: Fields) => ({ ...block, hash: '0x12' })],
    ['a number in another form', chainId(), () => '0x014a34'],
    ['a number that is none', chainId(), () => 84_532],
    ['a list that is none', blockAt(1), () => []],
  ] as const)('with %s', async (_, call, change) => {
    expect(await changed(call, change as (result: never) => unknown)).toThrow('in a form that we do not know')
  })

  test.each([
    ['of another contract', (log: Fields) => ({ ...log, address: payer })],
    ['with other topics than were asked for', (log: Fields) => ({ ...log, topics: [TRANSFER] })],
    ['outside of the blocks that were asked for', (log: Fields) => ({ ...log, blockNumber: '0xfffff' })],
    ['that was taken back', (log: Fields) => ({ ...log, removed: true })],
    ['that has half a byte', (log: Fields) => ({ ...log, data: '0x123' })],
  ] as const)('with a log %s', async (_, change) => {
    const topics = [TRANSFER, null, topicOf(payee)]
    const call = logsOf({ contract: chain.usdc, topics, from: 0, through: await chain.head() })
    expect(await changed(call, ([log]: Fields[]) => [change(log ?? {})])).toThrow('in a form that we do not know')
    expect(await changed(call, ([log]: Fields[]) => [log, log])).toThrow('in a form that we do not know')
  })

  test.each([
    ['of another transaction', (receipt: Fields) => ({ ...receipt, transactionHash: `0x${'11'.repeat(32)}` })],
    ['without an outcome', (receipt: Fields) => ({ ...receipt, status: undefined })],
    ['with a log of another block', (receipt: Fields) => withLog(receipt, { blockHash: `0x${'11'.repeat(32)}` })],
    ['with a log of another transaction', (receipt: Fields) => withLog(receipt, { transactionHash: `0x${nonce}` })],
    ['with a log left out', (receipt: Fields) => withLog(receipt, { logIndex: '0x9' })],
  ] as const)('with a receipt %s', async (_, change) => {
    expect(await changed(receiptOf(paid), change as (result: never) => unknown)).toThrow(
      'in a form that we do not know',
    )
  })
})

const withLog = (receipt: Fields, change: Fields): Fields => {
  const [first, last] = receipt['logs'] as Fields[]
  return { ...receipt, logs: [first, { ...last, ...change }] }
}
