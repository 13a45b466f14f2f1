/**
 * Decides the form of a Connect Key, in groups of four symbols of Crockford's base32: three for the slot of its wallet, by which
 * a router finds the wallet's cell when an agent without any credential shows the key, 16 random ones (80 bits) and one that
 * checks all of them. It is read aloud, typed and scanned, so case and separators do not matter and O, I and L are read as the
 * digits they are mistaken for.
 */
import { CROCKFORD, randomSlot, type Slot, slotText } from '@pursestrings/protocol/secrets'

const ALPHABET = CROCKFORD.toUpperCase()
const SLOT_LENGTH = 3
const RANDOM_LENGTH = 16
export const CONNECT_KEY_BITS = RANDOM_LENGTH * 5

export function newConnectKey(slot: Slot = randomSlot()): string {
  const random = [...crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH))].map((byte) => byte & 31)
  const values = [...Array.from(slotText(slot), (symbol) => CROCKFORD.indexOf(symbol)), ...random]
  return grouped([...values, checkOf(values)].map((value) => ALPHABET.charAt(value)).join(''))
}

/** The one spelling of a typed key, or undefined where its check symbol says that it was mistyped. */
export function readConnectKey(typed: string): string | undefined {
  const text = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const values = Array.from(text, (symbol) => ALPHABET.indexOf(symbol))
  if (values.length !== SLOT_LENGTH + RANDOM_LENGTH + 1 || values.includes(-1)) return undefined
  return checkOf(values.slice(0, -1)) === values.at(-1) ? grouped(text) : undefined
}

const grouped = (text: string): string => text.replaceAll(/.{4}(?=.)/g, '$&-')

/**
 * A sum over GF(32) in which every place has a weight of its own: every single wrong symbol and every swap of two
 * symbols changes it.
 */
function checkOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum = doubled(sum ^ value)
  return sum
}

/** Times x, modulo x^5 + x^2 + 1. */
const doubled = (value: number): number => (value & 16 ? (value << 1) ^ 0b100101 : value << 1)
