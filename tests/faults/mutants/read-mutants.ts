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
    if (found === 1 && isReplaced(mutant)) faults.push('server/sql replaces what it changes')
    if (!existsSync(ROOT + mutant.test)) faults.push(`${mutant.test} does not exist`)
    return faults.map((fault) => `${mutant.name}: ${fault}`)
  })
}

const MIGRATIONS = 'server/migrations/'
const STATEMENT = /^(?:create|alter|drop|grant|revoke|call|do|insert|update)\b[^;(]*/gm
const ON_TABLES = /^(?:create|alter) (?:unique )?(?:unlogged )?(?:table|index|type)\b/

/** Functions, triggers, policies and grants are what server/sql says: in a migration, only what it does to tables counts. */
const isReplaced = ({ file, find }: Mutant): boolean => {
  if (!file.startsWith(MIGRATIONS)) return false
  const sql = readFileSync(ROOT + file, 'utf8')
  const around = [...sql.slice(0, sql.indexOf(find) + find.length).matchAll(STATEMENT)].at(-1)
  return around !== undefined && !ON_TABLES.test(around[0])
}

const occurrences = (text: string, piece: string): number => text.split(piece).length - 1
