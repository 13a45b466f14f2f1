/** One byte of an answer, changed: every byte in turn, or a sample that aims at what a payment is made of. */
import { createHash } from 'node:crypto'

export interface Change {
  readonly at: number
  readonly byte: number
}

const QUOTE = 0x22

/** The next digit or letter, so that what is read as a number or a name still is one. */
const nextOf = (byte: number): number => {
  const [digit, upper, lower] = [byte - 0x30, byte - 0x41, byte - 0x61]
  if (digit >= 0 && digit < 10) return 0x30 + ((digit + 1) % 10)
  if (upper >= 0 && upper < 26) return 0x41 + ((upper + 1) % 26)
  if (lower >= 0 && lower < 26) return 0x61 + ((lower + 1) % 26)
  return byte ^ 2
}

const drawn = (seed: string): number => createHash('sha256').update(seed).digest()[0] ?? 0

const valuesOf = (byte: number, seed: string): number[] =>
  [...new Set([nextOf(byte), byte ^ 1, drawn(seed), QUOTE, byte ^ 0x20])].filter((value) => value !== byte)

/** `each`: 1 is every byte, 10 every tenth, which ones depends on the call. */
export const everyChange = (call: string, body: Buffer, { values, each }: { values: number; each: number }): Change[] =>
  [...body].flatMap((byte, at) =>
    valuesOf(byte, `${call} ${at}`)
      .slice(0, at % each === drawn(call) % each ? values : 0)
      .map((value) => ({ at, byte: value })),
  )

const SAMPLE = 12
const AIMED_MAX = 28
/** What a payment is made of: where these begin and end, and somewhere in a link. */
const AIMED = ['"amount":"', '"to":"', '"network":"', '"asset":"', '"memo":"', '"reference":"', '"reference_value":"']
const LINK = 'web+stellar:'
const LINK_LENGTH = 200

export const someChanges = (call: string, body: Buffer): Change[] => {
  const text = body.toString('latin1')
  const begins = AIMED.flatMap((name) => placesOf(text, name).map((at) => at + name.length))
  const ends = begins.map((at) => text.indexOf('"', at) - 1)
  const links = placesOf(text, LINK).map((at) => at + (drawn(`${call} ${at}`) % LINK_LENGTH))
  const aimed = [...begins, ...ends, ...links].toSorted((a, b) => drawn(`${a}`) - drawn(`${b}`)).slice(0, AIMED_MAX)
  const sample = Array.from({ length: SAMPLE }, (_, i) => drawn(`${call} ${i}`) * 256 + drawn(`${i} ${call}`))
  return [...new Set([...aimed, ...sample.map((at) => at % body.length)])]
    .filter((at) => at >= 0 && at < body.length)
    .map((at) => ({ at, byte: nextOf(body[at] ?? 0) }))
}

const placesOf = (text: string, part: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found.push(at)
  return found
}

export const changed = (body: Buffer, { at, byte }: Change): Buffer => {
  const copy = Buffer.from(body)
  copy[at] = byte
  return copy
}
