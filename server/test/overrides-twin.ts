/**
 * The no-override rule written a second time, for `overrides-twin.test.ts`: another walk, regular expressions for the
 * words, and the whole confusables table of UTS 39 in place of ours. It shares no line with the contract's.
 */
import unhomoglyph from 'unhomoglyph'

/** Every key is folded several times over, and the table is searched by one long expression: each letter is looked up once. */
const looked_up = new Map<string, string>()
const lookUp = (letter: string): string => {
  const known = looked_up.get(letter)
  if (known !== undefined) return known
  const found = unhomoglyph(letter)
  looked_up.set(letter, found)
  return found
}
const skeleton = (text: string): string => Array.from(text, lookUp).join('')

const alike = (text: string): string =>
  skeleton(text)
    .toLowerCase()
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv')

const bare = (text: string): string =>
  Array.from(text)
    .filter((c) => /[\p{L}\p{N}]/u.test(c) && !/[\p{Lm}\p{Default_Ignorable_Code_Point}]/u.test(c))
    .join('')

/** The letters and digits as Latin; what is ASCII stays, since a digit may be a number or pass for a letter. */
const lettersOf = (key: string): string => bare(latin(unaccented(latin(key))))
const latin = (text: string): string => text.replaceAll(/[^\0-\x7f]/gu, lookUp)
const folded = (letters: string): string => unaccented(letters).toUpperCase().toLowerCase()
const unaccented = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const anyOf = (words: string): string => `(?:${words.split(' ').map(alike).join('|')})`
const INSIDE = new RegExp(anyOf('address memo contract issuer recipient payee beneficiary'), 'u')
const BEFORE = anyOf(
  'pay paid payment payout payto send sendto sent receive receiver receiving transfer deposit settlement transaction txn tx ' +
    'merchant seller crypto token stellar blockchain new real actual correct true final override my our the to dest ' +
    'destination wallet account asset network chain',
)
const FACT = anyOf(
  'to destination dest account acct addr wallet iban amount asset network rail chain chainid decimal decimals',
)
const AFTER = anyOf(
  'id code name type value number key tag hash override due topay tosend account addr wallet network asset amount chain',
)
const WHOLE = new RegExp(`^${BEFORE}?${FACT}${AFTER}?$`, 'u')

const wordsOf = (key: string): string[] => {
  const words = ['']
  let before = ''
  for (const c of key) {
    const inside = /[\p{L}\p{N}]/u.test(c)
    if (!inside || (/\p{Lu}/u.test(c) && /[\p{Ll}\p{N}]/u.test(before))) words.push('')
    if (inside) words[words.length - 1] += c
    before = c
  }
  return words
}

export const twinNamesFact = (key: string): boolean => {
  const letters = lettersOf(key)
  const unnumbered = letters.replace(/^[0-9]+/, '').replace(/[0-9]+$/, '')
  if (WHOLE.test(alike(folded(letters))) || WHOLE.test(alike(folded(unnumbered)))) return true
  if (!INSIDE.test(alike(folded(letters)))) return false
  const left = wordsOf(key).filter((word) => !/^(memor(y|ies|ial|able)|contractors?)$/i.test(word))
  return INSIDE.test(alike(folded(lettersOf(left.join('')))))
}

export interface TwinVerdict {
  readonly hits: string[]
  readonly limits: string[]
}

/** Breadth first, with a queue; answers with the fields that are hit and the limits that are broken. */
export const twinOverridesIn = (root: string, value: unknown): TwinVerdict => {
  if (Buffer.byteLength(JSON.stringify(value)) > 8192) return { hits: [], limits: ['too_long'] }
  const hits: string[] = []
  const limits = new Set<string>()
  let keys = 0
  const queue: [unknown, string, number][] = [[value, root, 1]]
  for (const [item, at, level] of queue) {
    const inner = typeof item === 'string' ? opened(item) : undefined
    if (inner !== undefined) queue.push([inner, `${at}.$`, level + 1])
    if (item === null || typeof item !== 'object') continue
    if (level > 8) {
      limits.add('too_deep')
      continue
    }
    for (const key of Reflect.ownKeys(item) as string[]) {
      if (Array.isArray(item) && key === 'length') continue
      const field = `${at}.${key.length > 64 ? `${key.slice(0, 64)}…` : key}`
      queue.push([(item as Record<string, unknown>)[key], field, level + 1])
      if (Array.isArray(item)) continue
      keys++
      if (twinNamesFact(key)) hits.push(field)
    }
  }
  if (keys > 50) limits.add('too_many_keys')
  return { hits: hits.toSorted(), limits: [...limits].toSorted() }
}

const opened = (text: string): unknown => {
  try {
    const inner: unknown = JSON.parse(text)
    return typeof inner === 'string' || (typeof inner === 'object' && inner !== null) ? inner : undefined
  } catch {
    return undefined
  }
}
