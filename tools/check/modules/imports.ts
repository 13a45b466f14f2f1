/** Finds imports that the table of modules does not allow, and what else a module must not reach for. */
import { posix } from 'node:path'
import { FINDS_PROFILE, HOUSED, isTest, MODULES, moduleOf, READS_ENVIRONMENT, WITHOUT_ENVIRONMENT } from './modules.ts'
import { AREAS, ENGINES, type Module, OVERLOOKING, RESOURCES } from './server-modules.ts'
import { type Fault, type Import, lineAt, readSource } from './source.ts'

/** What a package offers is listed there, and nowhere else. */
const PACKAGE_ENTRY = /^packages\/\w+\/src\/index\.ts$/

/** Which module imports which, tests left out; imports of types alone are arrows of their own. */
export function arrowsOf(files: ReadonlyMap<string, string>): { from: string; to: string; typesOnly: boolean }[] {
  const arrows = new Map<string, { from: string; to: string; typesOnly: boolean }>()
  for (const [file, text] of files) {
    const from = moduleOf(file)
    if (!/\.tsx?$/.test(file) || isTest(file) || from === undefined) continue
    for (const one of readSource(file, text).imports) {
      const to = moduleOf(targetOf(one.from, file) ?? '')
      if (to === undefined || to.name === from.name) continue
      const key = `${from.name} ${to.name}`
      const known = arrows.get(key)?.typesOnly ?? true
      arrows.set(key, { from: from.name, to: to.name, typesOnly: known && one.typesOnly })
    }
  }
  return [...arrows.values()].toSorted((a, b) => `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`))
}

/** Modules that import each other in a circle, named once each. */
export function cycleFaults(files: ReadonlyMap<string, string>): Fault[] {
  const next = Map.groupBy(
    arrowsOf(files).filter(({ typesOnly }) => !typesOnly),
    ({ from }) => from,
  )
  const faults: Fault[] = []
  const done = new Set<string>()
  const walk = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name]
      faults.push({ file: circle[0] ?? '', line: 1, text: `modules import each other: ${circle.join(' -> ')}` })
    }
    if (done.has(name)) return
    done.add(name)
    for (const { to } of next.get(name) ?? []) walk(to, [...path, name])
  }
  for (const name of next.keys()) walk(name, [])
  return faults
}

export function importFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue
    const source = readSource(file, text)
    const module = moduleOf(file)
    if (module === undefined && HOUSED.some((folder) => file.startsWith(folder))) {
      faults.push({
        file,
        line: 1,
        text: 'is in no module: move it into one, or name it in tools/check/modules/modules.ts',
      })
    }
    for (const one of source.imports) {
      const fault = module && faultOf(one, file, module)
      if (fault !== undefined) faults.push({ file, line: one.line, text: `imports ${one.from}: ${fault}` })
    }
    if (source.onlyReexports && !PACKAGE_ENTRY.test(file)) {
      faults.push({ file, line: 1, text: 'only re-exports: import from the file that holds it' })
    }
    faults.push(...reachFaults(file, source.code, module))
  }
  return faults
}

/** The file that an import leads to; undefined for packages of others. */
export const targetOf = (from: string, file: string): string | undefined =>
  from.startsWith('.') ? posix.join(posix.dirname(file), withoutQuery(from)) : workspaceFile(from)

/** Vite imports a worker by its address with a query. */
const withoutQuery = (from: string): string => from.replace(/\?worker&url$/, '')

function faultOf({ from, typesOnly }: Import, file: string, module: Module): string | undefined {
  const relative = from.startsWith('.')
  if (relative && !/\.(tsx?|json|css|svg)$/.test(withoutQuery(from))) return 'a relative import ends in .ts'
  const target = targetOf(from, file)
  if (target === undefined) return packageFault(from, typesOnly, file, module)
  const there = moduleOf(target)
  if (there === undefined) return target.startsWith('..') || !relative ? 'it is in no module' : undefined
  if (there.name === module.name) return undefined
  if (isTest(file)) return testFault(there, module)
  return moduleFault(module, there, target, typesOnly)
}

function moduleFault(module: Module, there: Module, target: string, typesOnly: boolean): string | undefined {
  if (RESOURCES.includes(there.name) && RESOURCES.includes(module.name)) {
    if (!module.may.includes(there.name)) return resourceFault(module, there)
    const kind = /\.(store|routes|worker|test)\.ts$/.exec(target)?.[1]
    return kind ? `${there.name}'s ${kind} is its own: import a handler or its reads` : faceFault(module, there, target)
  }
  if (module.may.includes(there.name)) return undefined
  if (module.may.includes(`${there.name}/${posix.basename(target).replace(/\.tsx?$/, '')}`)) return undefined
  if (module.may.includes(`${there.name} (types)`)) {
    return typesOnly ? undefined : `${module.name} may import only types of ${there.name}`
  }
  return `${module.name} may not import ${there.name}`
}

const areaOf = (path: string): string | undefined => /^server\/src\/([\w-]+)\//.exec(path)?.[1]
const faceOf = (area: string): string[] =>
  (AREAS.find(({ name }) => name === area)?.face ?? []).map((file) => `server/src/${area}/${file}.ts`)

/** Other areas see an area's face, and nothing else of it. */
function faceFault(module: Module, there: Module, target: string): string | undefined {
  const area = areaOf(there.at) ?? ''
  if (areaOf(module.at) === area || module.name in OVERLOOKING || faceOf(area).includes(target)) return undefined
  return `it is not in the face of ${area}: see tools/check/modules/server-modules.ts`
}

/** What an area shows to nobody is no part of its face. */
export function unusedFaceFaults(files: ReadonlyMap<string, string>): Fault[] {
  const seen = new Set<string>()
  for (const [file, text] of files) {
    if (isTest(file) || areaOf(file) === undefined) continue
    for (const { from } of readSource(file, text).imports) {
      const target = targetOf(from, file)
      if (target !== undefined && areaOf(target) !== areaOf(file)) seen.add(target)
    }
  }
  const listed = files.has('tools/check/modules/server-modules.ts') ? AREAS.flatMap(({ name }) => faceOf(name)) : []
  return listed
    .filter((file) => !seen.has(file))
    .map((file) => ({ file: 'tools/check/modules/server-modules.ts', line: 1, text: `no other area imports ${file}` }))
}

/** How many areas, platform and rules included, import which others. */
export function areaArrows(files: ReadonlyMap<string, string>): number {
  const areas = new Set([...AREAS.map(({ name }) => name), 'platform', 'rules'])
  const arrows = new Set<string>()
  for (const [file, text] of files) {
    const area = areaOf(file) ?? ''
    if (!areas.has(area) || isTest(file)) continue
    for (const { from } of readSource(file, text).imports) {
      const other = areaOf(targetOf(from, file) ?? '') ?? area
      if (other !== area && areas.has(other)) arrows.add(`${area} ${other}`)
    }
  }
  return arrows.size
}

function resourceFault(module: Module, there: Module): string {
  if (there.name in OVERLOOKING)
    return `${there.name} looks over several areas: only what starts the service imports it`
  const [area, other] = [module, there].map(({ at }) => at.split('/')[2])
  return area === other
    ? `imports point backwards only, and ${there.name} comes after ${module.name}`
    : `${area} may not import ${other}`
}

/** A test of the server may build a whole world; tests elsewhere keep to their module's row. */
function testFault(there: Module, module: Module): string | undefined {
  if (module.at.startsWith('server/') && there.at.startsWith('server/')) return undefined
  const allowed = module.may.includes(there.name) || module.may.includes(`${there.name} (tests)`)
  return allowed ? undefined : `${module.name} may not import ${there.name}`
}

function packageFault(from: string, typesOnly: boolean, file: string, module: Module): string | undefined {
  if (isTest(file)) return undefined
  const named = (name: string) => from === name || from.startsWith(`${name}/`)
  if (module.packages && !module.packages.some(named))
    return `${module.name} may import only ${module.packages.join(', ')}`
  if (RESOURCES.includes(module.name) && !typesOnly && ENGINES.some(named))
    return 'a resource reaches it through its module'
  return undefined
}

/** `@pursestrings/contract/ids` is packages/contract/src/ids.ts. */
function workspaceFile(from: string): string | undefined {
  const [, name, rest] = /^@pursestrings\/([^/]+)(?:\/(.*))?$/.exec(from) ?? []
  if (name === undefined) return undefined
  const at = [`${name}/`, `packages/${name}/`, `apps/${name}/`].find((folder) =>
    MODULES.some((module) => module.at.startsWith(folder)),
  )
  return at === undefined ? `../${name}` : `${at}src/${rest ?? 'index'}.ts`
}

function reachFaults(file: string, code: string, module: Module | undefined): Fault[] {
  if (isTest(file)) return []
  const faults: Fault[] = []
  const find = (pattern: RegExp, text: string) => {
    for (const match of code.matchAll(pattern)) faults.push({ file, line: lineAt(code, match.index), text })
  }
  const may_read = file === READS_ENVIRONMENT || file === FINDS_PROFILE
  if (!may_read && WITHOUT_ENVIRONMENT.some((folder) => file.startsWith(folder))) {
    find(
      /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
      `only ${READS_ENVIRONMENT} reads the environment`,
    )
  }
  if (module && RESOURCES.includes(module.name))
    find(/\bDate\.now\(|\bnew Date\(\s*\)/g, 'a resource is told the time, it does not look')
  return faults
}
