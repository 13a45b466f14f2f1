/** Finds functions, views, triggers and policies that reach tables of other modules without saying so, and long functions. */
import { READS, TRIGGERS, WRITES } from './allowed-sql.ts'
import { FUNCTION_LINES_MAX } from './modules.ts'
import { replacedModule } from './schema-files.ts'
import { type Fault, lineAt } from './source.ts'
import { withoutComments } from './sql.ts'

const DEFINITION = /^create (?:or replace )?(function|view|trigger|policy) (\w+)/gm
const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi
const READ = /\b(?:from|join|using)\s+(?:only\s+)?(\w+)/gi
const EXCEPTIONS_FILE = 'tools/check/modules/allowed-sql.ts'

export function sqlAccessFaults(files: ReadonlyMap<string, string>, owners: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  const used = new Set<string>()
  for (const [file, text] of files) {
    const module = replacedModule(file)
    if (module === undefined) continue
    for (const { kind, name, body, at } of definitionsIn(withoutComments(text))) {
      const refuse = (table: string, index: number, does: string) => {
        const owner = owners.get(table)
        if (owner === undefined || owner === module) return
        const exception = exceptionFor(does, name, module, table)
        if (exception !== undefined) {
          used.add(exception)
          return
        }
        const said = `${name} ${does} ${table}, which belongs to ${owner}: see ${EXCEPTIONS_FILE}`
        faults.push({ file, line: lineAt(text, at + index), text: said })
      }
      if (kind === 'trigger' || kind === 'policy') {
        const on = /\son (\w+)/.exec(body)
        refuse(on?.[1] ?? '', on?.index ?? 0, 'stands on')
        continue
      }
      const lines = body.split('\n').length
      if (lines > FUNCTION_LINES_MAX) {
        const said = `${name} has ${lines} lines, more than ${FUNCTION_LINES_MAX}`
        faults.push({ file, line: lineAt(text, at), text: said })
      }
      for (const match of body.matchAll(WRITTEN)) refuse(match[1] ?? '', match.index, 'writes')
      for (const match of body.matchAll(READ)) refuse(match[1] ?? '', match.index, 'reads')
    }
  }
  return [...faults, ...unusedExceptions(files, used)]
}

function* definitionsIn(sql: string) {
  const starts = [...sql.matchAll(DEFINITION)]
  for (const [i, { 0: head, 1: kind = '', 2: name = '', index: at }] of starts.entries()) {
    const rest = sql.slice(at, starts[i + 1]?.index)
    yield {
      kind,
      name,
      at,
      body: kind === 'function' ? rest.slice(0, endOfFunction(rest, head.length)) : upTo(rest, ';'),
    }
  }
}

/** A body is quoted by $$, or ends with an `end` or a line of its own. */
function endOfFunction(rest: string, from: number): number {
  const opened = rest.indexOf('$$', from)
  if (opened !== -1) return rest.indexOf('$$', opened + 2)
  const atomic = /\nend;/.exec(rest)
  return atomic ? atomic.index : rest.indexOf(';')
}

function upTo(text: string, end: string): string {
  return text.slice(0, text.indexOf(end))
}

/** The exception that allows it. */
function exceptionFor(does: string, name: string, module: string, table: string): string | undefined {
  const listed = does === 'stands on' ? TRIGGERS : WRITES
  if (listed.some((one) => one.of === name && one.table === table)) return `${name} ${table}`
  return does === 'reads' && READS[module]?.includes(table) ? `${module} ${table}` : undefined
}

/** In a tree that holds the exceptions, each of them is needed. */
function unusedExceptions(files: ReadonlyMap<string, string>, used: ReadonlySet<string>): Fault[] {
  const text = files.get(EXCEPTIONS_FILE)
  if (text === undefined) return []
  const listed = [
    ...[...WRITES, ...TRIGGERS].map(({ of, table }) => `${of} ${table}`),
    ...Object.entries(READS).flatMap(([module, tables]) => tables.map((table) => `${module} ${table}`)),
  ]
  return listed
    .filter((key) => !used.has(key))
    .map((key) => ({ file: EXCEPTIONS_FILE, line: 1, text: `nobody needs the exception "${key}"` }))
}
