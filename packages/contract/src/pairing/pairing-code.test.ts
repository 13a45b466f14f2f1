/** Pairing codes: even over their alphabet, forgiving when typed; and the two words that both sides show. */

import { CHECK_WORDS, checkPhrase } from '@pursestrings/protocol/check-phrase'
import { expect, test } from 'vitest'
import { CODE_ALPHABET, CODES_IN_ALL, newPairingCode, pairingUri, readPairingCode } from './pairing-code.ts'

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
