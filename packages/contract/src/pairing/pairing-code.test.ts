import { CHECK_WORDS, checkPhrase } from '@pursestrings/protocol/check-phrase'
import { toSlot } from '@pursestrings/protocol/secrets'
import { describe, expect, test } from 'vitest'
import { CONNECT_KEY_BITS, newConnectKey, readConnectKey } from '../connect-invitations/connect-key.ts'
import { CODE_ALPHABET, CODES_IN_ALL, newPairingCode, pairingUri, readPairingCode } from './records.ts'

/** Pairing codes: even over their alphabet, forgiving when typed; and the two words that both sides show. */
describe('pairing codes', () => {
  test('a code is eight letters of the alphabet, each as likely as any other', () => {
    const count = new Map<string, number>()
    const codes = 5_000
    for (let i = 0; i < codes; i++) {
      const code = newPairingCode()
      expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
      for (const letter of code.replace('-', '')) count.set(letter, (count.get(letter) ?? 0) + 1)
    }
    const expected = (codes * 8) / 20
    // Chi-square with 19 degrees of freedom: 52 is passed by chance once in 20,000 runs.
    const chi = Array.from(CODE_ALPHABET).reduce((sum, l) => sum + ((count.get(l) ?? 0) - expected) ** 2 / expected, 0)
    expect(chi).toBeLessThan(52)
    expect(CODES_IN_ALL).toBe(25_600_000_000)
  })

  test('case and separators do not matter, and what is no code reads as none', () => {
    for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'W.D.J.B/M-J-H-T', 'WDJB–MJHT']) {
      expect(readPairingCode(typed)).toBe('WDJB-MJHT')
    }
    for (const typed of ['', 'WDJB-MJH', 'WDJB-MJHTT', 'WDJB-MJHA', 'WDJB-MJH1', 'ＷDJB-MJHT']) {
      expect(readPairingCode(typed)).toBeUndefined()
    }
  })

  test('the URI names the session, the code and the service to ask', () => {
    const uri = new URL(pairingUri('prs_x', 'WDJB-MJHT', 'https://pay.example/base?a=b&c'))
    expect([uri.protocol, uri.host]).toEqual(['svc:', 'pair'])
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      session: 'prs_x',
      code: 'WDJB-MJHT',
      service: 'https://pay.example/base?a=b&c',
    })
  })

  test('the phrase is two of 256 distinct short words, the same for the same session and code', async () => {
    expect(CHECK_WORDS.length).toBe(256)
    expect(new Set(CHECK_WORDS).size).toBe(256)
    for (const word of CHECK_WORDS) expect(word).toMatch(/^[a-z]{3,8}$/)
    const seen = new Set<string>()
    for (let i = 0; i < 500; i++) {
      const phrase = await checkPhrase(`prs_${i}`, 'WDJB-MJHT')
      expect(phrase.split(' ').every((word) => CHECK_WORDS.includes(word))).toBe(true)
      seen.add(phrase)
    }
    expect(seen.size).toBeGreaterThan(480)
    expect(await checkPhrase('prs_1', 'WDJB-MJHT')).toBe(await checkPhrase('prs_1', 'WDJB-MJHT'))
    expect(await checkPhrase('prs_1', 'WDJB-MJHT')).not.toBe(await checkPhrase('prs_1', 'WDJB-MJHX'))
  })
})

/** A Connect Key is forgiving to those who type it and tells every usual slip of the finger by itself. */
describe('Connect Keys', () => {
  const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

  test('a key has its slot and 80 random bits, is grouped by four, and reads as itself', () => {
    expect(CONNECT_KEY_BITS).toBe(80)
    const keys = Array.from({ length: 2_000 }, () => newConnectKey(toSlot(5)))
    for (const key of keys) {
      expect(key).toMatch(/^005[0-9A-HJKMNP-TV-Z](?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/)
      expect(readConnectKey(key)).toBe(key)
    }
    expect(new Set(keys).size).toBe(keys.length)
    const symbols = new Set(keys.flatMap((key) => Array.from(key.replaceAll('-', '').slice(3, 19))))
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
    for (const typed of ['', '-', 'U'.repeat(20), '0'.repeat(19), '0'.repeat(21), 'nonsense', '０'.repeat(20)]) {
      expect(readConnectKey(typed)).toBeUndefined()
    }
  })
})
