/** Reads a source text as far as the checks need it: code without comments, its imports, its string literals. */

export interface Literal {
  text: string
  at: number
  /** Marked as SQL by its tag. */
  sql: boolean
}

export interface Source {
  /** The text with comments blanked, so that every position is still its own. */
  code: string
  literals: Literal[]
}

export interface Import {
  from: string
  line: number
  typesOnly: boolean
}

export interface Fault {
  file: string
  line: number
  text: string
}

export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

export function readSource(text: string): Source {
  const literals: Literal[] = []
  let code = ''
  let at = 0
  while (at < text.length) {
    const two = text.slice(at, at + 2)
    if (two === '//' || two === '/*') {
      const end = two === '//' ? endOr(text, text.indexOf('\n', at)) : endOr(text, text.indexOf('*/', at), 2)
      code += text.slice(at, end).replace(/[^\n]/g, ' ')
      at = end
      continue
    }
    const character = text.charAt(at)
    if (character === "'" || character === '"' || character === '`') {
      const end = endOfLiteral(text, at)
      literals.push({ text: text.slice(at + 1, end - 1), at, sql: /\bsql(<[^`]*>)?$/.test(code.slice(-80)) })
      code += text.slice(at, end)
      at = end
      continue
    }
    code += character
    at += 1
  }
  return { code, literals }
}

function endOr(text: string, found: number, length = 0): number {
  return found === -1 ? text.length : found + length
}

/** A template ends at its own backtick, not at one inside `${…}`; a quoted string never goes past its line. */
function endOfLiteral(text: string, start: number): number {
  const quote = text.charAt(start)
  let at = start + 1
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '\\') at += 1
    else if (character === quote) return at + 1
    else if (character === '\n' && quote !== '`') return at
    else if (quote === '`' && text.startsWith('${', at)) at = endOfHole(text, at + 2) - 1
    at += 1
  }
  return text.length
}

function endOfHole(text: string, start: number): number {
  let depth = 1
  let at = start
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '{') depth += 1
    if (character === '}' && --depth === 0) return at + 1
    if (character === "'" || character === '"' || character === '`') at = endOfLiteral(text, at) - 1
    at += 1
  }
  return text.length
}

const STATIC =
  /^[ \t]*(import|export)\b([^'"`;=()]*?)\bfrom[ \t\n]*['"]([^'"\n]+)['"]|^[ \t]*import[ \t]*['"]([^'"\n]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"\n]+)['"]/g

export function importsOf({ code, literals }: Source): Import[] {
  const quoted = (at: number) => literals.some((one) => at > one.at && at <= one.at + one.text.length)
  const found: Import[] = []
  for (const match of code.matchAll(STATIC)) {
    const at = match.index + match[0].search(/\S/)
    const from = match[3] ?? match[4] ?? ''
    if (!quoted(at)) found.push({ from, line: lineAt(code, at), typesOnly: onlyTypes(match[2] ?? '') })
  }
  for (const match of code.matchAll(DYNAMIC)) {
    if (!quoted(match.index)) found.push({ from: match[1] ?? '', line: lineAt(code, match.index), typesOnly: false })
  }
  return found
}

function onlyTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true
  const names = /^\s*\{([^}]*)\}\s*$/
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s/.test(name))
}
