/** Measures the source files, tests and generated files left out: none too long, and half of them short. */
import { EMPTY_NAMES, isTest, LINES_MAX, LINES_MEDIAN_MAX } from './modules.ts'
import type { Fault } from './source.ts'

export interface Sizes {
  files: number
  median: number
  p90: number
  longest: { file: string; lines: number } | undefined
  faults: Fault[]
}

export function measure(files: ReadonlyMap<string, string>): Sizes {
  const sizes = [...files]
    .filter(([file]) => /\.(tsx?|js)$/.test(file) && !isTest(file) && !/(^|\/)generated\//.test(file))
    .map(([file, text]) => ({ file, lines: linesIn(text) }))
    .toSorted((a, b) => a.lines - b.lines)
  const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]?.lines ?? 0
  const faults = sizes
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ file, lines }) => ({ file, line: LINES_MAX + 1, text: `has ${lines} lines, more than ${LINES_MAX}` }))
  const middle = sizes.length / 2
  const median = Number.isInteger(middle) ? (at((middle - 1) / sizes.length) + at(0.5)) / 2 : at(0.5)
  if (median > LINES_MEDIAN_MAX) {
    const file = sizes.at(-1)?.file ?? ''
    faults.push({ file, line: 1, text: `the median source file has ${median} lines, more than ${LINES_MEDIAN_MAX}` })
  }
  return { files: sizes.length, median, p90: at(0.9), longest: sizes.at(-1), faults }
}

function linesIn(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

// Finds files and folders with names that explain nothing.

export function nameFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const file of files.keys()) {
    const empty = file.split(/[/.]/).find((word) => EMPTY_NAMES.includes(word.toLowerCase()))
    if (empty !== undefined)
      faults.push({ file, line: 1, text: `the name "${empty}" says nothing: say what it decides` })
  }
  return faults
}
