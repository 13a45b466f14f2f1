/** A Stellar address (StrKey, SEP-23) of 32 random bytes: valid, and nobody's. */
import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ACCOUNT = 6 << 3

/** CRC-16/XMODEM. */
const checksum = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

export const newStellarAddress = (): string => {
  const payload = [ACCOUNT, ...randomBytes(32)]
  const crc = checksum(Uint8Array.from(payload))
  const bits = [...payload, crc & 0xff, crc >> 8].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('')
}
