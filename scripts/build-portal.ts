/** Builds the portal into apps/portal/dist, unless nothing changed since the last time. `npm run dev` and the tests start with it. */
import { globSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const BUILT = `${ROOT}apps/portal/dist`
const SOURCES = ['apps/portal/*.*', 'apps/portal/{src,public}/**', 'packages/{sdk,ui}/src/**', 'package-lock.json']

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

export const buildPortal = async (): Promise<void> => {
  const newest = Math.max(...globSync(SOURCES, { cwd: ROOT }).map((file) => changedAt(ROOT + file)))
  if (changedAt(`${BUILT}/index.html`) > newest) return
  // Moved into its place when it is whole: an api that starts meanwhile reads one build or the other.
  const outDir = `${BUILT}.${process.pid}`
  await build({ root: `${ROOT}apps/portal`, logLevel: 'warn', build: { outDir } })
  await rm(BUILT, { recursive: true, force: true })
  await rename(outDir, BUILT)
}

/** Once before the tests that start a service. */
export default buildPortal

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPortal()
