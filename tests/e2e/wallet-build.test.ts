/** The wallet is built reproducibly: anybody with the sources can check that the files that are served come from them. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeClone } from './clone.ts'
import { ROOT } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'

const BUILD = `import('./tools/dev/build-portal.ts').then(({ buildApp }) => buildApp('wallet', process.argv[1]))`

/** Built from scratch, by a process with its own clock, folder and language. */
const build = async (tree: string, out: string, env: Readonly<Record<string, string>>) => {
  const flags = ['--conditions=@pursestrings/source', '--input-type=module', '-e', BUILD, out]
  await promisify(execFile)(process.execPath, flags, { cwd: tree, env: { ...process.env, ...env } })
}

const digestsIn = async (out: string) => {
  const files = await readdir(out, { recursive: true, withFileTypes: true })
  const digests = files
    .filter((file) => file.isFile())
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const digest = createHash('sha256').update(await readFile(path))
      return [path.slice(out.length + 1), digest.digest('hex')] as const
    })
  return (await Promise.all(digests)).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

// The first build is the one that these tests began with, of this tree.
test('two builds of the wallet, in two folders, give the same files with the same bytes', async () => {
  await using scratch = await scratchFolder()
  const clone = await makeClone()
  try {
    await build(clone.folder, join(scratch.path, 'two'), { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' })
    const there = await digestsIn(join(scratch.path, 'two'))
    const here = await digestsIn(join(ROOT, 'apps/wallet/dist'))
    const names = here.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['index.html', 'sbom.cdx.json']))
    expect(names.filter((name) => /^assets[\\/].+\.js$/.test(name)).length).toBeGreaterThan(3)
    expect(there).toEqual(here)
    // Of the wallet that `npm run dev` builds for itself, nothing is in it.
    const of_shop = names.filter((name) =>
      /demo[ _-]?shop/i.test(readFileSync(join(ROOT, 'apps/wallet/dist', name), 'utf8')),
    )
    expect(of_shop).toEqual([])
  } finally {
    await clone.remove()
  }
})

/** What `index.html` loads before anything is drawn: its script, and what that imports, and so on. */
const scriptsAtFirst = (dist: string): readonly string[] => {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const code = readFileSync(join(dist, 'assets', name), 'utf8')
    for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) add(imported)
  }
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  for (const [, name = ''] of page.matchAll(/"\/assets\/([\w-]+\.js)"/g)) add(name)
  return [...found]
}

test('the first page is drawn with less than 100 kB of script', () => {
  const dist = join(ROOT, 'apps/wallet/dist')
  const scripts = scriptsAtFirst(dist)
  const bytes = scripts.map((name) => gzipSync(readFileSync(join(dist, 'assets', name))).length)
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(100_000)
})
