/**
 * Decides which text people may be shown: NFC, and nothing
 * that cannot be seen or that moves what can. So no controls, bidi overrides, zero-width characters, tags, lone
 * surrogates, private use, line separators, and no white space at either end.
 */
import { type TSchemaOptions, type TString, Type } from 'typebox'

/**
 * Default_Ignorable and U+2800 are letters, marks and symbols without ink (Hangul fillers, variation selectors, the
 * empty braille cell), which the general categories let through: a name of fillers is blank, a selector inside a name
 * makes an invisible twin.
 */
export const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'

/** The one exception: phones write U+FE0F after a pictograph, where it only asks for colour. */
const EMOJI_STYLE = '(?<=\\p{Extended_Pictographic})\\ufe0f'

/** Needs the `u` flag, which TypeBox and JSON Schema set. */
export const TEXT_PATTERN = `^(?!\\s)(?:[^${UNSEEN}]|${EMOJI_STYLE})+(?<!\\s)$`

const RULE = 'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end'

export function Text({ maxLength = 120, ...options }: TSchemaOptions & { maxLength?: number } = {}): TString {
  return Type.String({
    'x-input': 'text',
    'x-rule': RULE,
    ...options,
    'x-text': true,
    minLength: 1,
    maxLength,
    pattern: TEXT_PATTERN,
  })
}
