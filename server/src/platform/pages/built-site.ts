/** The built documentation site. It may be built, or built again, while the service runs: its stamp says which build is there. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { fileAt } from '../files.ts'

const BUILT = fileURLToPath(fileAt('site/dist/'))
/** Written last. */
export const STAMP = 'built.json'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
/** Of its own type, so that nothing is guessed: the parts of the search index and its program. */
const PARTS = 'application/octet-stream'
const PACKED = new Set(['.png', '.webp', '.woff2'])

export interface SiteFile {
  readonly type: string
  readonly plain: Buffer
  readonly gzip: Buffer | undefined
  /** Its name is made from its content. */
  readonly kept: boolean
}

export interface BuiltSite {
  has(path: string): boolean
  read(path: string): Promise<SiteFile | undefined>
}

const open = async (folder: string): Promise<BuiltSite> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        `${parentPath}/${name}`.slice(folder.length).replaceAll('\\', '/').replace(/^\//, ''),
      ),
  )
  const files = new Map<string, SiteFile>()
  return {
    has: (path) => names.has(path),
    async read(path) {
      // Only names that the folder was seen to have: nothing of a request becomes a path.
      if (!names.has(path)) return undefined
      const known = files.get(path)
      if (known) return known
      const end = extname(path)
      const plain = await readFile(folder + path)
      const gzip = PACKED.has(end) ? undefined : gzipSync(plain)
      const file = { type: TYPES[end] ?? PARTS, plain, gzip, kept: path.startsWith('_astro/') }
      files.set(path, file)
      return file
    },
  }
}

/** Answers with the build that is there now; undefined while there is none. */
export const builtSite = (folder = BUILT): (() => Promise<BuiltSite | undefined>) => {
  let seen: { readonly at: number; readonly site: BuiltSite } | undefined
  return async () => {
    const stamp = await stat(folder + STAMP).catch(() => undefined)
    if (!stamp) return undefined
    if (seen?.at !== stamp.mtimeMs) seen = { at: stamp.mtimeMs, site: await open(folder) }
    return seen.site
  }
}
