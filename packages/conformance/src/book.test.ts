import { expect, test } from 'vitest'
import { openBook } from './book.ts'
import { linesOf } from './report.ts'

const verdictOf = (at: string, look: (book: ReturnType<typeof openBook>) => void): string | undefined => {
  const book = openBook()
  look(book)
  return book
    .judgements()
    .flatMap(({ judgements }) => judgements)
    .find(({ sentence }) => sentence.at === at)?.verdict
}

test('a sentence is met if every look holds, and missing if one does not, or if nobody looked', () => {
  const seen: readonly (readonly boolean[])[] = [[true, true], [true, false], []]
  const verdicts = seen.map((looks) =>
    verdictOf('1.9', (book) => {
      for (const holds of looks) book.judge('1.9', 'a look', holds)
    }),
  )
  expect(verdicts).toEqual(['met', 'missing', 'missing'])
})

test('what is missing is printed with what was seen, and a sentence that nobody wrote is refused', () => {
  const book = openBook()
  book.judge('1.9', 'a look', false, 'this instead')
  expect(linesOf(book)).toContain('    a look: this instead')
  expect(() => book.judge('1.10', 'a look', true)).toThrow('no sentence is called 1.10')
})
