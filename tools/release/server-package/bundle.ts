/** A program of ours and all that it needs as files that import no package, and which packages went into them. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RolldownPluginOption } from 'rolldown'

/** Answers with the modules that went into it. */
export const bundle = async (
  main: string,
  into: string,
  plugins: RolldownPluginOption = [],
): Promise<readonly string[]> => {
  // Loaded by those that bundle alone: many only ask whether there is something to do.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: main,
    platform: 'node',
    // Without 'import': it would choose builds of pg that expect to find their other half beside them.
    resolve: { conditionNames: ['@pursestrings/source'] },
    // An optional part of pg that nobody installs.
    external: ['pg-native'],
    onLog: () => undefined,
    plugins,
  })
  const { output } = await build.write({ dir: into, format: 'esm', comments: false })
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
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
