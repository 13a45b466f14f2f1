/** The words of the portal for how a payment stands. */
import { STANDING_WORDS } from '@pursestrings/ui/standing'
import { expect, test } from 'vitest'
import { en } from './en.ts'

/** Texts of a catalogue, wherever they stand in it. */
const textsIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(words as object).flatMap(textsIn)

test('badges and filters say how a payment stands in the same words', () => {
  for (const [name, word] of Object.entries(STANDING_WORDS)) expect(en.status).toMatchObject({ [name]: { word } })
  const filters = [...Object.values(en.requests.standing), ...Object.values(en.agentPayments.shows)]
  // A few say more than the word, after it.
  const begins = new RegExp(`^(Needs approval|${Object.values(STANDING_WORDS).join('|')})(,|:| or |$)`)
  expect(filters.filter((text) => !begins.test(text))).toEqual([])
})

test('no page says confirmed: it is the word of the API for what a wallet says', () => {
  const texts = textsIn(en)
  expect(texts.length).toBeGreaterThan(900)
  expect(texts.filter((text) => /\bconfirmed\b/i.test(text))).toEqual([])
})
