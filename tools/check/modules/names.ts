/** Finds files and folders with names that explain nothing. */
import { EMPTY_NAMES } from './modules.ts'
import type { Fault } from './source.ts'

export function nameFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const file of files.keys()) {
    const empty = file.split(/[/.]/).find((word) => EMPTY_NAMES.includes(word.toLowerCase()))
    if (empty !== undefined)
      faults.push({ file, line: 1, text: `the name "${empty}" says nothing: say what it decides` })
  }
  return faults
}
