/**
 * What a token's logs say: which money moved, and by which authorization. The token writes `AuthorizationUsed` and the
 * `Transfer` that it allows one right after the other, so the nonce of a movement stands in the log before it, by the same
 * contract and of the account that paid. Anything else between them, and nothing is said about the movement.
 */
import { checksummed } from './address.ts'

/** Hashes without 0x, in lower case; addresses as they come. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly block: number
  readonly block_hash: string
  readonly transaction_hash: string
  /** Within its block. */
  readonly index: number
}

/** keccak-256 of `Transfer(address,address,uint256)` and of `AuthorizationUsed(address,bytes32)`. */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
export const AUTHORIZATION_USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

/** An address where a topic is asked for. */
export const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

export interface TokenTransfer {
  /** Of the log, within its block. */
  readonly index: number
  readonly from: string
  readonly to: string
  readonly units: bigint
  /** Of the authorization that allowed it, 64 hexadecimal digits. */
  readonly nonce: string | undefined
}

const ADDRESS_TOPIC = /^0x0{24}[0-9a-f]{40}$/
const WORD = /^0x[0-9a-f]{64}$/

const addressIn = (topic: string | undefined): string | undefined =>
  topic !== undefined && ADDRESS_TOPIC.test(topic) ? checksummed(`0x${topic.slice(26)}`) : undefined

/** Of one transaction, in the order of its logs; whatever another contract wrote is passed over. */
export function transfersIn(logs: readonly Log[], token: string): TokenTransfer[] {
  const at = new Map(logs.map((log) => [log.index, log]))
  return logs.flatMap((log) => {
    const [kind, from_topic, to_topic, ...rest] = log.topics
    const [from, to] = [addressIn(from_topic), addressIn(to_topic)]
    if (!isOf(log, token) || kind !== TRANSFER || rest.length > 0 || !WORD.test(log.data)) return []
    if (from === undefined || to === undefined) return []
    const nonce = nonceOf(at.get(log.index - 1), { token, from })
    return [{ index: log.index, from, to, units: BigInt(log.data), nonce }]
  })
}

function nonceOf(before: Log | undefined, { token, from }: { token: string; from: string }): string | undefined {
  if (before === undefined || !isOf(before, token)) return undefined
  const [kind, authorizer, nonce = '', ...rest] = before.topics
  if (kind !== AUTHORIZATION_USED || rest.length > 0 || addressIn(authorizer) !== from || !WORD.test(nonce))
    return undefined
  return nonce.slice(2)
}

const isOf = ({ address }: Log, token: string): boolean => address.toLowerCase() === token.toLowerCase()
