/**
 * An example as a stranger has it: its folder beside the packed SDK, with what its lock says and nothing else of this tree. What its
 * lock names is installed once and kept.
 */
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rename, symlink } from 'node:fs/promises'
import { basename, delimiter, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { hashOf, kept } from '../../tools/dev/build-cache.ts'
import { ROOT } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'

const run = promisify(execFile)

/** What the packed SDK is made from. */
const sourcesOfSdk = (): string[] => {
  const own = globSync(['packages/sdk/{src/**/*,*.*}', 'packages/protocol/src/**/*'], {
    cwd: ROOT,
    withFileTypes: true,
  }).filter((entry) => entry.isFile())
  return [
    ...own.map(({ parentPath, name }) => join(parentPath, name)),
    join(ROOT, 'tsconfig.json'),
    join(ROOT, 'package-lock.json'),
  ]
}

/** The SDK's tarball, packed as a release does it, once for all tests. */
export const packSdk = async (): Promise<string> => {
  const sources = sourcesOfSdk().toSorted()
  const hash = hashOf(...sources.flatMap((file) => [relative(ROOT, file), readFileSync(file)]))
  const folder = await kept('sdk', hash, pack)
  const [tarball = ''] = globSync('*.tgz', { cwd: folder })
  return join(folder, tarball)
}

/** From a copy: other tests build it in place at the same time. */
const pack = async (folder: string): Promise<void> => {
  await using scratch = await scratchFolder()
  const copy = join(scratch.path, 'packages/sdk')
  const own = (path: string) => !['dist', 'node_modules'].includes(basename(path))
  for (const name of ['protocol', 'sdk'])
    await cp(join(ROOT, 'packages', name), join(scratch.path, 'packages', name), { recursive: true, filter: own })
  await cp(join(ROOT, 'tsconfig.json'), join(scratch.path, 'tsconfig.json'))
  await symlink(join(ROOT, 'node_modules'), join(scratch.path, 'node_modules'))
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env['PATH']}` }
  await run('npm', ['pack', '--pack-destination', folder], { cwd: copy, env })
}

/** The SDK unpacked as `packages/sdk`, where the examples' locks expect it. */
export const unpackSdk = async (folder: string): Promise<string> => {
  const tarball = await packSdk()
  await mkdir(join(folder, 'packages'), { recursive: true })
  await run('tar', ['xzf', tarball], { cwd: folder })
  await rename(join(folder, 'package'), join(folder, 'packages/sdk'))
  return folder
}

/** Gives the folder of the example, ready to run. */
export const installExample = async (tree: string, name: string): Promise<string> => {
  const source = join(ROOT, 'examples', name)
  const folder = join(tree, 'examples', name)
  await mkdir(folder, { recursive: true })
  for (const file of globSync('**/*', { cwd: source, exclude: (path) => path.endsWith('node_modules') })) {
    await cp(join(source, file), join(folder, file), { recursive: true })
  }
  const manifests = ['package.json', 'package-lock.json']
  const installed = await kept(
    'examples',
    hashOf(...manifests.map((file) => readFileSync(join(source, file)))),
    (filling) => install(tree, source, filling),
  )
  await linkEntries(join(installed, 'example/it/node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'node_modules/@pursestrings'))
  for (const own of ownPackages(source))
    await symlink(join(tree, 'packages', own), join(folder, 'node_modules/@pursestrings', own))
  return folder
}

/** Which of our packages the example is built on. */
const ownPackages = (source: string): string[] => {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { dependencies: object }
  return Object.keys(manifest.dependencies).flatMap((name) => /^@pursestrings\/(\w+)$/.exec(name)?.[1] ?? [])
}

/** As deep as the example is in its tree, since its lock says where our packages are from there. */
const install = async (tree: string, source: string, filling: string): Promise<void> => {
  const cwd = join(filling, 'example/it')
  await mkdir(cwd, { recursive: true })
  for (const own of ownPackages(source)) {
    await mkdir(join(filling, 'packages', own), { recursive: true })
    await cp(join(tree, 'packages', own, 'package.json'), join(filling, 'packages', own, 'package.json'))
  }
  for (const file of ['package.json', 'package-lock.json']) await cp(join(source, file), join(cwd, file))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd })
}

/** Links are enough: nobody writes to what is installed. Our packages are those of this run. */
const linkEntries = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@pursestrings') await symlink(join(from, name), join(to, name))
  }
}
