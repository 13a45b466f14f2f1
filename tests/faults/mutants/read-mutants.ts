/** Every mutant of this folder, and which of them no longer fit the tree. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutant.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const readMutants = async (): Promise<Mutant[]> => {
  const files = globSync('*.mutants.ts', { cwd: HERE }).toSorted()
  const pages = await Promise.all(files.map((file) => read(new URL(file, import.meta.url).href)))
  return pages.flatMap((page) => Object.values(page).flat())
}

const read = (page: string) => import(/* @vite-ignore */ page) as Promise<Record<string, readonly Mutant[]>>

/** One line for each mutant that cannot be applied as it is written. */
export const staleMutants = (mutants: readonly Mutant[]): string[] => {
  const names = new Set<string>()
  return mutants.flatMap((mutant) => {
    const faults: string[] = []
    if (names.has(mutant.name)) faults.push('another mutant has the same name')
    names.add(mutant.name)
    const found = existsSync(ROOT + mutant.file)
      ? occurrences(readFileSync(ROOT + mutant.file, 'utf8'), mutant.find)
      : 0
    if (found !== 1) faults.push(`its text occurs ${found} times in ${mutant.file}`)
    if (mutant.find === mutant.replace) faults.push('it changes nothing')
    if (!existsSync(ROOT + mutant.test)) faults.push(`${mutant.test} does not exist`)
    return faults.map((fault) => `${mutant.name}: ${fault}`)
  })
}

const occurrences = (text: string, piece: string): number => text.split(piece).length - 1
