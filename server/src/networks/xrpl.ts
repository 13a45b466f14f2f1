/**
 * XRP Ledger classic addresses: base58 in Ripple's alphabet, version 0, 20 bytes, double SHA-256 checksum. X-addresses
 * are refused because the tag inside them competes with the memo, which is where the destination tag belongs.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp } from '@scure/base'
import {
  type AddressVerdict,
  accept,
  badChecksum,
  isAllZero,
  isSecret,
  nobodys,
  notAn,
  readable,
  refuse,
  sameBytes,
} from './verdict.ts'

export function xrplAddress(text: string): AddressVerdict {
  const payload = read(text)
  if (/^[XT]/.test(text) && payload !== undefined) {
    return refuse('This is an X-address, which hides a tag inside. Give the r… address, and the tag as the memo.')
  }
  if (text.startsWith('s') && payload !== undefined) return isSecret()
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) {
    return notAn('an XRP Ledger address', 'r followed by 24 to 34 letters and digits without 0, O, I and l')
  }
  if (payload === undefined) return badChecksum()
  if (payload.length !== 21 || payload[0] !== 0) return notAn('an XRP Ledger address', 'a 20-byte account')
  return isAllZero(payload) ? nobodys() : accept(text)
}

function read(text: string): Uint8Array | undefined {
  const bytes = readable(() => base58xrp.decode(text))
  if (bytes === undefined || bytes.length < 5) return undefined
  const payload = bytes.subarray(0, -4)
  return sameBytes(sha256(sha256(payload)).subarray(0, 4), bytes.subarray(-4)) ? payload : undefined
}
