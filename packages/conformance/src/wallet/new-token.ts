/** A token in the form of the service's own, which clients check before they send one: where it belongs, chance, a checksum. */
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const base62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

export const newToken = (kind: 'device' | 'conn'): string => {
  const body = `svc_${kind}_001_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
  return `${body}${base62(BigInt(crc32(body)), 6)}`
}
