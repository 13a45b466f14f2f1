/** What several pages state, how pages write numbers, and where programs keep theirs. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Fact {
  readonly what: string
  /** By page: what must stand there, spaces and line ends alike. */
  readonly said: Readonly<Record<string, string | RegExp>>
  /** What no page may say. */
  readonly never?: readonly RegExp[]
}

const WORDS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
export const word = (count: number): string => WORDS[count] ?? String(count)
export const days = (hours: number): string => (hours === 24 ? 'a day' : `${word(hours / 24)} days`)
export const minutes = (seconds: number): string => `${word(seconds / 60)} minutes`

/** `default` of a setting, as docs/generated/settings.md lists it. */
export const defaultOf = (settings: string, name: string): string =>
  new RegExp(`^\\| \`${name}\` \\| \`([^\`]*)\``, 'm').exec(settings)?.[1] ?? `no default of ${name}`

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const found = (file: string, pattern: RegExp): string => {
  const [, value] = pattern.exec(readFileSync(ROOT + file, 'utf8')) ?? []
  if (value === undefined) throw new Error(`${file} has no ${pattern}`)
  return value
}
/** Of a module that keeps it to itself: the first number behind the name. */
export const numberIn = (file: string, name: string, is = ' = '): number =>
  Number(found(file, new RegExp(`${/^\w/.test(name) ? '\\b' : ''}${name}${is}([\\d_.]+)`)).replaceAll('_', ''))

export const count = (number: number): string => String(number).replace(/(\d)(\d{3})$/, '$1,$2')
