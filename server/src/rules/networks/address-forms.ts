/** What an address looks like on each network that takes one file to say. */
import { crc32 } from 'node:zlib'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base32nopad, base58, base58xrp, bech32, createBase58check, hex } from '@scure/base'
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

/** Algorand addresses: base32 of a 32-byte key and the last four bytes of its SHA-512/256. */
export function algorandAddress(text: string): AddressVerdict {
  if (!/^[A-Z2-7]{58}$/.test(text)) return notAn('an Algorand address', '58 capital letters and digits 2 to 7')
  const bytes = readable(() => base32nopad.decode(text))
  if (bytes === undefined) return badChecksum()
  const key = bytes.subarray(0, 32)
  if (!sameBytes(sha512_256(key).subarray(-4), bytes.subarray(32))) return badChecksum()
  return isAllZero(key) ? nobodys() : accept(base32nopad.encode(bytes))
}

// Cardano Shelley payment addresses on mainnet (CIP-19): base and enterprise. Refused: Byron addresses (another codec
// with many spellings), pointer addresses (the ledger dropped them), reward accounts, testnet.

const MAINNET = 1
/** Bytes after the header: payment part and stake part, or payment part alone. */
const LENGTH_BY_TYPE: Readonly<Record<number, number>> = { 0: 56, 1: 56, 2: 56, 3: 56, 6: 28, 7: 28 }

export function cardanoAddress(text: string): AddressVerdict {
  if (/^(Ae2|DdzFF)[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    return refuse('This is an old Byron address. Give a Shelley address, which begins with addr1.')
  }
  if (/^stake(_test)?1/i.test(text)) {
    return refuse('This is a reward account, which cannot be paid. Give the payment address, which begins with addr1.')
  }
  if (/^addr_test1/i.test(text)) return refuse('This is a Cardano testnet address. Give the mainnet one: addr1…')
  if (!/^addr1[02-9ac-hj-np-z]+$/.test(text) && !/^ADDR1[02-9AC-HJ-NP-Z]+$/.test(text)) {
    return notAn('a Cardano address', 'addr1 followed by small letters and digits')
  }
  const bytes = readable(() => bech32.decodeToBytes(text, 120).bytes)
  if (bytes === undefined) return badChecksum()
  const [header = 0] = bytes
  const rest = bytes.subarray(1)
  if ((header & 0x0f) !== MAINNET || LENGTH_BY_TYPE[header >> 4] !== rest.length) {
    return notAn('a Cardano address', 'a base or enterprise address of the mainnet')
  }
  return isAllZero(rest.subarray(0, 28)) ? nobodys() : accept(text.toLowerCase())
}

/** Cosmos Hub accounts: bech32 with the prefix cosmos, 20 bytes for a key and 32 for a module or contract account. */
export function cosmosAddress(text: string): AddressVerdict {
  if (/^cosmosval/i.test(text)) {
    return refuse('This is a validator, which cannot be paid. Give the account address, which begins with cosmos1.')
  }
  const prefix = /^([a-z]{2,20})1[02-9ac-hj-np-z]{38,}$/i.exec(text)?.[1]?.toLowerCase()
  const bytes = readable(() => bech32.decodeToBytes(text).bytes)
  if (prefix !== undefined && prefix !== 'cosmos' && bytes !== undefined) {
    return refuse('This is an address of another chain. Give the Cosmos Hub address, which begins with cosmos1.')
  }
  if (prefix !== 'cosmos') return notAn('a Cosmos Hub address', 'cosmos1 followed by small letters and digits')
  if (bytes === undefined) return badChecksum()
  if (bytes.length !== 20 && bytes.length !== 32) return notAn('a Cosmos Hub address', '20 or 32 bytes long')
  return isAllZero(bytes) ? nobodys() : accept(text.toLowerCase())
}

// Filecoin addresses with a checksum: f1 and f3 keys, f2 actors (multisig wallets), f410f accounts (Filecoin EVM).
// f0 ids are refused: they carry no checksum and are a second spelling of an account that has one of the others.

/** Payload bytes by protocol. For f4 the payload follows the namespace, of which 10 (Ethereum) is the only one in use. */
const PAYLOAD_LENGTH: Readonly<Record<string, number>> = { f1: 20, f2: 20, f3: 48, f410f: 20 }
const ETHEREUM_NAMESPACE = 10

export function filecoinAddress(text: string): AddressVerdict {
  if (/^t[0-4]/.test(text))
    return refuse('This is a Filecoin testnet address. Give the mainnet one, which begins with f.')
  if (/^f0\d+$/.test(text)) {
    return refuse('This is an actor id, which carries no checksum. Give the f1, f2, f3 or f410f address.')
  }
  const [, kind = '', body = ''] = /^(f1|f2|f3|f410f)([a-z2-7]{38,})$/.exec(text) ?? []
  const length = PAYLOAD_LENGTH[kind]
  if (length === undefined) {
    return notAn('a Filecoin address', 'f1, f2, f3 or f410f followed by small letters and digits 2 to 7')
  }
  const bytes = readable(() => base32nopad.decode(body.toUpperCase()))
  if (bytes?.length !== length + 4) return badChecksum()
  const payload = bytes.subarray(0, length)
  const protocol = kind === 'f410f' ? [4, ETHEREUM_NAMESPACE] : [Number(kind.charAt(1))]
  const checksum = blake2b(Uint8Array.of(...protocol, ...payload), { dkLen: 4 })
  if (!sameBytes(checksum, bytes.subarray(length))) return badChecksum()
  return isAllZero(payload) ? nobodys() : accept(kind + base32nopad.encode(bytes).toLowerCase())
}

// Hedera accounts: 0.0.number, with or without the HIP-15 checksum, which is verified when given and not kept. Aliases
// (a public key or an EVM address) are refused: they are second spellings of an account that has a number.

const MAINNET_LEDGER_ID = [0]
const P3 = 26 ** 3
const P5 = 26 ** 5
const ACCOUNT_MAX = 2n ** 63n - 1n

export function hederaAddress(text: string): AddressVerdict {
  if (/^(0x[0-9a-f]{40}|0\.0\.[0-9a-f]{40,})$/i.test(text)) {
    return refuse('This is an alias (a key or an EVM address). Give the account number, such as 0.0.n.')
  }
  const [, account, number, checksum] = /^(0\.0\.(0|[1-9]\d{0,18}))(?:-([a-z]{5}))?$/.exec(text) ?? []
  if (account === undefined || number === undefined || BigInt(number) > ACCOUNT_MAX) {
    return notAn('a Hedera account', '0.0. and a number without leading zeros, optionally - and five small letters')
  }
  if (checksum !== undefined && checksum !== hip15(account)) return badChecksum()
  return number === '0' ? nobodys() : accept(account)
}

/** HIP-15, whose published steps these are. Every product stays below 2^53. */
function hip15(account: string): string {
  const digits = Array.from(account, (c) => (c === '.' ? 10 : Number(c)))
  const sumOf = (parity: number) => digits.reduce((sum, d, i) => (i % 2 === parity ? sum + d : sum), 0) % 11
  const weighted = digits.reduce((sum, d) => (sum * 31 + d) % P3, 0)
  const ledger = [...MAINNET_LEDGER_ID, 0, 0, 0, 0, 0, 0].reduce((sum, b) => (sum * 31 + b) % P5, 0)
  const c = ((((digits.length % 5) * 11 + sumOf(0)) * 11 + sumOf(1)) * P3 + weighted + ledger) % P5
  let rest = (c * 1_000_003) % P5
  let letters = ''
  for (let i = 0; i < 5; i++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  }
  return letters
}

/**
 * Internet Computer account identifiers: CRC32 and 28 bytes in hex. Principals are refused: each has an account
 * identifier, so accepting both would give one destination two spellings.
 */
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

/**
 * Sui and Aptos addresses: 32 bytes in hex, in full. Neither ledger has a checksum, so all 64 digits are required: a
 * shortened spelling cannot be told from one that lost its digits. Letter case means nothing there; ours is small.
 */
export const suiAddress = (text: string) => check('a Sui address', text)
export const aptosAddress = (text: string) => check('an Aptos address', text)

function check(name: string, text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) {
    return notAn(name, '0x followed by 64 hexadecimal digits, leading zeros included')
  }
  if (/^0x0+$/.test(text)) return nobodys()
  // The last byte alone: 0x1, 0x2, 0x3, 0xa and their like hold the ledger's own code.
  if (/^0x0{62}/.test(text))
    return refuse("This address belongs to the ledger's own code. Give your account's address.")
  return accept(text.toLowerCase())
}

/**
 * Solana addresses: 32 bytes in base58. They carry NO checksum: a wrong letter is usually another valid address, so
 * only the domain's own proof (recipients, verify) protects against a mistyped one. Addresses off the curve are
 * accepted, since multisig vaults are such.
 */
export function solanaAddress(text: string): AddressVerdict {
  const bytes = /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text) ? readable(() => base58.decode(text)) : undefined
  if (bytes?.length === 64) return isSecret()
  if (bytes?.length !== 32) return notAn('a Solana address', '32 to 44 letters and digits without 0, O, I and l')
  return isAllZero(bytes) ? nobodys() : accept(base58.encode(bytes))
}

// Starknet addresses: a number below 2^251 - 256, written in full with 64 hex digits. Wallets show it in small letters,
// which carry no checksum; where capitals are used they must be the checksum of starknet.js, an EIP-55 over bytes.

const ADDRESS_BOUND = 2n ** 251n - 256n
const SHAPE = '0x followed by 64 hexadecimal digits, leading zeros included'

export function starknetAddress(text: string): AddressVerdict {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return notAn('a Starknet address', SHAPE)
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  const value = BigInt(`0x${lower}`)
  if (value === 0n) return nobodys()
  if (value >= ADDRESS_BOUND) return notAn('a Starknet address', 'a number below 2^251 - 256')
  if (digits !== lower && digits !== withChecksum(value, lower)) return badChecksum()
  return accept(`0x${lower}`)
}

function withChecksum(value: bigint, lower: string): string {
  const short = value.toString(16)
  const hash = hex.encode(keccak_256(hex.decode(short.length % 2 === 0 ? short : `0${short}`)))
  return Array.from(lower, (c, i) => (hash.charAt(i) >= '8' ? c.toUpperCase() : c)).join('')
}

/** Tezos accounts: base58check of a three-byte kind and 20 bytes: tz1, tz2 and tz3 keys, and KT1 contracts. */
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

/**
 * XRP Ledger classic addresses: base58 in Ripple's alphabet, version 0, 20 bytes, double SHA-256 checksum. X-addresses
 * are refused because the tag inside them competes with the memo, which is where the destination tag belongs.
 */
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
