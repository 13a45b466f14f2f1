/** Finds migrations that define what belongs into server/sql, and files of server/sql without their module. */
import { MODULES } from '../modules.ts'
import { type Fault, lineAt } from './source.ts'

/** Migrations before this one are history: they defined functions, triggers, policies and grants as well. */
const TABLES_ONLY_FROM = '0101'
const REPLACED =
  /^[ \t]*(create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|policy|view)|grant|revoke|call|alter\s+(?:function|policy))\b/gim

export function sqlFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [file, text] of files) {
    const number = /^server\/migrations\/(\d{4})_/.exec(file)?.[1]
    if (number !== undefined && number >= TABLES_ONLY_FROM) {
      for (const match of withoutComments(text).matchAll(REPLACED)) {
        const what = (match[1] ?? '').toLowerCase().replace(/\s+/g, ' ')
        faults.push({ file, line: lineAt(text, match.index), text: `"${what}" belongs into server/sql` })
      }
    }
    const module = /^server\/sql\/([a-z-]+)(?:\.[a-z-]+)?\.sql$/.exec(file)?.[1]
    if (file.startsWith('server/sql/') && !(isModule(module) && text.startsWith(`-- owner: ${module}\n`))) {
      faults.push({ file, line: 1, text: 'is named <module>.sql and begins with -- owner: <module>' })
    }
  }
  return faults
}

function isModule(name: string | undefined): boolean {
  return MODULES.some((module) => module.name === name && module.at.startsWith('server/src/'))
}

export function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
}
