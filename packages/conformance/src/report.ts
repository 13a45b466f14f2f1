/** What a run says on a terminal. */
import type { Book, Judgement, Verdict } from './book.ts'

const all = (book: Book): readonly Judgement[] => book.judgements().flatMap(({ judgements }) => judgements)

export const countOf = (book: Book, verdict: Verdict): number =>
  all(book).filter((one) => one.verdict === verdict).length

export const countsLine = (book: Book): string =>
  (['met', 'not met', 'not judged'] as const).map((one) => `${countOf(book, one)} ${one}`).join(', ')

/** Where the sentences stand that are not met. */
export const notMet = (book: Book): readonly string[] =>
  all(book).flatMap(({ sentence, verdict }) => (verdict === 'not met' ? [sentence.at] : []))

/** One line per sentence; below those that do not hold, what was seen. */
export const linesOf = (book: Book): readonly string[] => [
  ...book.judgements().flatMap(({ title, judgements }) => ['', title, ...judgements.flatMap(judgementLines)]),
  '',
  ...book.stopped.map((why) => `ended early: ${why}`),
  countsLine(book),
]

const judgementLines = ({ sentence, verdict, looks }: Judgement): string[] => {
  const why = verdict === 'not judged' ? ` (${sentence.kind})` : ''
  const seen = looks.filter(({ holds }) => !holds).map((look) => `    ${look.what}: ${look.seen}`)
  return [
    `  ${verdict.padEnd(10)} ${sentence.at}: ${sentence.says}${why}`,
    ...(verdict === 'not met' && looks.length === 0 ? ['    never seen in this run'] : []),
    ...(verdict === 'not met' ? [...new Set(seen)] : []),
  ]
}
