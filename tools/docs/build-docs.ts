/**
 * `npm run docs`: builds the documentation site into site/dist. Its tools are installed on the first run; they aren't part of the
 * root's installation, which stays small. Tools and builds are kept by a hash of what they're made from, so that nothing is
 * installed or built twice, in another checkout either. `npm run dev` runs it in the background.
 */
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { STAMP } from '../../server/src/platform/pages/built-site.ts'
import { hashOf, kept } from '../dev/build-cache.ts'
import { stageSite } from './stage-site.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SITE = `${ROOT}site/`
const BUILT = `${SITE}dist`
const SOURCES = [
  'docs/**/*.{md,json,svg,webp}',
  '{packages/*,examples,python}/README.md',
  'packages/contract/src/**/*.ts',
  'packages/ui/src/tokens.css',
  'tools/{docs,generate/sdk}/*.ts',
  'server/src/platform/pages/{doc-places,error-pages}.ts',
  'site/*.{json,mjs}',
  'site/public/*',
  'site/src/{components,pages,styles}/*',
  'site/src/*.ts',
]
/** Written by the build itself. */
const STAGED = /^site\/src\/styles\/tokens\.css$/

const run = promisify(execFile)

const contentHash = (): string => {
  const files = globSync(SOURCES, { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))
  const sources = files.filter((file) => !STAGED.test(file)).toSorted()
  return hashOf(...sources.flatMap((file) => [file, readFileSync(ROOT + file)]))
}

const hashOfBuild = (): string | undefined => {
  const stamp = `${BUILT}/${STAMP}`
  return existsSync(stamp) ? (JSON.parse(readFileSync(stamp, 'utf8')) as { hash: string }).hash : undefined
}

const MANIFESTS = ['package.json', 'package-lock.json']
const COPIED = [
  'astro.config.mjs',
  'draw.mjs',
  'package.json',
  'public',
  'seal.mjs',
  'search-ranking.json',
  'src',
  'tsconfig.json',
]
/** Written by the build itself, in checkouts that an older one was run in. */
const MADE = /(^|[\\/])src[\\/]content$/

/** Exactly what the lock says, without running scripts of packages. */
const installed = (): Promise<string> =>
  kept('site-tools', hashOf(...MANIFESTS.map((name) => readFileSync(SITE + name))), async (folder) => {
    for (const name of MANIFESTS) await cp(SITE + name, `${folder}/${name}`)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
      cwd: folder,
      shell: process.platform === 'win32',
    })
  })

/** A copy of site/ below its tools, which Astro finds only there. One per checkout, so that what Astro keeps makes the next build quick. */
const workshop = async (): Promise<string> => {
  const folder = `${await installed()}/${hashOf(ROOT).slice(0, 12)}`
  for (const name of COPIED) {
    await rm(`${folder}/${name}`, { recursive: true, force: true })
    await cp(SITE + name, `${folder}/${name}`, { recursive: true, filter: (path) => !MADE.test(path) })
  }
  return `${folder}/`
}

/** Without what a test runner says of itself: Vite would take its BASE_URL for the site's own address. */
const environment = (): NodeJS.ProcessEnv => {
  const { BASE_URL: _base, MODE: _mode, DEV: _dev, PROD: _prod, SSR: _ssr, VITEST: _vitest, ...rest } = process.env
  return rest
}

interface Tools {
  draw(mermaid: string): string
  seal(folder: string): Promise<void>
}

const build = async (hash: string, outDir: string): Promise<void> => {
  const shop = await workshop()
  const { draw } = (await import(`${shop}draw.mjs`)) as Pick<Tools, 'draw'>
  const { seal } = (await import(`${shop}seal.mjs`)) as Pick<Tools, 'seal'>
  const { files, twins, pictures } = await stageSite(ROOT, draw)
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  for (const [name, text] of files) await write(shop + name, text)
  await run(process.execPath, ['../node_modules/astro/bin/astro.mjs', 'build', '--outDir', outDir], {
    cwd: shop,
    env: { ...environment(), ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', NODE_OPTIONS: '' },
    maxBuffer: 2 ** 26,
  }).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`astro: ${[error.stdout, error.stderr].join('\n').trim().split('\n').slice(-30).join('\n')}`)
  })
  await seal(outDir)
  for (const [name, text] of twins) await write(`${outDir}/${name}`, text)
  for (const [name, file] of pictures) await cp(ROOT + file, `${outDir}/${name}`)
  await writeFile(`${outDir}/${STAMP}`, `${JSON.stringify({ hash })}\n`)
}

export const buildDocs = async (): Promise<'built' | 'unchanged'> => {
  const hash = contentHash()
  if (hashOfBuild() === hash) return 'unchanged'
  let done: 'built' | 'unchanged' = 'unchanged'
  const made = await kept('site', hash, async (folder) => {
    done = 'built'
    await build(hash, folder)
  })
  // Moved into its place when it is complete: a service that runs meanwhile reads one build or the other.
  const outDir = `${BUILT}.${process.pid}`
  await cp(made, outDir, { recursive: true })
  await rm(BUILT, { recursive: true, force: true })
  await rename(outDir, BUILT)
  return done
}

if (import.meta.main) {
  const begun = Date.now()
  const done = await buildDocs()
  console.log(`site/dist: ${done}, ${((Date.now() - begun) / 1000).toFixed(1)} s`)
}
