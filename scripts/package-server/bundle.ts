/** The service as one file without dependencies, and which packages went into it. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { rolldown } from 'rolldown'

export const bundle = async (root: string, into: string): Promise<readonly string[]> => {
  const build = await rolldown({
    input: `${root}server/src/main.ts`,
    platform: 'node',
    // Without 'import': it would choose builds of pg that expect to find their other half beside them.
    resolve: { conditionNames: ['@countersign/source'] },
    // An optional part of pg that nobody installs.
    external: ['pg-native'],
    onLog: () => undefined,
  })
  const { output } = await build.write({ dir: into, format: 'esm', comments: false })
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
  return packagesOf(modules)
}

/** Of these modules: the folders of their npm packages, each once. */
export const packagesOf = (modules: readonly string[]): readonly string[] =>
  [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].toSorted()

/** The folder of the npm package that a module is part of. */
const packageOf = (id: string): string | undefined => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0]

export interface Bundled {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly folder: string
}

export const describePackage = (folder: string): Bundled => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
    string,
    string
  >
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`${dirname(folder)}: a bundled package must have a name, a version and a license`)
  return { name, version, license, folder }
}
