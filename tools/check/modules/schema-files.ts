/**
 * The files of server/schema: migrations make tables, first the baseline with a file per area and then numbered ones; the files
 * of each area's folder hold what is replaced where it changed.
 */
import { MODULES } from './modules.ts'
import { type Fault, lineAt } from './source.ts'

export const numberOf = (file: string): string | undefined => /^server\/schema\/(\d{4})_[^/]*$/.exec(file)?.[1]

export const isMigration = (file: string): boolean => /^server\/schema\/(?:baseline\/)?[^/]+\.sql$/.test(file)

/** Of a file that is replaced: the module that it is named after. */
export const replacedModule = (file: string): string | undefined =>
  /^server\/schema\/(?!baseline\/)[a-z-]+\/([a-z-]+)(?:\.[\w-]+)?\.sql$/.exec(file)?.[1]

export const isServerModule = (name: string | undefined, area = ''): boolean =>
  MODULES.some((module) => module.name === name && module.at.startsWith(`server/src/${area}`))

/** A line `-- owner: <module>` says whose the statements below it are. */
export function* ownedParts(text: string): Generator<{ owner: string | undefined; at: number; text: string }> {
  const heads = [...text.matchAll(/^-- owner: ([a-z-]+)[ \t]*\r?$/gm)]
  if (heads.length === 0) yield { owner: undefined, at: 0, text }
  for (const [i, head] of heads.entries()) {
    yield { owner: head[1], at: head.index, text: text.slice(head.index, heads[i + 1]?.index) }
  }
}

/** Whose the text around a place is. */
export const ownerAt = (text: string, at: number): string | undefined =>
  [...ownedParts(text)].findLast((part) => part.at <= at)?.owner

// Finds migrations that define what is replaced where it changed, and files that are replaced without their module.

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
