/** What several pages state, and how pages write numbers. */
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
