/**
 * Decides the one text of a JSON value (RFC 8785, JSON Canonicalization Scheme), so that what is hashed, signed or
 * compared for idempotency does not depend on who wrote it down. What JSON cannot carry is refused, never dropped:
 * JSON.stringify would leave out undefined, write NaN as null and a Map as {}, and two different values would then
 * share one hash.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0)
}

export function canonicalBytes(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(value))
}

/** Far deeper than anything of ours: a nest without end is refused like all else, and doesn't end the stack. */
const DEPTH_MAX = 128

/** Numbers and the escapes in strings are RFC 8785's by definition: it takes them over from ECMAScript. */
function write(value: unknown, path: string, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quote(value, path)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : refuse(String(value), path)
  if (typeof value !== 'object') return refuse(typeof value, path)
  if (depth === DEPTH_MAX) return refuse(`more than ${DEPTH_MAX} levels`, path)
  // Array.from visits holes too, where map would skip them.
  if (Array.isArray(value))
    return `[${Array.from(value, (item, index) => write(item, `${path}[${index}]`, depth + 1)).join(',')}]`
  if (!isPlain(value)) return refuse('an object that is not plain', path)
  const members = Object.keys(value)
    .toSorted(byCodeUnit)
    .map((key) => {
      const name = quote(key, path)
      return `${name}:${write(value[key], `${path}[${name}]`, depth + 1)}`
    })
  return `{${members.join(',')}}`
}

function quote(text: string, path: string): string {
  return text.isWellFormed() ? JSON.stringify(text) : refuse('a lone surrogate', path)
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

function refuse(what: string, path: string): never {
  throw new TypeError(`no canonical JSON for ${what} at ${path}`)
}
