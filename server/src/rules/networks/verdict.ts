/** How an address rule answers, and the reasons several rules share. A reason is read by a person and never echoes the input. */

export type AddressVerdict = { ok: true; canonical: string } | { ok: false; reason: string }

export const accept = (canonical: string): AddressVerdict => ({ ok: true, canonical })
export const refuse = (reason: string): { ok: false; reason: string } => ({ ok: false, reason })

export const COPY_AGAIN = 'Copy the whole address again from the receiving wallet.'

export const badChecksum = () =>
  refuse(`The address's checksum does not match, so at least one character is wrong or missing. ${COPY_AGAIN}`)

export const notAn = (what: string, shape: string) =>
  refuse(`This is not ${what}: it should be ${shape}. ${COPY_AGAIN}`)

export const nobodys = () =>
  refuse('This is an all-zero address that nobody holds a key for: money sent there is lost. Give your own address.')

export const isSecret = () =>
  refuse(
    'This is a secret key, not an address. Treat it as exposed: move its funds, and give the public address instead.',
  )

export const isAllZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/** The codecs throw on anything they cannot read; a rule only needs to know that they could not. */
export function readable<T>(decode: () => T): T | undefined {
  try {
    return decode()
  } catch {
    return undefined
  }
}

/** CRC-16/XMODEM. Over a text that ends with its own checksum it is 0. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}
