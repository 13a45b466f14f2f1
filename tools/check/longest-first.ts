/**
 * Decides in which order test files begin: in each project those that take longest first, by their kept time, so that no long one
 * is left when the others have ended. What was never timed comes before all of them. Files that share a service come last, one
 * after the other: it waits for nobody else's, and ends with its process.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readKept } from './counts.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface File {
  readonly project: { readonly name: string }
  readonly moduleId: string
}

/** A worker keeps what it has loaded as long as the next file is of the same project, so projects stay together. */
export const longestFirst = <F extends File>(
  files: readonly F[],
  timeOf: (file: string) => number | undefined,
  shares: (path: string) => boolean,
): F[] => {
  const sharing = new Set(files.filter(({ moduleId }) => shares(moduleId)))
  const time = ({ moduleId }: F) => timeOf(relative(ROOT, moduleId).replaceAll('\\', '/')) ?? Number.MAX_VALUE
  return files.toSorted(
    (a, b) =>
      a.project.name.localeCompare(b.project.name) ||
      Number(sharing.has(a)) - Number(sharing.has(b)) ||
      time(b) - time(a),
  )
}

const sharesWorld = (path: string): boolean => readFileSync(path, 'utf8').includes('sharedWorld()')

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kept = readKept(`${ROOT}tests/times.json`)
    return longestFirst(files, (file) => kept[file]?.time_s, sharesWorld)
  }
}
