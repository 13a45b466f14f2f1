/**
 * EVM addresses: 20 bytes in hex, and the EIP-55 capitals are required. All-lower or all-upper spellings carry no
 * checksum and are refused without showing the checksummed form: echoing it back would bless a mistyped address.
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { eip55 } from '@pursestrings/protocol/eip55'
import { base32nopad, hex, utf8 } from '@scure/base'
import {
  type AddressVerdict,
  accept,
  badChecksum,
  COPY_AGAIN,
  crc16,
  isAllZero,
  isSecret,
  nobodys,
  notAn,
  readable,
  refuse,
} from './verdict.ts'

export function evmAddress(text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return notAn('an EVM address', '0x followed by 40 hexadecimal digits')
  const digits = text.slice(2)
  if (/^0+$/.test(digits)) return nobodys()
  if (withChecksum(digits) === digits) return accept(text)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) {
    return refuse(
      'The address is written in one letter case, so it carries no checksum. Give the spelling with capital and small ' +
        'letters (EIP-55), as the receiving wallet or a block explorer shows it.',
    )
  }
  return badChecksum()
}

/** Avalanche has two other chains whose addresses look nothing alike; everything else is plain EVM. */
export function avalancheAddress(text: string): AddressVerdict {
  if (/^[XP]-/.test(text)) {
    return refuse(
      `This is an X-Chain or P-Chain address. Give the C-Chain address, which begins with 0x. ${COPY_AGAIN}`,
    )
  }
  return evmAddress(text)
}

function withChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  return eip55(lower, hex.encode(keccak_256(utf8.decode(lower))))
}

/** What the first byte of a Stellar key tells, with how many bytes follow it before the checksum. */
const STELLAR_KEYS = new Map([
  [6 << 3, { kind: 'account', length: 32 }],
  [12 << 3, { kind: 'muxed', length: 40 }],
  [18 << 3, { kind: 'secret', length: 32 }],
  [2 << 3, { kind: 'contract', length: 32 }],
])

/** Undefined if it is no such address, or its checksum is wrong. */
const stellarKey = (text: string): { kind: string; bytes: Uint8Array } | undefined => {
  const all = readable(() => base32nopad.decode(text))
  const of = all && STELLAR_KEYS.get(all[0] ?? 0)
  if (!all || !of || all.length !== of.length + 3) return undefined
  const sum = crc16(all.subarray(0, -2))
  if (all.at(-2) !== (sum & 255) || all.at(-1) !== sum >> 8) return undefined
  return { kind: of.kind, bytes: all.subarray(1, -2) }
}

/**
 * Stellar accounts (SEP-23). The payee is a G account. M addresses are refused because the id inside them competes with
 * the memo for the same job, C addresses because a payment operation cannot pay a contract.
 */
export function stellarAddress(text: string): AddressVerdict {
  const key = stellarKey(text)
  if (key?.kind === 'secret') return isSecret()
  if (key?.kind === 'muxed') {
    return refuse(
      'This is a muxed address (M…), which hides an id inside. Give the G… account, and the id as memo id:…',
    )
  }
  if (key?.kind === 'contract') {
    return refuse('This is a contract (C…), which a Stellar payment cannot pay. Give the G… account of the payee.')
  }
  if (!/^G[A-Z2-7]{55}$/.test(text)) {
    return notAn('a Stellar account', 'G followed by 55 capital letters and digits 2 to 7')
  }
  if (key === undefined) return badChecksum()
  return isAllZero(key.bytes) ? nobodys() : accept(text)
}
