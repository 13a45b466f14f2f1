/** The figures of a fault run, kept where `npm run faults` prints them as its last line, or lines. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const FIGURES = fileURLToPath(new URL('../../.pursestrings/figures/', import.meta.url))

export const report = (name: string, figures: Readonly<Record<string, unknown>>): void => reportLines(name, [figures])

/** One line for each fault, where a run has several. */
export const reportLines = (name: string, lines: readonly object[]): void => {
  mkdirSync(FIGURES, { recursive: true })
  writeFileSync(`${FIGURES}${name}.json`, lines.map((line) => JSON.stringify(line)).join('\n'))
}
