/**
 * Bitcoin Cash addresses (CashAddr): a 40-bit BCH checksum over prefix and payload. The legacy base58 spelling is
 * refused because the same text is a Bitcoin address, and the token-aware one because it is a second spelling.
 */
import { bech32 } from '@scure/base'
import { type AddressVerdict, accept, badChecksum, isAllZero, nobodys, notAn, readable, refuse } from './verdict.ts'

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
