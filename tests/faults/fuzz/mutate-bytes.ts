/** Bytes and texts with something changed in them: flips, cuts, repeats, what is no UTF-8, and letters that mean something. */
import type { Random } from './random.ts'

const NOT_UTF8 = [
  '80',
  'bf',
  'c0af',
  'c3',
  'e282',
  'eda080',
  'edbfbf',
  'f0808080',
  'f4908080',
  'f8888080',
  'ff',
  'fe',
].map((hex) => Buffer.from(hex, 'hex'))
const MEANINGFUL = Buffer.from('"\\{}[]:,./?#&=%+-_ \t\r\n\0*;<>\'`$~|@!^0129aAzZ')
const SPLICES = [
  '\r\n',
  '\n\n',
  '..',
  '//',
  '%00',
  '%2e%2e',
  '\\u0000',
  '__proto__',
  'null',
  '1e999',
  '-0',
  '\ufeff',
  '—',
]

type Change = (bytes: Buffer, random: Random) => Buffer

const at = (bytes: Buffer, random: Random): number => random.below(bytes.length + 1)
const spliced = (bytes: Buffer, from: number, to: number, what: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), what, bytes.subarray(to)])

const CHANGES: readonly Change[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    const place = random.below(Math.max(1, copy.length))
    if (copy.length > 0) copy[place] = (copy[place] as number) ^ (1 << random.below(8))
    return copy
  },
  (bytes, random) => bytes.subarray(0, at(bytes, random)),
  (bytes, random) => bytes.subarray(at(bytes, random)),
  (bytes, random) => {
    const [from, length] = [at(bytes, random), 1 + random.below(8)]
    return spliced(bytes, from, Math.min(bytes.length, from + length), Buffer.alloc(0))
  },
  (bytes, random) => {
    const [from, length] = [at(bytes, random), 1 + random.below(32)]
    return spliced(bytes, from, from, bytes.subarray(from, from + length))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, random.pick(NOT_UTF8))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    const letter = Buffer.of(random.pick([...MEANINGFUL]))
    return spliced(bytes, place, Math.min(bytes.length, place + random.below(2)), letter)
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, Buffer.from(random.pick(SPLICES)))
  },
  (bytes, random) => {
    const place = at(bytes, random)
    return spliced(bytes, place, place, Buffer.alloc(1 + random.below(2_000), random.pick([...MEANINGFUL])))
  },
  (bytes, random) => {
    const [a, b] = [at(bytes, random), at(bytes, random)]
    return Buffer.concat([bytes.subarray(0, a), bytes.subarray(b)])
  },
  (bytes, random) => Buffer.from(bytes.map((byte) => (random.chance(0.02) ? random.below(256) : byte))),
]

export const mutatedBytes = (bytes: Buffer, random: Random): Buffer => {
  let changed = bytes
  for (let times = 1 + random.below(3); times > 0; times--) changed = random.pick(CHANGES)(changed, random)
  return changed
}

/** What is no UTF-8 becomes the sign for it, as in every text that was read from bytes; now and then half a pair of UTF-16. */
export const mutatedText = (text: string, random: Random): string => {
  const changed = mutatedBytes(Buffer.from(text), random).toString()
  if (!random.chance(0.05)) return changed
  const place = random.below(changed.length + 1)
  return `${changed.slice(0, place)}${random.pick(['\ud800', '\udfff'])}${changed.slice(place)}`
}
