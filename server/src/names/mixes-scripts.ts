/** Whether a name mixes letters of scripts that nobody writes together: the way in which letters are passed off as others. */

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
