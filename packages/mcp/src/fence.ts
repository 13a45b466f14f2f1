/**
 * Decides how text that others wrote reaches a model: on one line each, quoted, with nothing in it that cannot be
 * seen, between two lines that carry a mark which nobody could know before. What the service vouches for stands outside. What
 * the lines mean is told once, in the server's instructions and in the schemas of its tools.
 */
import { randomBytes } from 'node:crypto'

/** Control and format characters (bidi among them), line breaks, and whatever else is drawn as nothing. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const CHARACTERS_MAX = 2_000

export const visible = (text: string): string => text.replaceAll(UNSEEN, escaped)

/** A text of one line with nothing unseen in it, as people are shown it and as two tries are compared. */
export const oneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').trim()

/** As JSON spells it, so that a quoted text stays readable JSON. */
const escaped = (unseen: string): string =>
  Array.from({ length: unseen.length }, (_, i) => `\\u${unseen.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')

/** Any JSON value on one line; what is too long is cut, and says so. */
export const quoted = (value: unknown): string => {
  const json = JSON.stringify(value)
  if (json.length <= CHARACTERS_MAX) return visible(json)
  return `${visible(JSON.stringify(json.slice(0, CHARACTERS_MAX)))} (cut)`
}

/** Who said what, by name; empty where nobody said anything. */
export const fenced = (said: Readonly<Record<string, unknown>>): string => {
  const lines = Object.entries(said)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
  if (lines.length === 0) return ''
  const mark = randomBytes(16).toString('hex')
  return [`UNTRUSTED ${mark}`, ...lines, `END ${mark}`].join('\n')
}
