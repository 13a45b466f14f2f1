/** What a run says on a terminal, and the page of documentation that is made from it. */
import type { Book, Judgement, Verdict } from './book.ts'

const all = (book: Book): readonly Judgement[] => book.judgements().flatMap(({ judgements }) => judgements)

export const countOf = (book: Book, verdict: Verdict): number =>
  all(book).filter((one) => one.verdict === verdict).length

const countsLine = (book: Book): string =>
  (['met', 'missing', 'not judged'] as const).map((one) => `${countOf(book, one)} ${one}`).join(', ')

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
    ...(verdict === 'missing' && looks.length === 0 ? ['    never seen in this run'] : []),
    ...(verdict === 'missing' ? [...new Set(seen)] : []),
  ]
}

/** docs/conformance.md. The same run gives the same bytes. */
export const pageOf = (
  book: Book,
): string => `<!-- Made by \`npm run conformance -- --page docs/conformance.md\`; do not edit. -->

# Conformance

Every sentence and table row of the specification, in our words, and what the [conformance kit](../packages/conformance/README.md)
saw of it: a client that was written from the specification's text and uses none of our packages. ${countsLine(book)}.

A sentence is \`met\` if everything that the kit looked at holds, and \`missing\` if something else was seen, or nothing. It's
\`not judged\` if the specification leaves it open, if it's a duty of the caller, or if nobody can see it from outside. Where it leaves
something open, [differences](differences.md) says what we decided.

${book.judgements().map(sectionText).join('\n')}`

const sectionText = ({ title, judgements }: ReturnType<Book['judgements']>[number]): string => `## ${title}

| Where | What it says | Seen |
|---|---|---|
${judgements.map(rowText).join('\n')}
`

const rowText = ({ sentence, verdict, looks }: Judgement): string => {
  const what = [...new Set(looks.map((look) => look.what))].join('; ')
  const why = verdict === 'not judged' ? sentence.kind : what
  return `| ${sentence.at} | ${sentence.says} | **${verdict}**: ${why} |`.replaceAll('\n', ' ')
}
