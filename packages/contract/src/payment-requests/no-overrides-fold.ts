/**
 * Decides when two keys read the same: after NFKC and case folding, without marks, separators and what cannot be
 * seen, and with letters that look alike made one. Coarse on purpose: a false alarm costs another key name, a missed twin
 * may cost a payment.
 */

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
