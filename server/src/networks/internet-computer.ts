/**
 * Internet Computer account identifiers: CRC32 and 28 bytes in hex. Principals are refused: each has an account
 * identifier, so accepting both would give one destination two spellings.
 */
import { crc32 } from 'node:zlib'
import { hex } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, refuse } from './verdict.ts'

export function internetComputerAddress(text: string): AddressVerdict {
  if (/^[a-z2-7]{5}(-[a-z2-7]{1,5}){1,12}(\..+|-.+\..+)?$/.test(text)) {
    return refuse('This is a principal. Give the account identifier the wallet shows beside it: 64 hexadecimal digits.')
  }
  if (!/^([0-9a-f]{64}|[0-9A-F]{64})$/.test(text)) {
    return notAn('an ICP account identifier', '64 hexadecimal digits, without 0x and in one letter case')
  }
  const bytes = hex.decode(text)
  const rest = bytes.subarray(4)
  const expected = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  if (crc32(rest) !== expected) return badChecksum()
  return isAllZero(rest) ? nobodys() : accept(hex.encode(bytes))
}
