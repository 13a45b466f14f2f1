/**
 * Starknet addresses: a number below 2^251 - 256, written in full with 64 hex digits. Wallets show it in small letters,
 * which carry no checksum; where capitals are used they must be the checksum of starknet.js, an EIP-55 over bytes.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hex } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, nobodys, notAn } from './verdict.ts'

const ADDRESS_BOUND = 2n ** 251n - 256n
const SHAPE = '0x followed by 64 hexadecimal digits, leading zeros included'

export function starknetAddress(text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return notAn('a Starknet address', SHAPE)
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  const value = BigInt(`0x${lower}`)
  if (value === 0n) return nobodys()
  if (value >= ADDRESS_BOUND) return notAn('a Starknet address', 'a number below 2^251 - 256')
  if (digits !== lower && digits !== withChecksum(value, lower)) return badChecksum()
  return accept(`0x${lower}`)
}

function withChecksum(value: bigint, lower: string): string {
  const short = value.toString(16)
  const hash = hex.encode(keccak_256(hex.decode(short.length % 2 === 0 ? short : `0${short}`)))
  return Array.from(lower, (c, i) => (hash.charAt(i) >= '8' ? c.toUpperCase() : c)).join('')
}
