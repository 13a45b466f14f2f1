/** A Connect Key is forgiving to those who type it and tells every usual slip of the finger by itself. */
import { expect, test } from 'vitest'
import { CONNECT_KEY_BITS, newConnectKey, readConnectKey } from './connect-key.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('a key has 80 random bits, is grouped by four, and reads as itself', () => {
  expect(CONNECT_KEY_BITS).toBe(80)
  const keys = Array.from({ length: 2_000 }, newConnectKey)
  for (const key of keys) {
    expect(key).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]$/)
    expect(readConnectKey(key)).toBe(key)
  }
  expect(new Set(keys).size).toBe(keys.length)
  const symbols = new Set(keys.flatMap((key) => Array.from(key.replaceAll('-', '').slice(0, 16))))
  expect(symbols.size).toBe(32)
})

test('case, separators and letters that look like digits do not matter', () => {
  for (let i = 0; i < 500; i++) {
    const key = newConnectKey()
    for (const typed of [
      key.toLowerCase(),
      key.replaceAll('-', ''),
      key.replaceAll('-', ' '),
      ` ${key}\n`,
      key.replaceAll('0', 'O').replaceAll('1', 'l'),
      key.replaceAll('0', 'o').replaceAll('1', 'I'),
    ]) {
      expect(readConnectKey(typed)).toBe(key)
    }
  }
})

test('every single wrong symbol and every swap of two is told, over the whole key', () => {
  for (let i = 0; i < 20; i++) {
    const symbols = Array.from(newConnectKey().replaceAll('-', ''))
    for (const [at, right] of symbols.entries()) {
      for (const wrong of ALPHABET) {
        if (wrong !== right) expect(readConnectKey(symbols.with(at, wrong).join(''))).toBeUndefined()
      }
      for (let other = at + 1; other < symbols.length; other++) {
        const swapped = symbols.with(at, symbols[other] as string).with(other, right)
        if (symbols[other] !== right) expect(readConnectKey(swapped.join(''))).toBeUndefined()
      }
    }
  }
})

test('what is no key at all reads as none', () => {
  for (const typed of ['', '-', 'U'.repeat(17), '0'.repeat(16), '0'.repeat(18), 'nonsense', '０'.repeat(17)]) {
    expect(readConnectKey(typed)).toBeUndefined()
  }
})
