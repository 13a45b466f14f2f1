/**
 * Which tests over HTTP belong to a module of the server. They all start the whole service, so imports say nothing. A test is a
 * module's own if it is named after it; and it calls a module if its text has the paths of the module's operations.
 */
import { operations } from '@pursestrings/contract/operations'
import { MODULES } from '../modules/modules.ts'

type Tree = ReadonlyMap<string, string>

export interface ModuleTests {
  readonly own: readonly string[]
  /** Those that are most about the module first. */
  readonly calling: readonly string[]
}

/** Where each module of the server lies; one that is a single file has no folder, and serves no operation. */
const FOLDERS = new Map(
  MODULES.filter(({ at }) => at.startsWith('server/src/')).map(({ name, at }) => [name, at.replace(/\.ts$/, '.ts/')]),
)
const SERVED = [...FOLDERS.keys()]
const OVER_HTTP = /^(server|packages\/\w+)\/test\/.*\.test\.ts$/
const OPERATIONS = /'@pursestrings\/contract\/([\w-]+)\/operations'/g

const testsIn = (tree: Tree): string[] => [...tree.keys()].filter((file) => OVER_HTTP.test(file))

/** Folders of the contract whose operations the module serves. */
const servedFolders = (tree: Tree, module: string): Set<string> => {
  const sources = [...tree].filter(([file]) => file.startsWith(FOLDERS.get(module) ?? '/'))
  return new Set(sources.flatMap(([, text]) => Array.from(text.matchAll(OPERATIONS), ([, folder = '']) => folder)))
}

/** Modules that serve what a folder of the contract declares. */
export const modulesServing = (tree: Tree, folder: string): string[] =>
  SERVED.filter((module) => servedFolders(tree, module).has(folder))

const PARAMETER = String.raw`(?:\$\{[^}]+\}|[^/'"\x60?]+)`

/** How a test writes the path of an operation. */
const written = (path: string): RegExp => {
  const parts = path.split('/').map((part) => (part.startsWith('{') ? PARAMETER : part.replaceAll('.', '\\.')))
  return new RegExp(String.raw`['"\x60]${parts.join('/')}(?=['"\x60?])`, 'g')
}

const pathsOf = (tree: Tree, module: string): RegExp[] => {
  const declared = [...servedFolders(tree, module)].map(
    (folder) => tree.get(`packages/contract/src/${folder}/operations.ts`) ?? '',
  )
  return operations
    .filter(({ id }) => declared.some((text) => text.includes(`'${id}'`)))
    .map(({ path }) => written(path))
}

/** `webhook-retries` is named after `webhooks`, and `agent-payments-claim` after `agent-payments`, not after `agents`. */
const ownerOf = (test: string): string | undefined => {
  const name = test.split('/').at(-1) ?? ''
  return SERVED.filter((module) => new RegExp(`^${module.replace(/s$/, '')}s?[-.]`).test(name))
    .toSorted((a, b) => b.length - a.length)
    .at(0)
}

/** Of all calls that a test writes down, this share is enough to be about a module. */
const SHARE_MIN = 0.2

export const moduleTestsIn = (tree: Tree): ((module: string) => ModuleTests) => {
  const tests = testsIn(tree)
  const paths = new Map(SERVED.map((module) => [module, pathsOf(tree, module)]))
  const count = (text: string, patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)
  return (module) => {
    const own = tests.filter((test) => test.startsWith('server/') && ownerOf(test) === module)
    const calling = tests.flatMap((test) => {
      const text = tree.get(test) ?? ''
      const calls =
        count(text, paths.get(module) ?? []) +
        (text.split(`/${FOLDERS.get(module)?.slice('server/'.length)}`).length - 1)
      const share = calls === 0 ? 0 : calls / count(text, [...paths.values()].flat())
      return share < SHARE_MIN || own.includes(test) ? [] : [{ test, weight: calls * Math.min(share, 1) }]
    })
    return { own, calling: calling.toSorted((a, b) => b.weight - a.weight).map(({ test }) => test) }
  }
}
