/** The words of the wallet for how a payment stands. */
import { STANDING_WORDS } from '@pursestrings/ui/standing'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { enOpen } from './en-open.ts'

/** Texts of a catalogue, wherever they stand in it. */
const textsIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(words as object).flatMap(textsIn)

test('badges say how a payment stands in the words that the portal has', () => {
  for (const [name, word] of Object.entries(STANDING_WORDS)) expect(enOpen.status).toMatchObject({ [name]: { word } })
})

test('no page says confirmed: it is the word of the API for what a wallet says', () => {
  const texts = textsIn([en, enOpen])
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => /\bconfirmed\b/i.test(text))).toEqual([])
})
