/** Finds statements on a table outside the module that owns it, as the migration that makes the table says. */
import { isTest, moduleOf, TESTS_OF_GROWTH } from './modules.ts'
import { isMigration, isServerModule, numberOf, ownedParts, withoutComments } from './schema-files.ts'
import { type Fault, lineAt, readSource, type Source } from './source.ts'
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
  for (const [file, text] of inOrder(files)) {
    const name = file.replace('server/schema/', '')
    const number = numberOf(file)
    if (number === undefined && !name.startsWith('baseline/')) {
      faults.push({ file, line: 1, text: 'a migration is named NNNN_what_it_does.sql' })
    } else if (number !== undefined && numbers.has(number)) {
      faults.push({ file, line: 1, text: `${number} is already ${numbers.get(number)}` })
    } else if (number !== undefined) numbers.set(number, name)
    const area = /^baseline\/(.*)\.sql$/.exec(name)?.[1]
    for (const { owner, at, text: part } of ownedParts(text)) {
      if (owner === undefined || !isServerModule(owner, area && `${area}/`)) {
        const wrong = owner ? `, not ${owner}` : ''
        faults.push({
          file,
          line: lineAt(text, at),
          text: `a line names the owning module: -- owner: <module>${wrong}`,
        })
        continue
      }
      for (const [table, place] of tablesCreated(part)) {
        const other = owners.get(table)
        if (other !== undefined && other !== owner) {
          faults.push({ file, line: lineAt(text, at + place), text: `table ${table} belongs to ${other}` })
        } else owners.set(table, owner)
      }
    }
  }
  return owners
}

/** The baseline first: its folder comes after the numbers by name. */
const inOrder = (files: ReadonlyMap<string, string>): [string, string][] => {
  const [baseline, numbered] = [true, false].map((is) =>
    [...files].filter(([file]) => isMigration(file) && file.includes('/baseline/') === is),
  )
  return [...(baseline ?? []), ...(numbered ?? [])]
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
