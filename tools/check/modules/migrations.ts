/**
 * Finds numbered migrations that would get in the way of processes that run meanwhile: the second line says what kind a migration
 * is, and each kind does only what it may (server/src/platform/postgres/migration-files.ts).
 */
import { numberOf, withoutComments } from './schema-files.ts'
import { type Fault, lineAt } from './source.ts'

const REMOVES =
  /\bdrop\s+(?:table|column|type|view|function|trigger|policy)\b|\brename\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/gi
const WAITS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /\bset\s+not\s+null\b/gi,
    'reads the whole table under a lock: add a check that is not valid, and validate it in a later file',
  ],
  [
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/gi,
    'says "not valid"; a later file validates it',
  ],
  [/\bcreate\s+(?:unique\s+)?index\b(?!\s+concurrently\b)/gi, 'is built concurrently, in a file that is online'],
]

export function migrationFaults(files: ReadonlyMap<string, string>): Fault[] {
  return [...files].flatMap(([file, text]) => {
    const number = numberOf(file)
    return number === undefined ? [] : faultsIn(file, number, text)
  })
}

function faultsIn(file: string, number: string, text: string): Fault[] {
  const [, kind, after] = /^.*\n-- (expand|online|contract after (\d{4}))\n/.exec(text) ?? []
  if (kind === undefined || (after !== undefined && after >= number)) {
    return [{ file, line: 2, text: 'the second line is -- expand, -- online or -- contract after <an earlier number>' }]
  }
  const code = withoutComments(text)
  const faults: Fault[] = []
  const find = (pattern: RegExp, instead: string, exempt: (statement: string) => boolean = () => false) => {
    for (const match of code.matchAll(pattern)) {
      if (!exempt(statementAt(code, match.index))) {
        faults.push({ file, line: lineAt(text, match.index), text: `"${match[0].toLowerCase()}" ${instead}` })
      }
    }
  }
  if (after === undefined) find(REMOVES, 'belongs into a file that is -- contract: older processes still use it')
  if (kind === 'online') {
    const statements = code.split(';').filter((one) => one.trim() !== '')
    if (statements.length !== 1 || !/\bindex\s+concurrently\s+if\s+not\s+exists\s+\w+/i.test(code)) {
      faults.push({
        file,
        line: 2,
        text: 'is online: one "create index concurrently if not exists <name>" and no more',
      })
    }
  } else {
    const created = new Set([...code.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(\w+)/gi)].map((match) => match[1]))
    const onNewTable = (statement: string) => created.has(/\b(?:on|alter\s+table)\s+(\w+)/i.exec(statement)?.[1])
    for (const [pattern, instead] of WAITS) find(pattern, instead, onNewTable)
  }
  return faults
}

function statementAt(code: string, at: number): string {
  const start = code.lastIndexOf(';', at) + 1
  const end = code.indexOf(';', at)
  return code.slice(start, end === -1 ? undefined : end)
}
