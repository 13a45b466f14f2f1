/** Stellar addresses (SEP-23): version, 32 bytes, CRC-16 of both, in base32. Here, so that opening needs no ledger code. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ACCOUNT = 6 << 3

const crc16 = (bytes: Uint8Array): number => {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

const base32 = (bytes: Uint8Array): string => {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(held >> (bits - 5)) & 31]
    held &= 31
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

export const addressOf = (public_key: Uint8Array): string => {
  const body = new Uint8Array([ACCOUNT, ...public_key])
  const sum = crc16(body)
  return base32(new Uint8Array([...body, sum & 0xff, sum >> 8]))
}
