/** Finds statements on a table outside the module that owns it. A migration's first line names the owner of its tables. */
import { isTest, MODULES, moduleOf, TESTS_OF_GROWTH } from '../modules.ts'
import { type Fault, lineAt, readSource, type Source } from './source.ts'
import { withoutComments } from './sql.ts'
import { sqlAccessFaults } from './sql-access.ts'

interface Mention {
  table: string
  at: number
  inserts: boolean
}

export function tableFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  const owners = ownersOf(files, faults)
  faults.push(...sqlAccessFaults(files, owners))
  for (const [file, text] of files) {
    if (!/^server\/(src|test)\/.*\.ts$/.test(file)) continue
    const module = moduleOf(file)?.name
    const source = readSource(file, text)
    for (const { table, at, inserts } of mentions(source)) {
      const owner = owners.get(table)
      if (owner === undefined || owner === module) continue
      // A test may look anywhere and move time, but builds its world by doing, never by inserting rows.
      if (isTest(file) && (!inserts || TESTS_OF_GROWTH.includes(file))) continue
      faults.push({ file, line: lineAt(text, at), text: `table ${table} belongs to ${owner}` })
    }
  }
  return faults
}

export function ownersOf(files: ReadonlyMap<string, string>, faults: Fault[] = []): Map<string, string> {
  const owners = new Map<string, string>()
  const numbers = new Map<string, string>()
  for (const [file, text] of files) {
    const name = /^server\/migrations\/(.*\.sql)$/.exec(file)?.[1]
    if (name === undefined) continue
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (number === undefined) faults.push({ file, line: 1, text: 'a migration is named NNNN_what_it_does.sql' })
    else if (numbers.has(number)) faults.push({ file, line: 1, text: `${number} is already ${numbers.get(number)}` })
    else numbers.set(number, name)
    const owner = /^-- owner: ([a-z-]+)[ \t]*\r?(?:\n|$)/.exec(text)?.[1]
    if (
      owner === undefined ||
      !MODULES.some((module) => module.name === owner && module.at.startsWith('server/src/'))
    ) {
      faults.push({
        file,
        line: 1,
        text: `the first line names the owning module: -- owner: <module>${owner ? `, not ${owner}` : ''}`,
      })
      continue
    }
    for (const [table, at] of tablesCreated(text)) {
      const other = owners.get(table)
      if (other !== undefined && other !== owner) {
        faults.push({ file, line: lineAt(text, at), text: `table ${table} belongs to ${other}` })
      } else owners.set(table, owner)
    }
  }
  return owners
}

function* tablesCreated(sql: string): Generator<[string, number]> {
  const code = withoutComments(sql)
  for (const match of code.matchAll(
    /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(?:\w+\.)?"?(\w+)"?/gi,
  )) {
    yield [(match[1] ?? '').toLowerCase(), match.index]
  }
}

const CALL = /(?<!Buffer|Array)\.(\w+)\(\s*\[?((?:\s*['"`][\w. ]+['"`]\s*,?)+)/g
const READS = ['selectFrom', 'from', 'using', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin']
const WRITES = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const STATEMENT = /\b(from|join|into|update|truncate|table|using)\s+(?:table\s+)?(?:only\s+)?(?:\w+\.)?"?(\w+)"?/gi
const STARTS_LIKE_SQL = /^\s*(select|insert|update|delete|with|merge|truncate|lock|alter|copy)\b/i

function* mentions({ code, literals }: Source): Generator<Mention> {
  for (const match of code.matchAll(CALL)) {
    const call = match[1] ?? ''
    if (!READS.includes(call) && !WRITES.includes(call)) continue
    const first = READS.includes(call) && call !== 'selectFrom' && call !== 'from' ? 1 : undefined
    const names = [...(match[2] ?? '').matchAll(/['"`](?:\w+\.)?(\w+)(?: as \w+)?['"`]/g)].slice(0, first)
    for (const name of names) yield { table: name[1] ?? '', at: match.index, inserts: call === 'insertInto' }
  }
  for (const literal of literals) {
    if (!literal.sql && !STARTS_LIKE_SQL.test(literal.text)) continue
    for (const match of literal.text.matchAll(STATEMENT)) {
      const inserts = /^into$/i.test(match[1] ?? '')
      yield { table: (match[2] ?? '').toLowerCase(), at: literal.at + 1 + match.index, inserts }
    }
  }
}
