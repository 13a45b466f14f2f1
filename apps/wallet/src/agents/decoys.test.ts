import { expect, test } from 'vitest'
import { phrasesWith } from './decoys.ts'

test('the right words are among three, at every place alike, and share no word with the others', async () => {
  const places = [0, 0, 0]
  for (let round = 0; round < 300; round++) {
    const phrases = await phrasesWith('amber otter')
    expect(new Set(phrases).size).toBe(3)
    // A phrase may say one word twice; two phrases never share one.
    const words = phrases.flatMap((phrase) => [...new Set(phrase.split(' '))])
    expect(new Set(words).size).toBe(words.length)
    const at = phrases.indexOf('amber otter')
    places[at] = (places[at] ?? 0) + 1
  }
  // A third each; a place that told something would be far from it.
  for (const count of places) expect(count).toBeGreaterThan(50)
})
