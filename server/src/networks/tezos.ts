/** Tezos accounts: base58check of a three-byte kind and 20 bytes: tz1, tz2 and tz3 keys, and KT1 contracts. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check, hex } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, isSecret, nobodys, notAn, readable } from './verdict.ts'

const base58check = createBase58check(sha256)
const KINDS = ['06a19f', '06a1a1', '06a1a4', '025a79']

export function tezosAddress(text: string): AddressVerdict {
  const bytes = readable(() => base58check.decode(text))
  if (/^(ed|sp|p2)(sk|esk)/.test(text) && bytes !== undefined) return isSecret()
  if (!/^(tz[123]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) {
    return notAn('a Tezos address', '36 letters and digits beginning with tz1, tz2, tz3 or KT1')
  }
  if (bytes === undefined) return badChecksum()
  if (bytes.length !== 23 || !KINDS.includes(hex.encode(bytes.subarray(0, 3)))) {
    return notAn('a Tezos address', 'a tz1, tz2, tz3 or KT1 account')
  }
  return isAllZero(bytes.subarray(3)) ? nobodys() : accept(base58check.encode(bytes))
}
