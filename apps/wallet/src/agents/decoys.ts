/**
 * Phrases among which the user has to find the agent's. Made here, at random: the service does not know what is shown, and a
 * phrase that shares a word with the right one would be picked by mistake.
 */
import { checkPhrase } from '@pursestrings/sdk'
import { base64urlOf, randomBytes } from '../keys/bytes.ts'

const SHOWN = 3

const randomPhrase = (): Promise<string> => checkPhrase(base64urlOf(randomBytes(16)), base64urlOf(randomBytes(16)))

const sharesWord = (one: string, other: string): boolean =>
  one.split(' ').some((word) => other.split(' ').includes(word))

const randomBelow = (count: number): number => {
  const [pick = 0] = crypto.getRandomValues(new Uint32Array(1))
  return pick % count
}

/** The right one among two others, at a place that tells nothing. */
export const phrasesWith = async (right: string): Promise<readonly string[]> => {
  const phrases = [right]
  while (phrases.length < SHOWN) {
    const phrase = await randomPhrase()
    if (!phrases.some((other) => sharesWord(phrase, other))) phrases.push(phrase)
  }
  const at = randomBelow(SHOWN)
  return [...phrases.slice(1, at + 1), right, ...phrases.slice(at + 1)]
}
