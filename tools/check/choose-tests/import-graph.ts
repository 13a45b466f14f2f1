/** Which files a change can reach through imports, and over how many. */
import { targetOf } from '../modules/imports.ts'

type Tree = ReadonlyMap<string, string>

const IMPORTED = /\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** For each file, those that import it. */
export const importersIn = (tree: Tree): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>()
  for (const [file, text] of tree) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, from = ''] of text.matchAll(IMPORTED)) {
      const target = targetOf(from, file)
      if (target !== undefined && tree.has(target)) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

/** The nearest first. What starts a whole service imports all of it, which says nothing: it is not passed through. */
export const reachedFrom = (
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
  passes: (file: string) => boolean,
): string[] => {
  const reached = new Set(changed)
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) if (passes(importer)) reached.add(importer)
  }
  return [...reached]
}
