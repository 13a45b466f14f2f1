/**
 * Decides which keys name a payment fact (spec 2.1: `display` and `metadata` never carry an address, memo, contract, issuer
 * or recipient override).
 *
 * Refused anywhere inside a key: ANYWHERE, so `shipping_address` and `card_issuer` too, which have better names (`street`,
 * `bank`). Refused as a whole key, or with one word before and one after it: FACT, so `amount` and `payment_amount` but
 * not `total_amount`, `to` and `to_account` but not `total`, `topic` or `shipping_to`.
 */
import { foldKey, skeletonOf } from './no-overrides-fold.ts'

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
