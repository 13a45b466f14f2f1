/**
 * What an agent says, as plain lines. Whatever could hide or turn around what stands beside it is spelled out: a payer sees
 * that something is there, and nothing moves.
 */

/** Controls, bidi marks, what has no ink, and what is no text at all. Line ends are handled before. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

const spelled = (sign: string): string =>
  `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

export const plain = (text: string): string =>
  text
    .normalize('NFC')
    // A pictograph may ask for its color, and a tab is a space that was meant well.
    .replaceAll(/(?<=\p{Extended_Pictographic})\ufe0f/gu, '')
    .replaceAll('\t', '  ')
    .replaceAll(UNSEEN, spelled)

/** More is never shown; the service takes 16 KiB. */
const TEXT_MAX = 16_384

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Words as words, everything else as its JSON; keys are left out where they only say "title". */
const linesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value.split(/\r\n|[\r\n\u2028\u2029]/u)
  if (Array.isArray(value)) return value.flatMap(linesOf)
  if (!isRecord(value)) return value === undefined || value === null ? [] : [JSON.stringify(value)]
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === 'title' || key === 'summary' || key === 'description') return linesOf(one)
    if (isRecord(one) || Array.isArray(one)) return [`${key}:`, ...linesOf(one).map((line) => `  ${line}`)]
    return [`${key}: ${linesOf(one).join(' ')}`]
  })
}

interface Context {
  readonly title: string
  readonly summary?: string | undefined
  readonly line_items?: readonly { label: string; quantity?: number; amount_text?: string }[] | undefined
  readonly references?: Readonly<Record<string, string>> | undefined
}

const itemText = ({ label, quantity, amount_text }: NonNullable<Context['line_items']>[number]): string =>
  [quantity === undefined ? label : `${quantity} × ${label}`, ...(amount_text === undefined ? [] : [amount_text])].join(
    '   ',
  )

const contextLines = ({ title, summary, line_items = [], references = {} }: Context): string[] => [
  title,
  ...(summary === undefined ? [] : linesOf(summary)),
  ...line_items.map(itemText),
  ...Object.entries(references).map(([name, text]) => `${name}: ${text}`),
]

/** The context first, then the request's own words, without those that the context has said already. */
export const agentLines = (display: unknown, context?: Context): readonly string[] => {
  const told = (context ? contextLines(context) : []).map(plain)
  const own = linesOf(display).map(plain)
  const lines = [...told, ...own.filter((line) => !told.includes(line))].filter((line) => line.trim() !== '')
  return lines.length === 0 ? [] : lines.join('\n').slice(0, TEXT_MAX).split('\n')
}

/** What an agent calls a request, on one line; what search finds it by. */
export const titleOf = (display: unknown): string | undefined => {
  const title = isRecord(display) ? display['title'] : display
  const line = typeof title === 'string' ? plain(title.replaceAll(/\s+/gu, ' ').trim()) : ''
  return line === '' ? undefined : line
}
