/**
 * Where a program of ours lies as a bundle that is up to date. It starts in a fraction of the time that its sources take,
 * so tests and `npm run dev` start programs from here. A bundle is kept by the content of all that it is made from, and made by
 * whoever asks first. Each module in it keeps the address of its source: what it reads beside itself is found as before.
 */
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'rolldown'
import { bundle } from '../release/server-package/bundle.ts'
import { hashOf, kept } from './build-cache.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** How a bundle is made is a part of what it is made from. */
const MAKERS = ['./bundled.ts', '../release/server-package/bundle.ts'].map((file) => new URL(file, import.meta.url))
const SCOPE = '@pursestrings/'
/** What Node has compiled is kept beside the bundle, and dropped with it. */
const START = `import { enableCompileCache } from 'node:module'
enableCompileCache(import.meta.dirname + '/compiled')
await import('./main.js')
`

export type Program = 'server' | 'packages/cli' | 'packages/mcp'

/** The file that Node runs, for a program of this tree or of another one. */
export const bundled = async (program: Program, root = ROOT): Promise<string> => {
  const inputs = [...reachedFrom(program, root)].flatMap((folder) => filesOf(folder, root)).toSorted()
  const files = [...MAKERS, ...['package-lock.json', ...inputs].map((file) => join(root, file))]
  const hash = hashOf(root, program, ...inputs, ...files.map((file) => readFileSync(file)))
  const make = async (folder: string): Promise<void> => {
    await bundle(join(root, program, 'src/main.ts'), folder, ownAddresses)
    // Without it, Node would parse everything twice to find out.
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'start.js'), START)
  }
  // Large, and a new one with every change of a source.
  const where = { root: join(root, 'node_modules/.cache'), unused_days_max: 1 }
  return join(await kept('bundles', hash, make, where), 'start.js')
}

/** Its own workspace and those that it depends on. */
const reachedFrom = (folder: string, root: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(folder)) return found
  found.add(folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  const ours = Object.keys(dependencies).filter((name) => name.startsWith(SCOPE))
  for (const name of ours) reachedFrom(name.replace(SCOPE, 'packages/'), root, found)
  return found
}

const filesOf = (folder: string, root: string): string[] =>
  globSync([`${folder}/package.json`, `${folder}/src/**/*.*`], { cwd: root, exclude: ['**/*.test.ts'] })

const ownAddresses: Plugin = {
  name: 'own-addresses',
  transform: {
    filter: { code: 'import.meta.url', id: { exclude: /^\0/ } },
    handler: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
}
