/**
 * The files of server/schema: migrations make tables, first the baseline with a file per area and then numbered ones; the files
 * of each area's folder hold what is replaced where it changed.
 */
import { MODULES } from './modules.ts'

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
