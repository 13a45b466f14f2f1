/** Algorand addresses: base32 of a 32-byte key and the last four bytes of its SHA-512/256. */
import { sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, sameBytes } from './verdict.ts'

export function algorandAddress(text: string): AddressVerdict {
  if (!/^[A-Z2-7]{58}$/.test(text)) return notAn('an Algorand address', '58 capital letters and digits 2 to 7')
  const bytes = readable(() => base32nopad.decode(text))
  if (bytes === undefined) return badChecksum()
  const key = bytes.subarray(0, 32)
  if (!sameBytes(sha512_256(key).subarray(-4), bytes.subarray(32))) return badChecksum()
  return isAllZero(key) ? nobodys() : accept(base32nopad.encode(bytes))
}
