/** Finds migrations that define what is replaced where it changed, and files that are replaced without their module. */
import { isMigration, isServerModule, replacedModule } from './schema-files.ts'
import { type Fault, lineAt } from './source.ts'

/** A generated column of the baseline needs its function first. */
const REPLACED =
  /^[ \t]*(create\s+or\s+replace\s+function|create\s+(?:or\s+replace\s+)?(?:procedure|trigger|policy|view)|create\s+function(?!\s+slot_of\b)|grant|revoke|call|alter\s+(?:function|policy))\b/gim

export function sqlFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [file, text] of files) {
    if (!file.startsWith('server/schema/')) continue
    if (isMigration(file)) {
      for (const match of withoutComments(text).matchAll(REPLACED)) {
        const what = (match[1] ?? '').toLowerCase().replace(/\s+/g, ' ')
        faults.push({ file, line: lineAt(text, match.index), text: `"${what}" belongs into the folder of its area` })
      }
      continue
    }
    const area = file.split('/')[2] ?? ''
    const module = replacedModule(file)
    if (!(isServerModule(module, `${area}/`) && text.startsWith(`-- owner: ${module}\n`))) {
      faults.push({ file, line: 1, text: 'is named <area>/<module>.sql and begins with -- owner: <module>' })
    }
  }
  return faults
}

export function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
}
