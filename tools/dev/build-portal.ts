/** Builds the portal and the wallet, unless nothing changed since the last time. `npm run dev` and the tests start with it. */
import { globSync, readFileSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { describePackage, packagesOf, sbomOf } from '../release/server-package/bundle.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const APPS = {
  portal: 'packages/{protocol,sdk,ui}/src/**',
  wallet: 'packages/{protocol,sdk,signing,stellar,evm,ui}/src/**',
} as const

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

type App = keyof typeof APPS
/** The wallet of `npm run dev`. Whatever is published is built without it. */
const DEMO_SHOP = 'demo-shop'

/** Beside the bundle: which packages went into it, of which bytes. */
const billOfMaterials = (app: App): Plugin => ({
  name: 'bill-of-materials',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const { version } = JSON.parse(readFileSync(`${ROOT}apps/${app}/package.json`, 'utf8')) as { version: string }
    const source = sbomOf(packagesOf(modules).map(describePackage), { name: `@pursestrings/${app}`, version }, ROOT)
    this.emitFile({ type: 'asset', fileName: 'sbom.cdx.json', source })
  },
})

/** The same sources give the same bytes, whoever asks: under a test runner, too, React is built for production. */
export const buildApp = async (app: App, outDir: string, mode?: typeof DEMO_SHOP): Promise<void> => {
  // Loaded by those that build alone: mostly nothing has changed.
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const root = `${ROOT}apps/${app}`
    const kind = mode && { mode }
    await build({ root, ...kind, logLevel: 'warn', plugins: [billOfMaterials(app)], build: { outDir } })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

const renewApp = async (app: App, mode?: typeof DEMO_SHOP): Promise<void> => {
  const built = `${ROOT}apps/${app}/${mode ? `${mode}/` : ''}dist`
  const sources = [`apps/${app}/*.*`, `apps/${app}/{src,public}/**`, APPS[app], 'package-lock.json']
  const newest = Math.max(...globSync(sources, { cwd: ROOT }).map((file) => changedAt(ROOT + file)))
  if (changedAt(`${built}/index.html`) > newest) return
  // Moved into its place when it is whole: an api that starts meanwhile reads one build or the other.
  const outDir = `${built}.${process.pid}`
  await buildApp(app, outDir, mode)
  await rm(built, { recursive: true, force: true })
  await rename(outDir, built)
}

export const buildPortal = async (with_shop = false): Promise<void> => {
  await renewApp('portal')
  await renewApp('wallet', with_shop ? DEMO_SHOP : undefined)
}

/** Once before the tests that start a service. */
export default () => buildPortal()

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPortal()
