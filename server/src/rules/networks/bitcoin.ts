/**
 * Bitcoin, Litecoin and Dogecoin: base58check hashes and, where the chain has them, segwit outputs (BIP 173, BIP 350).
 * Accepted are only outputs somebody can spend today: key and script hashes, witness version 0, and taproot.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, refuse } from './verdict.ts'

const base58check = createBase58check(sha256)

interface Chain {
  readonly name: string
  /** Version bytes of a key hash and of a script hash. */
  readonly versions: readonly number[]
  readonly segwit: string | null
  readonly shape: string
  /** Version bytes and prefixes that mean something else, with what to say about them. */
  readonly foreign: Readonly<Record<number | string, string>>
}

const BITCOIN: Chain = {
  name: 'a Bitcoin address',
  versions: [0x00, 0x05],
  segwit: 'bc',
  shape: 'a text beginning with 1, 3 or bc1',
  foreign: {
    0x6f: 'Bitcoin testnet',
    0xc4: 'Bitcoin testnet',
    0x30: 'Litecoin',
    0x32: 'Litecoin',
    0x1e: 'Dogecoin',
    tb: 'Bitcoin testnet',
    bcrt: 'a Bitcoin test chain',
    ltc: 'Litecoin',
  },
}

const LITECOIN: Chain = {
  name: 'a Litecoin address',
  versions: [0x30, 0x32],
  segwit: 'ltc',
  shape: 'a text beginning with L, M or ltc1',
  // 0x05 was Litecoin's script hash once, and the same text is a Bitcoin address: which ledger is meant cannot be told.
  foreign: {
    0x00: 'Bitcoin',
    0x05: 'Bitcoin, or an old Litecoin spelling of an address that now begins with M',
    0x1e: 'Dogecoin',
    bc: 'Bitcoin',
    tltc: 'Litecoin testnet',
    ltcmweb: "Litecoin's private MWEB, which this rail does not pay",
  },
}

const DOGECOIN: Chain = {
  name: 'a Dogecoin address',
  versions: [0x1e, 0x16],
  segwit: null,
  shape: 'a text beginning with D, 9 or A',
  foreign: { 0x00: 'Bitcoin', 0x05: 'Bitcoin', 0x71: 'Dogecoin testnet', 0x30: 'Litecoin' },
}

export const bitcoinAddress = (text: string) => check(BITCOIN, text)
export const litecoinAddress = (text: string) => check(LITECOIN, text)
export const dogecoinAddress = (text: string) => check(DOGECOIN, text)

function check(chain: Chain, text: string): AddressVerdict {
  const looksSegwit = /^([a-z]{2,7})1[02-9ac-hj-np-z]+$/i.exec(text)
  const prefix = looksSegwit?.[1]?.toLowerCase()
  if (prefix !== undefined && prefix === chain.segwit) return segwit(text)
  const foreign = prefix === undefined ? undefined : chain.foreign[prefix]
  if (foreign !== undefined && readAny(text) !== undefined) return otherLedger(chain, foreign)
  return hashed(chain, text)
}

function hashed(chain: Chain, text: string): AddressVerdict {
  if (!/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(text)) return notAn(chain.name, chain.shape)
  const bytes = readable(() => base58check.decode(text))
  if (bytes === undefined) return badChecksum()
  const version = bytes[0] ?? -1
  if (bytes.length !== 21 || !chain.versions.includes(version)) {
    const foreign = bytes.length === 21 ? chain.foreign[version] : undefined
    return foreign === undefined ? notAn(chain.name, chain.shape) : otherLedger(chain, foreign)
  }
  if (isAllZero(bytes.subarray(1))) return nobodys()
  return accept(base58check.encode(bytes))
}

function segwit(text: string): AddressVerdict {
  const read = readAny(text)
  if (read === undefined) return badChecksum()
  const [version, ...words] = read.words
  const program = readable(() => bech32.fromWords(words))
  // BIP 350: version 0 is bech32 and everything later bech32m; the other pairing can hide a lost or added letter.
  if (program === undefined || (version === 0) !== (read.codec === bech32)) return badChecksum()
  const spendable =
    version === 0 ? program.length === 20 || program.length === 32 : version === 1 && program.length === 32
  if (!spendable) {
    return refuse(
      'This is a kind of witness address that no wallet can hold yet. Give a bc1q, bc1p, ltc1q or ltc1p address.',
    )
  }
  if (isAllZero(program)) return nobodys()
  return accept(text.toLowerCase())
}

function readAny(text: string) {
  for (const codec of [bech32, bech32m]) {
    const read = codec.decodeUnsafe(text, 120)
    if (read) return { codec, words: read.words }
  }
  return undefined
}

const otherLedger = (chain: Chain, foreign: string) =>
  refuse(`This is an address of ${foreign}. Give ${chain.name}: ${chain.shape}.`)

// Bitcoin Cash addresses (CashAddr): a 40-bit BCH checksum over prefix and payload. The legacy base58 spelling is
// refused because the same text is a Bitcoin address, and the token-aware one because it is a second spelling.

const PREFIX = 'bitcoincash'
const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
const SHAPE = 'a text beginning with bitcoincash:q or bitcoincash:p'

const P2PKH_20 = 0x00
const P2SH_20 = 0x08
const P2SH_32 = 0x0b

export function bitcoinCashAddress(text: string): AddressVerdict {
  if (/^[13][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) {
    return refuse(`This is the old spelling, which is also a Bitcoin address. Give the CashAddr spelling: ${SHAPE}.`)
  }
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) {
    return refuse('The address mixes capital and small letters. Copy it again in small letters.')
  }
  const lower = text.toLowerCase()
  const body = lower.startsWith(`${PREFIX}:`) ? lower.slice(PREFIX.length + 1) : lower
  if (!/^[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{42,61}$/.test(body)) return notAn('a Bitcoin Cash address', SHAPE)

  const words = Array.from(body, (c) => ALPHABET.indexOf(c))
  if (polymod([...Array.from(PREFIX, (c) => c.charCodeAt(0) & 31), 0, ...words]) !== 0n) return badChecksum()
  const bytes = readable(() => bech32.fromWords(words.slice(0, -8)))
  const version = bytes?.[0]
  const hash = bytes?.subarray(1)
  if (version === undefined || hash === undefined) return badChecksum()
  if ((version & 0xf0) === 0x10) {
    return refuse('This is the token-aware spelling (z or r). Give the plain spelling of the same address (q or p).')
  }
  const length = version === P2SH_32 ? 32 : 20
  if (![P2PKH_20, P2SH_20, P2SH_32].includes(version) || hash.length !== length) {
    return notAn('a Bitcoin Cash address', SHAPE)
  }
  return isAllZero(hash) ? nobodys() : accept(`${PREFIX}:${body}`)
}

function polymod(words: readonly number[]): bigint {
  let sum = 1n
  for (const word of words) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
    GENERATORS.forEach((generator, i) => {
      if ((top >> BigInt(i)) & 1n) sum ^= generator
    })
  }
  return sum ^ 1n
}
