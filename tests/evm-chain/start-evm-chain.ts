/**
 * An EVM chain for tests and for `npm run dev -- --evm`: anvil with the number of Base Sepolia, and USDC at its address there. It shares
 * no code with what it tests. A block is mined for each transaction, and one becomes final when two stand on it.
 */
import { type Account, startAnvil } from './anvil.ts'
import { callNode, NodeRefused, quantity } from './call-node.ts'
import { chainParts } from './install-chain.ts'
import {
  type Authorization,
  balanceOf,
  CHAIN_ID,
  isUsed,
  minedReceipt,
  mint,
  Reverted,
  type Sent,
  sendFrom,
  signByNode,
  spendAuthorization,
  USDC,
} from './usdc.ts'

export interface EvmChain extends AsyncDisposable {
  readonly pid: number
  readonly rpc_url: string
  readonly chain_id: number
  /** The contract's address. */
  readonly usdc: string
  /** Ten with coins for fees. The first sends what others signed; the last mints. None has USDC until `fund`. */
  readonly accounts: readonly Account[]
  /** Any call of a node. */
  call<Result>(method: string, params?: readonly unknown[]): Promise<Result>
  fund(address: string, units: bigint | number): Promise<Sent>
  /** Coins for fees, in wei. */
  fundFees(address: string, wei: bigint): Promise<void>
  balanceOf(address: string): Promise<bigint>
  isUsed(authorizer: string, nonce: string): Promise<boolean>
  /** Signed by the node, where `from` is one of `accounts`; the domain's fields can be changed. */
  signAuthorization(authorization: Authorization, domain?: Readonly<Record<string, unknown>>): Promise<string>
  /** Sent by a stranger, as any facilitator would. Throws with the contract's words when it refuses. */
  sendAuthorization(authorization: Authorization, signature: string, sender?: string): Promise<Sent>
  mine(blocks?: number): Promise<void>
  /** So many blocks that everything until now is final. */
  finalize(): Promise<void>
  /** Moves the chain's clock on and mines a block then. */
  passTime(seconds: number): Promise<void>
  /** Mines a block at this second since 1970, which must be later than the last one's. */
  mineAt(seconds: number): Promise<void>
  /** Seconds since 1970 of the newest block. */
  time(): Promise<number>
  head(): Promise<number>
  /** Replaces the newest blocks by as many empty ones: what they held has never been. */
  reorganize(blocks: number): Promise<void>
  snapshot(): Promise<string>
  revert(snapshot: string): Promise<void>
  /** The node answers nobody until `resume`. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** anvil calls a block final two epochs later, and with this flag each block is an epoch. */
const EACH_BLOCK_AN_EPOCH = ['--slots-in-an-epoch', '1']
const UNTIL_FINAL = 2

export const startEvmChain = async ({ port = 0 }: { port?: number } = {}): Promise<EvmChain> => {
  const { anvil: binary, creation_code } = await chainParts()
  const anvil = await startAnvil(binary, [
    '--port',
    String(port),
    '--chain-id',
    String(CHAIN_ID),
    ...EACH_BLOCK_AN_EPOCH,
  ])
  const { url, accounts } = anvil
  const call = <Result>(method: string, params: readonly unknown[] = []): Promise<Result> =>
    callNode<Result>(url, method, params)
  const facilitator = accounts[0]?.address ?? ''
  const mint_from = accounts.at(-1)?.address ?? ''
  const mine = async (blocks = 1): Promise<void> => {
    await call('anvil_mine', [quantity(blocks)])
  }
  const time = async (): Promise<number> =>
    Number((await call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp)
  try {
    await placeUsdc(url, mint_from, creation_code)
  } catch (error) {
    await anvil.stop()
    throw error
  }
  return {
    pid: anvil.pid,
    rpc_url: url,
    chain_id: CHAIN_ID,
    usdc: USDC,
    accounts,
    call,
    fund: (address, units) => sendFrom(url, mint_from, mint(address, BigInt(units))),
    fundFees: (address, wei) => call('anvil_setBalance', [address, quantity(wei)]),
    balanceOf: (address) => balanceOf(url, address),
    isUsed: (authorizer, nonce) => isUsed(url, authorizer, nonce),
    signAuthorization: (authorization, domain) => signByNode(url, authorization, domain),
    async sendAuthorization(authorization, signature, sender = facilitator) {
      const data = spendAuthorization(authorization, signature)
      try {
        // Only a call says why it fails.
        await call('eth_call', [{ from: sender, to: USDC, data }, 'latest'])
      } catch (error) {
        throw error instanceof NodeRefused ? new Reverted(error.message) : error
      }
      return sendFrom(url, sender, data)
    },
    mine,
    finalize: () => mine(UNTIL_FINAL),
    async passTime(seconds) {
      await call('evm_increaseTime', [seconds])
      await mine()
    },
    async mineAt(seconds) {
      await call('evm_setNextBlockTimestamp', [seconds])
      await mine()
    },
    time,
    head: async () => Number(await call<string>('eth_blockNumber')),
    async reorganize(blocks) {
      await call('anvil_reorg', [blocks, []])
    },
    snapshot: () => call<string>('evm_snapshot'),
    async revert(snapshot) {
      await call('evm_revert', [snapshot])
    },
    pause: anvil.pause,
    resume: anvil.resume,
    stop: anvil.stop,
    [Symbol.asyncDispose]: anvil.stop,
  }
}

const placeUsdc = async (url: string, from: string, data: string): Promise<void> => {
  const hash = await callNode<string>(url, 'eth_sendTransaction', [{ from, data, gas: quantity(5_000_000) }])
  const { contractAddress } = await minedReceipt(url, hash)
  const code = await callNode<string>(url, 'eth_getCode', [contractAddress, 'latest'])
  await callNode(url, 'anvil_setCode', [USDC, code])
}
