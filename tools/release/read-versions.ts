/** Every version that a release carries, by the file that names it: they must be one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASED } from './pack-packages.ts'

const MANIFESTS = [...RELEASED.map((name) => `packages/${name}/package.json`), 'server/package.json']
const CHART = 'deploy/helm/Chart.yaml'
const PYTHON = 'python/src/pursestrings/_generated/wire.py'

interface Manifest {
  readonly version: string
  readonly private?: boolean
  readonly repository?: { readonly directory: string }
  readonly dependencies?: Readonly<Record<string, string>>
}
export const readManifest = (root: string, file: string): Manifest =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest

export const readVersions = (root: string): ReadonlyMap<string, string> => {
  const found = (file: string, pattern: RegExp) => pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? 'none'
  return new Map([
    ...MANIFESTS.map((file) => [file, readManifest(root, file).version] as const),
    [CHART, found(CHART, /^version: (\S+)$/m)],
    [`${CHART} (appVersion)`, found(CHART, /^appVersion: (\S+)$/m)],
    [PYTHON, found(PYTHON, /^VERSION[^=]*= ['"](.+)['"]$/m)],
  ])
}

/** What keeps this tree from being released, in words. */
export const releaseFaults = (root: string, tag?: string): string[] => {
  const versions = readVersions(root)
  const version = versions.get('server/package.json') ?? ''
  const odd = [...versions]
    .filter(([, one]) => one !== version)
    .map(([file, one]) => `${file} has ${one}, not ${version}`)
  const ours = RELEASED.flatMap((name, at) => {
    const { dependencies = {}, private: hidden, repository } = readManifest(root, `packages/${name}/package.json`)
    const needed = Object.entries(dependencies).filter(([one]) => one.startsWith('@pursestrings/'))
    const before: readonly string[] = RELEASED.slice(0, at).map((one) => `@pursestrings/${one}`)
    return [
      // npm holds it against the workflow that publishes.
      ...(repository?.directory === `packages/${name}` ? [] : [`packages/${name} does not name its repository`]),
      ...(hidden ? [`packages/${name} is private`] : []),
      ...needed
        .filter(([one]) => !before.includes(one))
        .map(([one]) => `packages/${name} needs ${one}, which is not released before it`),
      ...needed
        .filter(([, range]) => range !== version)
        .map(([one, range]) => `packages/${name} needs ${one} ${range}, not ${version}`),
    ]
  })
  if (tag === undefined) return [...odd, ...ours]
  const other = tag === `v${version}` ? [] : [`the tag is ${tag}, and the version ${version}`]
  return [...odd, ...ours, ...other, ...unpinnedImages(root)]
}

/** Images of others that a release is made of, or names. What a tag means may change; a digest may not. */
const unpinnedImages = (root: string): string[] =>
  ['deploy/Dockerfile', 'deploy/compose.yaml'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^(?:ARG BASE=| +image: )(?!pursestrings-server$)(\S+)$/gm)]
      .map(([, image = '']) => image)
      .filter((image) => !/@sha256:[\da-f]{64}$/.test(image))
      .map(
        (image) =>
          `${file}: ${image} is not pinned: add the digest that \`docker buildx imagetools inspect ${image}\` shows, as ${image}@sha256:…`,
      ),
  )
