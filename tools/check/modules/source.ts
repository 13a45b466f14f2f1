/** Reads a source text as far as the checks need it: code without comments, its imports, its string literals. */
import { parseSync } from 'oxc-parser'

export interface Literal {
  text: string
  /** Where its quote stands. */
  at: number
  /** Marked as SQL by its tag. */
  sql: boolean
}

export interface Import {
  from: string
  line: number
  typesOnly: boolean
}

export interface Source {
  /** The text with comments blanked, so that every position is still its own. */
  code: string
  literals: Literal[]
  imports: Import[]
  /** Nothing in it but exports of what other files hold. */
  onlyReexports: boolean
}

export interface Fault {
  file: string
  line: number
  text: string
}

export function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}

/** What the checks look at in a node of the syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const read = new Map<string, Source>()

/** The same text is parsed once, however many checks look at it. */
export function readSource(file: string, text: string): Source {
  const key = `${file}\n${text}`
  const known = read.get(key)
  if (known !== undefined) return known
  const { program, comments } = parseSync(file, text)
  const source: Source = {
    code: blanked(text, comments),
    literals: [],
    imports: [],
    onlyReexports: isOnlyReexports(program.body as unknown as Node[]),
  }
  visit(program as unknown as Node, undefined, (node, parent) => {
    const literal = literalOf(node, parent, text)
    if (literal !== undefined) source.literals.push(literal)
    const one = importOf(node, text)
    if (one !== undefined) source.imports.push(one)
  })
  read.set(key, source)
  return source
}

const blanked = (text: string, comments: readonly { start: number; end: number }[]): string => {
  let code = ''
  let at = 0
  for (const { start, end } of comments) {
    code += text.slice(at, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ')
    at = end
  }
  return code + text.slice(at)
}

function visit(node: Node, parent: Node | undefined, see: (node: Node, parent: Node | undefined) => void): void {
  see(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, see)
  }
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && typeof (value as Node).type === 'string' && 'start' in value

function literalOf(node: Node, parent: Node | undefined, text: string): Literal | undefined {
  if (node.type !== 'TemplateLiteral' && !(node.type === 'Literal' && typeof node.value === 'string')) return undefined
  const sql = parent?.type === 'TaggedTemplateExpression' && (parent.tag as Node).name === 'sql'
  return { text: text.slice(node.start + 1, node.end - 1), at: node.start, sql }
}

function importOf(node: Node, text: string): Import | undefined {
  const source = node.source as { value?: unknown } | null | undefined
  if (typeof source?.value !== 'string') return undefined
  const specifiers = (node.specifiers ?? []) as { importKind?: string; exportKind?: string }[]
  const typesOnly =
    node.importKind === 'type' ||
    node.exportKind === 'type' ||
    (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'))
  return { from: source.value, line: lineAt(text, node.start), typesOnly }
}

const isOnlyReexports = (body: readonly Node[]): boolean =>
  body.length > 0 &&
  body.every(
    (node) =>
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      (node.type === 'ExportNamedDeclaration' && !node.declaration),
  ) &&
  body.some((node) => node.type !== 'ImportDeclaration')
