/** How people and attackers get an address wrong, made from a right one. Used by tests only. */
import type { AddressRule } from '@pursestrings/protocol/networks'

const PRINTABLE = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_+/:.'
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  x: 'х',
  A: 'А',
  B: 'В',
  E: 'Е',
  H: 'Н',
  '0': '０',
  '1': '１',
}

/** Texts no rule may accept, whatever the address they were made from. */
export function spoiled(text: string): string[] {
  const half = Math.floor(text.length / 2)
  const insert = (piece: string) => text.slice(0, half) + piece + text.slice(half)
  const disguised = Array.from(text)
    .map((c, i) => (LOOKALIKES[c] === undefined ? '' : text.slice(0, i) + LOOKALIKES[c] + text.slice(i + 1)))
    .filter((other) => other !== '')
  const junk = [
    `${text} `,
    `\n${text}`,
    insert(' '),
    insert('\u200b'),
    insert('\u202e'),
    insert('\0'),
    text + text,
    `${text},`,
  ]
  return [...disguised, ...junk, `https://example.com/${text}`, `"${text}"`, text.repeat(400)]
}

/** Every text that differs from this one in exactly one character. */
export function* substitutions(text: string): Generator<string> {
  for (let i = 0; i < text.length; i++) {
    for (const c of PRINTABLE) if (c !== text[i]) yield text.slice(0, i) + c + text.slice(i + 1)
  }
}

/** Reproducible mixes of substitution, loss, insertion, exchange of neighbours and change of case. */
export function* mutations(text: string, count: number, seed = 1): Generator<string> {
  let state = seed
  const below = (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  yield text.toLowerCase()
  yield text.toUpperCase()
  for (let k = 0; k < count; k++) {
    const i = below(text.length)
    // Letters of the address itself keep the text inside the codec's alphabet, which is where a checksum has to work.
    const letter = below(4) === 0 ? PRINTABLE.charAt(below(PRINTABLE.length)) : text.charAt(below(text.length))
    const [before, at, after] = [text.slice(0, i), text.charAt(i), text.slice(i + 1)]
    const flipped = at === at.toUpperCase() ? at.toLowerCase() : at.toUpperCase()
    yield [before + letter + after, before + after, before + letter + at + after, before + flipped + after][below(4)] ??
      text
    yield before + after.charAt(0) + at + after.slice(1)
  }
}

/** Ledgers that write 32 bytes in the same way: an address of one can be an address of the other. */
export const SAME_SHAPE: readonly AddressRule[] = ['sui', 'aptos', 'starknet']
