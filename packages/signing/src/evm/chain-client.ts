/** What a wallet asks of an EVM chain: blocks, a balance, and what became of an authorization. Amounts in smallest units. */
import * as rpc from '@pursestrings/evm/json-rpc'
import { AUTHORIZATION_USED, topicOf, transfersIn } from '@pursestrings/evm/read-logs'
import { LedgerRefusedError, LedgerUnavailableError, type RpcOptions, rpcCalls } from '../rpc-call.ts'

export interface Use {
  readonly transaction_hash: string
  readonly block: number
}

/** An authorization, as the token's logs name it. */
export interface Wanted {
  readonly contract: string
  readonly account: string
  readonly to: string
  readonly value: string
  /** 64 hexadecimal digits. */
  readonly nonce: string
}

export interface ChainClient {
  readonly chain_id: number
  /** Null where the node does not have it. */
  block(at: number | rpc.BlockTag, signal?: AbortSignal): Promise<rpc.Block | null>
  balance(contract: string, account: string, signal?: AbortSignal): Promise<bigint>
  /** Used or canceled, once this block was applied. */
  isSpent(wanted: Wanted, block: number, signal?: AbortSignal): Promise<boolean>
  /** The transaction in which it paid. */
  useOf(wanted: Wanted, blocks: { from: number; through: number }, signal?: AbortSignal): Promise<Use | undefined>
}

export interface ChainOptions extends RpcOptions {
  /** The chain that is meant; a node of another one is refused. */
  readonly chain_id: number
}

/** Many nodes search no more at once. */
const BLOCKS_AT_ONCE = 2000

export function createChainClient(options: ChainOptions): ChainClient {
  const { chain_id } = options
  const callRpc = rpcCalls(options)
  const send = async <T>(call: rpc.RpcCall<T>, signal?: AbortSignal): Promise<T> =>
    (await callRpc(call.method, call.params, call.read, signal)).value
  let checked: Promise<number> | undefined

  /** Asked once: a node of another chain would answer everything, about other money. */
  const ask = async <T>(call: rpc.RpcCall<T>, signal?: AbortSignal): Promise<T> => {
    checked ??= send(rpc.chainId())
    try {
      if ((await checked) === chain_id) return await send(call, signal)
    } catch (failure) {
      checked = undefined
      throw failure
    }
    throw new LedgerRefusedError(0, 'This node belongs to another chain than the payment.')
  }

  return {
    chain_id,
    block: (at, signal) => ask(rpc.blockAt(at), signal),
    balance: (contract, account, signal) => ask(rpc.balanceOf(contract, account), signal),
    isSpent: async ({ contract, account, nonce }, at, signal) =>
      (await ask(rpc.authorizationState(contract, { account, nonce, at }), signal)) !== 0n,
    async useOf({ contract, account, to, value, nonce }, { from: first, through: last }, signal) {
      const topics = [AUTHORIZATION_USED, topicOf(account), `0x${nonce}`]
      for (let from = first; from <= last; from += BLOCKS_AT_ONCE) {
        const through = Math.min(last, from + BLOCKS_AT_ONCE - 1)
        const [log] = await ask(rpc.logsOf({ contract, topics, from, through }), signal)
        if (log === undefined) continue
        const { transaction_hash, block } = log
        const receipt = await ask(rpc.receiptOf(transaction_hash), signal)
        const paid = transfersIn(receipt?.successful ? receipt.logs : [], contract).some(
          (one) => one.nonce === nonce && one.from === account && one.to === to && String(one.units) === value,
        )
        if (paid) return { transaction_hash, block }
        throw new LedgerUnavailableError('The node showed that an authorization was used, and no payment by it.')
      }
      return undefined
    },
  }
}
