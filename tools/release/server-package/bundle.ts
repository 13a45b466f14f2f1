/** A program of ours and all that it needs as files that import no package, and which packages went into them. */
import { readdirSync, readFileSync } from 'node:fs'
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

// What the package says of others' work in it: their licenses in full, and a list that programs read.

/** Only these may be bundled: each lets us ship the program under our own license. */
export const LICENSES = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'MIT-0', 'Unlicense']

const licenseText = (folder: string): string => {
  const file = readdirSync(folder).find((name) => /^licen[sc]e/i.test(name))
  return file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8').trim()
}

export const noticesOf = (packages: readonly Bundled[]): string => {
  const refused = packages.filter(({ license }) => !LICENSES.includes(license))
  if (refused.length > 0)
    throw new Error(
      `not a license we may ship: ${refused.map(({ name, license }) => `${name} (${license})`).join(', ')}`,
    )
  const parts = packages.map(({ name, version, license, folder }) =>
    [`${name} ${version} (${license})`, licenseText(folder)].filter(Boolean).join('\n\n'),
  )
  return `pursestrings-server contains the packages below, under their own licenses.\n\n${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>
}

/** CycloneDX, from what was bundled, not from what is declared. */
export const sbomOf = (
  packages: readonly Bundled[],
  of: { readonly name: string; readonly version: string },
  root: string,
): string => {
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock
  const components = packages.map(({ name, version, license, folder }) => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ license: { id: license } }],
    hashes: hashesOf(lock.packages[placeOf(folder, root)]?.integrity),
  }))
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...of } },
    components,
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** As the lock names it: from the root on, or from `node_modules` on where that is a link to a folder elsewhere. */
const placeOf = (folder: string, root: string): string =>
  folder.slice(folder.startsWith(root) ? root.length : folder.indexOf('node_modules/'))

const hashesOf = (integrity: string | undefined) =>
  integrity?.startsWith('sha512-')
    ? [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }]
    : []
