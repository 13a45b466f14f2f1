/** USDC on the chain of the tests: what is asked of it and sent to it, written out from its interface. */
import { setTimeout as pause } from 'node:timers/promises'
import { callNode, type Quantity, quantity, word } from './call-node.ts'

/** Base Sepolia's USDC. */
export const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const CHAIN_ID = 84_532

/** The first four bytes of the hash of each call's name and arguments. */
const SELECTORS = {
  balance: '0x70a08231',
  used: '0xe94a0102',
  mint: '0x40c10f19',
  send: '0xcf092995',
  transfer: '0xa9059cbb',
} as const

/** EIP-3009, spelled as x402 does: numbers as decimal text. */
export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  /** `0x` and 64 digits. */
  readonly nonce: string
}

export interface Sent {
  readonly transaction_hash: string
  readonly block: number
}

/** A transaction that the chain took and that failed there. */
export class Reverted extends Error {}

interface Receipt {
  readonly status: Quantity
  readonly transactionHash: string
  readonly blockNumber: Quantity
  /** Where it made a contract. */
  readonly contractAddress: string | null
}

const read = (url: string, data: string): Promise<string> => callNode(url, 'eth_call', [{ to: USDC, data }, 'latest'])

export const balanceOf = async (url: string, address: string): Promise<bigint> =>
  BigInt(await read(url, `${SELECTORS.balance}${word(address)}`))

export const isUsed = async (url: string, authorizer: string, nonce: string): Promise<boolean> =>
  BigInt(await read(url, `${SELECTORS.used}${word(authorizer)}${word(nonce)}`)) === 1n

export const mint = (to: string, units: bigint): string => `${SELECTORS.mint}${word(to)}${word(units)}`

export const transfer = (to: string, units: bigint): string => `${SELECTORS.transfer}${word(to)}${word(units)}`

export const spendAuthorization = (authorization: Authorization, signature: string): string => {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const fixed = [
    word(from),
    word(to),
    ...[value, validAfter, validBefore].map((text) => word(BigInt(text))),
    word(nonce),
  ]
  const bytes = signature.replace(/^0x/, '')
  // The signature comes after the seven words of the head.
  return `${SELECTORS.send}${fixed.join('')}${word(7 * 32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
}

/** The node answers a moment before it has mined the block. */
export const minedReceipt = async (url: string, hash: string): Promise<Receipt> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const receipt = await callNode<Receipt | null>(url, 'eth_getTransactionReceipt', [hash])
    if (receipt !== null) return receipt
    await pause(BETWEEN_MS)
  }
  throw new Error(`transaction ${hash} waits for a block`)
}
const TRIES_MAX = 500
const BETWEEN_MS = 2

/** From an account that anvil holds the key of; the block is mined at once, unless mining was stopped. */
export const sendFrom = async (url: string, from: string, data: string, to = USDC): Promise<Sent> => {
  const transaction_hash = await callNode<string>(url, 'eth_sendTransaction', [
    { from, to, data, gas: quantity(200_000) },
  ])
  const receipt = await minedReceipt(url, transaction_hash)
  if (receipt.status !== '0x1') throw new Reverted(`transaction ${transaction_hash} failed`)
  return { transaction_hash, block: Number(receipt.blockNumber) }
}

const fields = (text: string) =>
  text.split(',').map((field) => ({ type: field.split(' ')[0], name: field.split(' ')[1] }))

/** Signed by the node, which shares no code with any client of ours. `from` is one of its own accounts. */
export const signByNode = (
  url: string,
  authorization: Authorization,
  changed: Readonly<Record<string, unknown>> = {},
): Promise<string> =>
  callNode(url, 'eth_signTypedData_v4', [
    authorization.from,
    {
      primaryType: 'TransferWithAuthorization',
      types: {
        EIP712Domain: fields('string name,string version,uint256 chainId,address verifyingContract'),
        TransferWithAuthorization: fields(
          'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
        ),
      },
      domain: { name: 'USDC', version: '2', chainId: CHAIN_ID, verifyingContract: USDC, ...changed },
      message: authorization,
    },
  ])
