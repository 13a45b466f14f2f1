/**
 * TON user-friendly addresses: flag, workchain, 32-byte hash, CRC16. The same account can be written bounceable or not
 * and in two base64 alphabets; ours is the non-bounceable URL-safe one (UQ…), which wallets show for receiving, because
 * a wallet that has never sent anything bounces the other kind. The raw form (0:…) is refused: it has no checksum.
 */
import { base64urlnopad } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, refuse } from './verdict.ts'

const BOUNCEABLE = 0x11
const NON_BOUNCEABLE = 0x51
const TEST_ONLY = 0x80
const SHAPE = '48 characters beginning with UQ or EQ'

export function tonAddress(text: string): AddressVerdict {
  if (/^-?\d+:[0-9a-fA-F]+$/.test(text)) {
    return refuse('This is the raw form, which carries no checksum. Give the form beginning with UQ or EQ.')
  }
  if (!/^[A-Za-z0-9_-]{48}$/.test(text) && !/^[A-Za-z0-9+/]{48}$/.test(text)) return notAn('a TON address', SHAPE)
  const bytes = readable(() => base64urlnopad.decode(text.replaceAll('+', '-').replaceAll('/', '_')))
  if (bytes?.length !== 36) return notAn('a TON address', SHAPE)
  if (crc16(bytes) !== 0) return badChecksum()

  const [flag = 0, workchain] = bytes
  if (flag & TEST_ONLY)
    return refuse('This is a TON testnet address. Give the mainnet address, beginning with UQ or EQ.')
  if (flag !== BOUNCEABLE && flag !== NON_BOUNCEABLE) return notAn('a TON address', SHAPE)
  if (workchain !== 0) {
    return refuse(
      "This address is on TON's masterchain, where only the network's own contracts live. Give a wallet address.",
    )
  }
  const hash = bytes.subarray(2, 34)
  return isAllZero(hash) ? nobodys() : accept(nonBounceable(hash))
}

function nonBounceable(hash: Uint8Array): string {
  const bytes = new Uint8Array(36)
  bytes.set([NON_BOUNCEABLE, 0])
  bytes.set(hash, 2)
  const crc = crc16(bytes.subarray(0, 34))
  bytes.set([crc >> 8, crc & 0xff], 34)
  return base64urlnopad.encode(bytes)
}

/** CRC-16/XMODEM. Over a text that ends with its own checksum it is 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}
