/**
 * What merchants and agents may write beside the payment facts (specification 2.1): anything but a
 * payment fact, at any depth, also inside a string that is JSON itself. Every place is listed, so that one pass fixes all.
 */
import type { ErrorEntry, Issue } from '../errors.ts'
import { validationFailed } from '../transport-errors.ts'
import { TEXT_PATTERN } from '../wire/text.ts'
import { overrideForbidden } from './errors.ts'

// Decides when two keys read the same: after NFKC and case folding, without marks, separators and what cannot be
// seen, and with letters that look alike made one. Coarse on purpose: a false alarm costs another key name, a missed twin
// may cost a payment.

/**
 * Letters without a decomposition that pass for the Latin letter before the colon: Cyrillic, Greek, Armenian, and Latin
 * ones with strokes and hooks (UTS 39), for the letters of the words we look for. Capitals stand by themselves, since
 * look-alikes are so by case: Greek Ν is an N, ν is not.
 */
const LOOK_ALIKES = [
  'a:ɑᴀΑαАа',
  'b:ƀƂƃƄɓʙᏴΒβБВвЬьѢѣҌҍꞴ',
  'c:ȻȼᴄϹϲςСсҪҫ',
  'd:ÐðĐđƉƊƋƌɖɗᴅδԀԁ',
  'e:ƐƎǝɆɇəɛᴇꬲΕεΣЕеЄєЭэҼҽҾҿ',
  'f:ƑƒϜϝքᵮẝꞘꞙꬵ',
  'g:ɡɢԌԍց',
  'h:ĦħɦʜⱧⱨΗНнҺһЋћҢңӇӈӉӊꚔꚕհ',
  'i:ͺıƖƗɨɩɪιІіӀӏᵻᵼꙇ',
  'k:ƘƙᴋΚκКкҚқҞҟⱩⱪꝀꝁ',
  'l:ŁłƚȽǀɫɭʟΙ',
  'm:ɱᵯᴍΜμϺМмӍӎ',
  'n:ƝƞȠɳɴᵰΝηПпոռ',
  'o:ØøƟɵᴏᴑꝊꝋꬽꬾΘΟθοσϴОоѲѳӨөՕօ',
  'p:ƤƥᴘᵽΡρϱРр',
  'r:ƦɌɍɼɽʀᴦᵲꭇꭈГгҒғ',
  's:ƽʂᵴꜱЅѕՏ',
  't:ŦŧƬƭƮȾᴛᵵΤτТтҬҭ',
  'u:ɄʋᴜᵾꞟꭎꭒυՍսЦц',
  'v:ᴠνѴѵ',
  'w:ɯᴡꝡωѠѡѽԜԝա',
  'x:ΧχХх',
  'y:ƳƴɎɏɣʏᶌỿꭚΥγϒУуҮүҰұ',
  'z:ƵƶᴢΖ',
]
const LATIN = new Map(
  LOOK_ALIKES.flatMap((row) => Array.from(row.slice(2), (letter) => [letter, row.charAt(0)] as const)),
)

const LOOK_ALIKE = new RegExp(`[${[...LATIN.keys()].join('')}]`, 'gu')

const ASCII = /^[\0-\x7f]*$/

/**
 * How long a key is once its letters are spelled out, as far as that makes folding dear: one ligature of three bytes can
 * stand for eighteen letters. Plain ASCII costs next to nothing.
 */
export const spelledLength = (key: string): number => (ASCII.test(key) ? 0 : key.normalize('NFKC').length)

const SEPARATORS = /[^a-z0-9]+/g
const UNSEEN = /[\p{M}\p{Lm}\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+/gu

/** Read as Latin before NFKD and after: it turns ϲ, which passes for c, into ς, and splits é into a letter and a mark. */
const inLatin = (text: string): string => text.replaceAll(LOOK_ALIKE, (letter) => LATIN.get(letter) ?? letter)

/** The letters and digits of a key, in lower case. Upper case first: ß and SS are one. */
export const foldKey = (key: string): string => {
  if (ASCII.test(key)) return key.toLowerCase().replace(SEPARATORS, '')
  const letters = inLatin(inLatin(key).normalize('NFKC').normalize('NFKD').replace(UNSEEN, ''))
  return inLatin(letters.toUpperCase().toLowerCase()).replace(UNSEEN, '')
}

const ALIKE: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', i: 'l', m: 'rn', w: 'vv' }

/** What a folded key looks like: `mem0`, `rnemo` and `memo` are one. */
export const skeletonOf = (folded: string): string =>
  folded.replaceAll(/[01345imw]/g, (character) => ALIKE[character] as string)

/**
 * Decides which keys name a payment fact (spec 2.1: `display` and `metadata` never carry an address, memo, issuer or recipient override).
 *
 * Refused anywhere inside a key: ANYWHERE, so `shipping_address` and `card_issuer` too, which have better names (`street`,
 * `bank`). Refused as a whole key, or with one word before and one after it: FACT, so `amount` and `payment_amount` but
 * not `total_amount`, `to` and `to_account` but not `total`, `topic` or `shipping_to`.
 */
const wordsOf = (list: string): string[] => list.split(' ')

const ANYWHERE = wordsOf('address memo contract issuer recipient payee beneficiary')

const FACT = wordsOf(
  'to destination dest account acct addr wallet iban amount asset network rail chain chainid decimal decimals',
)

const BEFORE = wordsOf(
  'pay paid payment payout send sent receive receiver receiving transfer deposit settlement transaction ' +
    'txn tx merchant seller crypto token stellar blockchain new real actual correct true final override ' +
    'my our the payto sendto to dest destination wallet account asset network chain',
)

const AFTER = wordsOf(
  'id code name type value number key tag hash override due topay tosend account addr wallet network ' +
    'asset amount chain',
)

/** Whole words that only contain one of the words above; `contract_org` has the word itself, and is refused. */
const HARMLESS = new Set(['memory', 'memories', 'memorial', 'memorable', 'contractor', 'contractors'])
const WORD_ENDS = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

const anywhere = new RegExp(ANYWHERE.map(skeletonOf).join('|'))
const whole = new Set(
  ['', ...BEFORE].flatMap((before) =>
    FACT.flatMap((fact) => ['', ...AFTER].map((after) => skeletonOf(before + fact + after))),
  ),
)

const NUMBERED = /^\d|\d$/
const NUMBERS = /^\d+|\d+$/g

/** A digit may pass for a letter (`mem0`) or number a field (`to_2`): a key is looked at in both ways. */
export const namesPaymentFact = (key: string): boolean => {
  const folded = foldKey(key)
  const skeleton = skeletonOf(folded)
  if (whole.has(skeleton)) return true
  if (NUMBERED.test(folded) && whole.has(skeletonOf(folded.replaceAll(NUMBERS, '')))) return true
  return anywhere.test(skeleton) && anywhere.test(skeletonOf(foldKey(withoutHarmless(key))))
}

const withoutHarmless = (key: string): string =>
  key
    .split(WORD_ENDS)
    .filter((word) => !HARMLESS.has(word.toLowerCase()))
    .join('')

export const FREE_BYTES_MAX = 8 * 1024
const FREE_KEYS_MAX = 50
const FREE_DEPTH_MAX = 8
const OVERRIDES_LISTED_MAX = 100

interface FreeLimits {
  readonly bytes_max: number
  readonly keys_max: number
}
const LIMITS: FreeLimits = { bytes_max: FREE_BYTES_MAX, keys_max: FREE_KEYS_MAX }

/** What a careless reader of the value would write into an object's making instead of the object. */
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const TEXT = new RegExp(TEXT_PATTERN, 'u')
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
const KEY_SHOWN_MAX = 64

/** What a fault of a whole body is said of. */
const WHOLE = 'body'

/**
 * Every fault of a JSON value, at most 100. Empty means that it may be kept and shown. `root` begins each field; '' is a
 * body. What is too large, as it is or spelled out, is not searched: letters that NFKC makes many of would hold up everybody
 * else.
 */
export const overridesIn = (root: string, value: unknown, limits: FreeLimits = LIMITS): Issue[] => {
  if (bytesOver(value, limits.bytes_max)) {
    return [issue('too_long', root || WHOLE, `has more than ${limits.bytes_max} bytes of JSON`)]
  }
  const spelled_max = limits.bytes_max / 2
  const found: Found = { issues: [], keys: 0, too_deep: false, spelled: 0, spelled_max }
  search(value, root, 1, found)
  const { issues, keys, too_deep, spelled } = found
  if (spelled > spelled_max) {
    issues.unshift(issue('too_long', root || WHOLE, `has keys that spell out to more than ${spelled_max} letters`))
  }
  if (keys > limits.keys_max)
    issues.unshift(issue('too_many_keys', root || WHOLE, `has more than ${limits.keys_max} keys`))
  if (too_deep) issues.unshift(issue('too_deep', root || WHOLE, `is nested deeper than ${FREE_DEPTH_MAX} levels`))
  return issues.slice(0, OVERRIDES_LISTED_MAX)
}

/** Which refusal those issues are: an override, or only a wrong form. */
export const refusalOfOverrides = (issues: readonly Issue[]): ErrorEntry =>
  issues.some((i) => i.code === overrideForbidden.code) ? overrideForbidden : validationFailed

interface Found {
  readonly issues: Issue[]
  keys: number
  too_deep: boolean
  /** Letters of all keys so far, spelled out. Text of any language stays below; what is beyond is not searched. */
  spelled: number
  readonly spelled_max: number
}

const issue = (code: string, field: string, message: string): Issue => ({ code, field, message })

const search = (value: unknown, field: string, depth: number, found: Found): void => {
  if (found.issues.length >= OVERRIDES_LISTED_MAX) return
  if (typeof value === 'string') return searchText(value, field, depth, found)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    found.issues.push(issue('out_of_range', field, 'is a number too large to keep'))
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth > FREE_DEPTH_MAX) {
    found.too_deep = true
    return
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => search(item, `${field}.${index}`, depth + 1, found))
    return
  }
  for (const [key, item] of Object.entries(value)) {
    found.keys++
    const at = field === '' ? shown(key) : `${field}.${shown(key)}`
    const fault = faultOf(key, found)
    if (fault !== undefined && found.issues.length < OVERRIDES_LISTED_MAX)
      found.issues.push(issue(fault.code, at, fault.why))
    search(item, at, depth + 1, found)
  }
}

const faultOf = (key: string, found: Found): { code: string; why: string } | undefined => {
  found.spelled += spelledLength(key)
  if (found.spelled > found.spelled_max) return undefined
  if (namesPaymentFact(key)) {
    return {
      code: overrideForbidden.code,
      why: "is a payment fact; those come only from the payee's version",
    }
  }
  if (PROTOTYPE_KEYS.has(key)) return { code: 'key_forbidden', why: 'is a key that is never taken' }
  return isText(key) ? undefined : { code: 'invalid_format', why: 'is a key that is not plain text in NFC' }
}

/** JSON in a string is looked into, and JSON in that. `$` in a field says that a string was opened there. */
const searchText = (text: string, field: string, depth: number, found: Found): void => {
  if (text !== '' && !isText(text)) {
    found.issues.push(
      issue('invalid_format', field, 'is not plain text in NFC without control or invisible characters'),
    )
  }
  const inner = parsed(text)
  if (inner !== undefined) search(inner, `${field}.$`, depth + 1, found)
}

/** Plain ASCII first: the full pattern takes ten times as long, and most texts need not meet it. */
const isText = (text: string): boolean => PLAIN.test(text) || (TEXT.test(text) && text.normalize('NFC') === text)

const parsed = (text: string): object | string | undefined => {
  if (!/^[ \t\r\n]*["[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object | string
  } catch {
    return undefined
  }
}

const shown = (key: string): string => (key.length > KEY_SHOWN_MAX ? `${key.slice(0, KEY_SHOWN_MAX)}…` : key)

/** UTF-8 takes one to three bytes for a UTF-16 unit, so only texts between are counted. */
const bytesOver = (value: unknown, bytes_max: number): boolean => {
  const text = jsonOf(value)
  if (text.length > bytes_max) return true
  return text.length * 3 > bytes_max && new TextEncoder().encode(text).length > bytes_max
}

/** Empty for what is nested without end: the search finds that it is too deep. */
const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
