/**
 * Which names could mislead whoever pays: letters of one script passed off as those of another, text that looks like an
 * internet address, and words or marks that claim what only the service can say, such as "verified". What an organization
 * has proven stands beside its name as a domain, put there by the service; a name itself proves nothing.
 */
import { nameMisleading } from '@pursestrings/contract/merchants/records'
import { parse } from 'tldts'
import unhomoglyph from 'unhomoglyph'
import { Refusal } from '../../platform/refusal.ts'

// Whether a name mixes letters of scripts that nobody writes together: the way in which letters are passed off as others.

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

const DOTTED = /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+/gu

/** Dots of every form that browsers take for one; a space before a dot does not hide it. */
const addressesIn = (name: string): string[] => {
  const text = name
    .normalize('NFKC')
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/\s+\.(?=\p{L})/gu, '.')
  const found = text.match(DOTTED) ?? []
  return text.includes('://') ? [text] : found.filter((one) => parse(one).isIcann === true)
}

const CLAIMS = [
  'verif(?:y|ied|ication|icado|icada|iziert|ie|icato|icata)',
  'officials?|officially|officiel(?:le)?|offiziell(?:e|er|es)?|oficial|ufficiale|oficjaln[ya]',
  'certified|certifie|certificado|certificato|zertifiziert',
  'authenticated|authori[sz]ed|accredited|endorsed',
  'провер(?:ено|енный|енная)|официальн(?:ый|ая|ое)|подтвержд[её]н(?:о|ный|ная)?',
]
/** Written without spaces between words. */
const CLAIM_WITHIN = /官方|认证|認証|認證|公式|인증|공식/u
/** Check marks, badges, shields and locks, as services draw them beside what they vouch for. */
const BADGE = /[\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f510}\u{1f512}\u{1f396}\u{1f3c5}]/u

/** Marks taken off, so that they hide no word. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
const CLAIM = new RegExp(`(?<![\\p{L}\\p{N}])(?:${plain(CLAIMS.join('|'))})(?![\\p{L}\\p{N}])`, 'u')

const claims = (name: string): boolean =>
  BADGE.test(name) ||
  CLAIM_WITHIN.test(name) ||
  [plain(name), plain(unhomoglyph(name))].some((text) => CLAIM.test(text))

const refuse = (field: string, why: string): never => {
  throw new Refusal(nameMisleading, {
    message: `${why} ${nameMisleading.recovery}`,
    issues: [{ code: nameMisleading.code, field, message: why }],
  })
}

const refuseScriptsAndClaims = (field: string, text: string): void => {
  if (mixesScripts(text)) refuse(field, `The ${field} mixes letters of several scripts.`)
  if (claims(text)) {
    refuse(field, `The ${field} must not claim to be verified or official.`)
  }
}

export const refuseMisleadingName = (name: string): void => {
  refuseScriptsAndClaims('name', name)
  const [address] = addressesIn(name)
  if (address !== undefined) refuse('name', `The name holds "${address}", which looks like an internet address.`)
}

/** What an agent runs on is shown to payers too; programs are often named after an address, such as socket.io. */
export const refuseMisleadingRuntime = (runtime: string): void => refuseScriptsAndClaims('runtime', runtime)
