/** CSV by RFC 4180, safe to open in a spreadsheet: what one would run as a formula is turned into text. */

/** What spreadsheets take for the beginning of a formula, in the full-width form too, and what they skip before it. */
const FORMULA = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/
const NEEDS_QUOTES = /[",\r\n]/

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value)
}

export const cellOf = (value: unknown): string => {
  const text = textOf(value)
  if (FORMULA.test(text)) return quoted(`'${text}`)
  return NEEDS_QUOTES.test(text) ? quoted(text) : text
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

export const rowOf = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`
