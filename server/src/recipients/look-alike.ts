/**
 * When two names would be mistaken for each other (P12, UTS 39): each name keeps to one script, and names whose skeletons
 * agree are twins. The skeleton is deliberately coarse: within one merchant's payees a false alarm costs a better name,
 * a missed twin costs money.
 */
import unhomoglyph from 'unhomoglyph'

const SCRIPTS = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Hangul',
  'Ethiopic',
  'Khmer',
  'Mongolian',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
] // prettier-ignore

/** Written together by everybody who writes them (UTS 39, "highly restrictive"). */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const PATTERNS = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)
const LETTER = /\p{L}/u

/** Scripts of a name's letters; one that we do not list counts as `other`, and mixes with nothing. */
const scriptsOf = (name: string): Set<string> => {
  const scripts = new Set<string>()
  for (const character of name) {
    if (!LETTER.test(character)) continue
    const known = PATTERNS.find(([, pattern]) => pattern.test(character))
    if (known) scripts.add(known[0])
    else if (!/\p{Script=Common}|\p{Script=Inherited}/u.test(character)) scripts.add('other')
  }
  return scripts
}

export const mixesScripts = (name: string): boolean => {
  const scripts = [...scriptsOf(name)]
  return scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.includes(script)))
}

const fold = (text: string): string => unhomoglyph(text).normalize('NFKD').toUpperCase().toLowerCase()

/** Equal for names that look alike. Folded twice, since a lower-case letter may itself look like something plainer. */
export const skeletonOf = (name: string): string =>
  fold(fold(name.normalize('NFC')))
    .replaceAll(/[\p{M}\p{P}\p{S}\p{Z}\p{C}]/gu, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
