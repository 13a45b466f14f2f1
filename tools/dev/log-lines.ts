/** Decides how the log of several processes reads on one screen: who, when, what, and then the facts of the line. */
const WIDTH = 'migrate'.length
const DIM = '\u001b[2m'
const RED = '\u001b[31m'
const PLAIN = '\u001b[0m'

export function formatLine(who: string, line: string, colour: boolean): string {
  const paint = (code: string, text: string) => (colour && text !== '' ? `${code}${text}${PLAIN}` : text)
  const name = paint(DIM, who.padEnd(WIDTH))
  const entry = parsed(line)
  if (entry === undefined) return `${name}  ${line}`
  const { level, time, msg, err, request_id: _id, ...facts } = entry
  const clock = paint(DIM, String(time).slice(11, 19))
  const bad = level === 'error' || level === 'fatal' || level === 'warn'
  const what = paint(bad ? RED : '', `${bad ? `${level}: ` : ''}${typeof msg === 'string' ? msg : ''}`)
  const rest = Object.entries(facts).map(([key, value]) => `${key}=${shown(value)}`)
  const head = [name, '', clock, what, ...rest].join(' ').trimEnd()
  return [head, ...stackOf(err).map((text) => `${' '.repeat(WIDTH + 2)}${text}`)].join('\n')
}

const SHOWN_MAX = 5

/** A long list, such as all that a first migration applies, is only counted. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > SHOWN_MAX ? String(value.length) : JSON.stringify(value)
}

/** Undefined for what is no log entry, such as a message of Node itself. */
function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const entry: unknown = JSON.parse(line)
    return isEntry(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'level' in value
}

function stackOf(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return []
  const text = 'stack' in err ? err.stack : 'message' in err ? err.message : undefined
  return typeof text === 'string' ? text.split('\n') : []
}
