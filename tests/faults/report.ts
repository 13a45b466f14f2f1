/** The figures of a fault run, kept where `npm run faults` prints them as its last line. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const FIGURES = fileURLToPath(new URL('../../.countersign/figures/', import.meta.url))

export const report = (name: string, figures: Readonly<Record<string, unknown>>): void => {
  mkdirSync(FIGURES, { recursive: true })
  writeFileSync(`${FIGURES}${name}.json`, JSON.stringify(figures))
}
