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
/** What is left of a long cell, such as an id, where a table is too wide. */
const SHORT = 12
/** The last column is the one for people; the others give way first until it has this much. */
const LAST_MIN = 20

/**
 * Without a `width` nothing is cut. With one, columns between the first, which names the row, and the last, which people
 * read, are shortened before the last is.
 */
export const tableText = (
  titles: readonly string[],
  rows: readonly (readonly unknown[])[],
  width = Number.POSITIVE_INFINITY,
): string => {
  const cells = [titles, ...rows].map((row) => row.map((value) => plain(value ?? '-')))
  const widths = titles.map((_, i) => Math.max(...cells.map((row) => lengthOf(row[i] ?? ''))))
  const sum = () => widths.slice(0, -1).reduce((all, one) => all + one + GAP, 0)
  const wanted = Math.min(widths.at(-1) ?? 0, LAST_MIN)
  for (let i = widths.length - 2; i > 0 && sum() + wanted > width; i--) {
    const room = (widths[i] ?? 0) - (sum() + wanted - width)
    widths[i] = Math.min(widths[i] ?? 0, Math.max(SHORT, room))
  }
  const last = Math.max(4, Math.min(widths.at(-1) ?? 0, width - sum()))
  const line = (row: readonly string[]) =>
    row
      .map((text, i) =>
        i < row.length - 1 ? cut(text, widths[i] ?? 0).padEnd((widths[i] ?? 0) + GAP) : cut(text, last),
      )
      .join('')
  return cells.map((row) => cut(line(row).trimEnd(), width)).join('\n')
}
