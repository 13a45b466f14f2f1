import { expect, test } from 'vitest'
import { type Book, openBook } from './book.ts'
import { linesOf } from './report.ts'
import { SECTIONS } from './sentences/all.ts'

const verdictOf = (at: string, look: (book: Book) => void): string | undefined => {
  const book = openBook(SECTIONS)
  look(book)
  return book
    .judgements()
    .flatMap(({ judgements }) => judgements)
    .find(({ sentence }) => sentence.at === at)?.verdict
}

test('a sentence is met if every look holds, and not met if one does not, or if nobody looked', () => {
  const seen: readonly (readonly boolean[])[] = [[true, true], [true, false], []]
  const verdicts = seen.map((looks) =>
    verdictOf('1.9', (book) => {
      for (const holds of looks) book.judge('1.9', 'a look', holds)
    }),
  )
  expect(verdicts).toEqual(['met', 'not met', 'not met'])
})

test('what is not met is printed with what was seen, and a sentence that nobody wrote is refused', () => {
  const book = openBook(SECTIONS)
  book.judge('1.9', 'a look', false, 'this instead')
  expect(linesOf(book)).toContain('    a look: this instead')
  expect(() => book.judge('1.10', 'a look', true)).toThrow('no sentence is called 1.10')
})
