/**
 * Decides whether the tree still follows ARCHITECTURE.md: who imports whom, who owns which table, names and file sizes.
 * The table itself is in modules.ts. Every fault is printed at once.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { areaArrows, arrowsOf, cycleFaults, importFaults, unusedFaceFaults } from './imports.ts'
import { ledgerNameFaults } from './ledger-names.ts'
import { migrationFaults } from './migrations.ts'
import { sqlFaults } from './schema-files.ts'
import { measure, nameFaults } from './sizes.ts'
import type { Fault } from './source.ts'
import { tableFaults } from './tables.ts'

const FOLDERS = '{apps,deploy,packages,server,tests,tools}'
const LEFT_OUT = ['node_modules', 'dist', 'coverage']

/** Path to text, of every file the rules speak about. */
export function readTree(root: string): Map<string, string> {
  const paths = globSync(`${FOLDERS}/**/*.{ts,tsx,js,css,sql}`, {
    cwd: root,
    exclude: (name) => LEFT_OUT.some((folder) => name === folder || name.endsWith(`/${folder}`)),
  })
  const named = paths.map((path) => path.replaceAll('\\', '/')).toSorted()
  return new Map(named.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]))
}

export function checkModules(files: ReadonlyMap<string, string>): { faults: Fault[]; summary: string } {
  const sizes = measure(files)
  const faults = [
    ...importFaults(files),
    ...cycleFaults(files),
    ...unusedFaceFaults(files),
    ...nameFaults(files),
    ...tableFaults(files),
    ...sqlFaults(files),
    ...migrationFaults(files),
    ...ledgerNameFaults(files),
    ...sizes.faults,
  ]
  const longest = sizes.longest ? `, longest ${sizes.longest.lines} (${sizes.longest.file})` : ''
  const arrows = arrowsOf(files)
  const imports = Map.groupBy(arrows, ({ from }) => from)
  const list = (from: string) =>
    (imports.get(from) ?? []).map(({ to, typesOnly }) => (typesOnly ? `${to} (types)` : to))
  const summary = [
    ...[...imports.keys()].map((from) => `${from} -> ${list(from).join(', ')}`),
    `${new Set(arrows.flatMap(({ from, to }) => [from, to])).size} modules, ${arrows.length} arrows, no circle; ${areaArrows(files)} arrows between areas of the server`,
    `${sizes.files} source files: median ${sizes.median} lines, p90 ${sizes.p90}${longest}`,
  ].join('\n')
  return { faults, summary: faults.length > 0 ? '' : summary }
}

if (import.meta.main) {
  const { faults, summary } = checkModules(readTree(fileURLToPath(new URL('../../..', import.meta.url))))
  for (const { file, line, text } of faults) console.error(`${file}:${line} ${text}`)
  console.log(summary)
  if (faults.length > 0) {
    console.error(`${faults.length} faults`)
    process.exitCode = 1
  }
}
