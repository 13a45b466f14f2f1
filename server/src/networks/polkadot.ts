/**
 * Polkadot accounts: SS58 with prefix 0, 32 bytes, two bytes of a BLAKE2b checksum. The same key has another spelling
 * on every Substrate chain; only Polkadot's own is accepted, so that one destination has one spelling.
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { base58, utf8 } from '@scure/base'
import {
  type AddressVerdict,
  accept,
  badChecksum,
  isAllZero,
  nobodys,
  notAn,
  readable,
  refuse,
  sameBytes,
} from './verdict.ts'

const SALT = utf8.decode('SS58PRE')
const SHAPE = '46 to 48 letters and digits beginning with 1'

export function polkadotAddress(text: string): AddressVerdict {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{33,50}$/.test(text) ? readable(() => base58.decode(text)) : undefined
  if (bytes === undefined) return notAn('a Polkadot address', SHAPE)
  const body = bytes.subarray(0, -2)
  const checksum = blake2b(Uint8Array.of(...SALT, ...body), { dkLen: 64 }).subarray(0, 2)
  if (!sameBytes(checksum, bytes.subarray(-2))) return badChecksum()
  if (bytes[0] !== 0) {
    return refuse('This spelling belongs to another Substrate chain. Give the Polkadot spelling, which begins with 1.')
  }
  if (bytes.length !== 35) return notAn('a Polkadot address', SHAPE)
  return isAllZero(bytes.subarray(1, 33)) ? nobodys() : accept(base58.encode(bytes))
}
