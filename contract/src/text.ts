/**
 * Decides which text people may be shown (contract, section 1, "Text for people"; reliability P12): NFC, and nothing
 * that cannot be seen or that moves what can. So no controls, bidi overrides, zero-width characters, tags, lone
 * surrogates, private use, line separators, and no white space at either end.
 */
import { type TSchema, type TSchemaOptions, type TString, Type } from 'typebox'

/**
 * Default_Ignorable and U+2800 are letters, marks and symbols without ink (Hangul fillers, variation selectors, the
 * empty braille cell), which the general categories let through: a name of fillers is blank, a selector inside a name
 * makes an invisible twin.
 */
const UNSEEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'

/** The one exception: phones write U+FE0F after a pictograph, where it only asks for colour. */
const EMOJI_STYLE = '(?<=\\p{Extended_Pictographic})\\ufe0f'

/** Needs the `u` flag, which TypeBox and JSON Schema set. */
export const TEXT_PATTERN = `^(?!\\s)(?:[^${UNSEEN}]|${EMOJI_STYLE})+(?<!\\s)$`

export function Text({ maxLength = 120, ...options }: TSchemaOptions & { maxLength?: number } = {}): TString {
  return Type.String({ ...options, 'x-text': true, minLength: 1, maxLength, pattern: TEXT_PATTERN })
}

type Node = {
  'x-text'?: true
  properties?: Record<string, Node>
  items?: Node
  anyOf?: readonly Node[]
  allOf?: readonly Node[]
}

/**
 * Gives the value with NFC applied wherever its schema says text. Comes before the check, so that the limits hold for
 * what is stored (NFC can lengthen a text), and therefore takes any value whatever its shape. The branches of a union
 * all apply: what is text in one of them is normalised.
 */
export function normaliseText(schema: TSchema, value: unknown): unknown {
  const node: Node = schema
  let result = value
  for (const branch of [...(node.anyOf ?? []), ...(node.allOf ?? [])]) result = normaliseText(branch, result)
  if (typeof result === 'string') return node['x-text'] ? result.normalize('NFC') : result
  if (Array.isArray(result)) {
    const { items } = node
    return items ? result.map((item) => normaliseText(items, item)) : result
  }
  if (typeof result !== 'object' || result === null || !node.properties) return result
  const copy: Record<string, unknown> = { ...result }
  for (const [key, property] of Object.entries(node.properties)) {
    if (Object.hasOwn(copy, key)) copy[key] = normaliseText(property, copy[key])
  }
  return copy
}
