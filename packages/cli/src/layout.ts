/** How records look to a person: named fields below each other, or a table that fits the terminal. */
import { stripVTControlCharacters } from 'node:util'

/** Text of others never steers the terminal. */
export const plain = (value: unknown): string =>
  // oxlint-disable-next-line no-control-regex
  stripVTControlCharacters(String(value)).replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')

const lengthOf = (text: string): number => Array.from(stripVTControlCharacters(text)).length

const cut = (text: string, width: number): string => {
  const letters = Array.from(text)
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`
}

export type Field = readonly [name: string, value: unknown]

/** Absent values are left out. */
export const fieldsText = (fields: readonly Field[]): string => {
  const there = fields.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...there.map(([name]) => name.length))
  return there.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n')
}

const GAP = 2

/** The last column gives way where the rows are wider than `width`; without one, nothing is cut. */
export const tableText = (
  titles: readonly string[],
  rows: readonly (readonly unknown[])[],
  width = Number.POSITIVE_INFINITY,
): string => {
  const cells = [titles, ...rows].map((row) => row.map((value) => plain(value ?? '-')))
  const widths = titles.map((_, i) => Math.max(...cells.map((row) => lengthOf(row[i] ?? ''))))
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + GAP, 0)
  const last = Math.max(4, Math.min(widths.at(-1) ?? 0, width - before))
  const line = (row: readonly string[]) =>
    row.map((text, i) => (i < row.length - 1 ? text.padEnd((widths[i] ?? 0) + GAP) : cut(text, last))).join('')
  return cells.map((row) => cut(line(row).trimEnd(), width)).join('\n')
}
