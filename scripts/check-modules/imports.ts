/** Finds imports that the table of modules does not allow, and what else a module must not reach for. */
import { posix } from 'node:path'
import {
  ENGINES,
  HOUSED,
  isTest,
  MODULES,
  type Module,
  moduleOf,
  READS_ENVIRONMENT,
  RESOURCES,
  WITHOUT_ENVIRONMENT,
} from '../modules.ts'
import { type Fault, type Import, importsOf, lineAt, readSource } from './source.ts'

export function importFaults(files: ReadonlyMap<string, string>): Fault[] {
  const faults: Fault[] = []
  for (const [file, text] of files) {
    if (!/\.tsx?$/.test(file)) continue
    const source = readSource(text)
    const module = moduleOf(file)
    if (module === undefined && HOUSED.some((folder) => file.startsWith(folder))) {
      faults.push({ file, line: 1, text: 'is in no module: move it into one, or name it in scripts/modules.ts' })
    }
    for (const one of importsOf(source)) {
      const fault = module && faultOf(one, file, module)
      if (fault !== undefined) faults.push({ file, line: one.line, text: `imports ${one.from}: ${fault}` })
    }
    faults.push(...reachFaults(file, source.code, module))
  }
  return faults
}

function faultOf({ from, typesOnly }: Import, file: string, module: Module): string | undefined {
  const relative = from.startsWith('.')
  if (relative && !/\.(tsx?|json|css|svg)$/.test(from)) return 'a relative import ends in .ts'
  const target = relative ? posix.join(posix.dirname(file), from) : workspaceFile(from)
  if (target === undefined) return packageFault(from, typesOnly, file, module)
  const there = moduleOf(target)
  if (there === undefined) return target.startsWith('..') || !relative ? 'it is in no module' : undefined
  if (there.name === module.name) return undefined
  if (isTest(file)) return testFault(there, module)
  return moduleFault(module, there, target, typesOnly)
}

function moduleFault(module: Module, there: Module, target: string, typesOnly: boolean): string | undefined {
  if (RESOURCES.includes(there.name) && RESOURCES.includes(module.name)) {
    if (!module.may.includes(there.name))
      return `imports point backwards only, and ${there.name} comes after ${module.name}`
    const kind = /\.(store|routes|worker|test)\.ts$/.exec(target)?.[1]
    return kind && `${there.name}'s ${kind} is its own: import a handler file`
  }
  if (module.may.includes(there.name)) return undefined
  if (module.may.includes(`${there.name}/${posix.basename(target).replace(/\.tsx?$/, '')}`)) return undefined
  if (module.may.includes(`${there.name} (types)`)) {
    return typesOnly ? undefined : `${module.name} may import only types of ${there.name}`
  }
  return `${module.name} may not import ${there.name}`
}

/** A test of the server may build a whole world; tests elsewhere keep to their module's row. */
function testFault(there: Module, module: Module): string | undefined {
  if (module.at.startsWith('server/') && there.at.startsWith('server/')) return undefined
  return module.may.includes(there.name) ? undefined : `${module.name} may not import ${there.name}`
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

/** `@countersign/contract/ids` is packages/contract/src/ids.ts. */
function workspaceFile(from: string): string | undefined {
  const [, name, rest] = /^@countersign\/([^/]+)(?:\/(.*))?$/.exec(from) ?? []
  if (name === undefined) return undefined
  const at = name === 'server' ? 'server/' : `packages/${name}/`
  return MODULES.some((module) => module.at.startsWith(at)) ? `${at}src/${rest ?? 'index'}.ts` : `../${name}`
}

function reachFaults(file: string, code: string, module: Module | undefined): Fault[] {
  if (isTest(file)) return []
  const faults: Fault[] = []
  const find = (pattern: RegExp, text: string) => {
    for (const match of code.matchAll(pattern)) faults.push({ file, line: lineAt(code, match.index), text })
  }
  if (file !== READS_ENVIRONMENT && WITHOUT_ENVIRONMENT.some((folder) => file.startsWith(folder))) {
    find(
      /\bprocess\s*\.\s*env\b|\bprocess\s*\[|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
      `only ${READS_ENVIRONMENT} reads the environment`,
    )
  }
  if (module && RESOURCES.includes(module.name))
    find(/\bDate\.now\(|\bnew Date\(\s*\)/g, 'a resource is told the time, it does not look')
  return faults
}
