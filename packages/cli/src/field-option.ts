/** Flags that are fields of the service's input: their choices, form and limits are the contract's, and so are the words. */
import { InvalidArgumentError, type Option } from 'commander'

interface Field {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Field
  readonly anyOf?: readonly Field[]
  readonly 'x-rule'?: string
}

/** A list is written with commas between. */
export const takes = (option: Option, field: Field): Option => {
  if (field.anyOf) return takes(option, field.anyOf.find(({ type }) => type === 'array') ?? field.anyOf[0] ?? {})
  if (field.enum) return option.choices(field.enum)
  return option.argParser(parserOf(field))
}

const parserOf = (field: Field): ((text: string) => unknown) => {
  if (field.type === 'array') return (text) => listIn(text, field.items?.enum ?? [])
  const isNumber = field.type === 'integer'
  return (text) => {
    if (isNumber ? isWithin(text, field) : hasForm(text, field)) return isNumber ? Number(text) : text
    throw new InvalidArgumentError(`It ${field['x-rule'] ?? 'does not fit'}.`)
  }
}

const listIn = (text: string, known: readonly string[]): readonly string[] => {
  const names = text.split(',').map((name) => name.trim())
  if (names.every((name) => known.includes(name))) return names
  throw new InvalidArgumentError(`Use one of: ${known.join(', ')}.`)
}

const isWithin = (text: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Field): boolean =>
  /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum

/** As the service reads it: NFC, counted in code points. */
const hasForm = (text: string, { pattern = '', maxLength = Number.POSITIVE_INFINITY }: Field): boolean => {
  const normalised = text.normalize('NFC')
  return Array.from(normalised).length <= maxLength && new RegExp(pattern, 'u').test(normalised)
}
