/** What is published: the command, and the packages that its wallet pays with. They run where nothing else of this tree is. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** In the order in which they need each other. */
const PACKAGES = ['protocol', 'sdk', 'stellar', 'evm', 'signing', 'cli']

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

let folder: string
const packed = new Map<string, Packed>()
const run = (command: string, args: readonly string[], cwd: string): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** A copy, since what is built in the tree itself would be run in place of the sources. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-cli-'))
  const [built, stranger] = [join(folder, 'built'), join(folder, 'stranger')]
  mkdirSync(built)
  writeFileSync(join(built, 'package.json'), '{ "private": true, "workspaces": ["packages/*"] }')
  cpSync(join(ROOT, 'tsconfig.json'), join(built, 'tsconfig.json'))
  const sources = (from: string) => !/(\/|\\)(dist|test)$/.test(from)
  for (const at of PACKAGES)
    cpSync(join(ROOT, 'packages', at), join(built, 'packages', at), { recursive: true, filter: sources })
  const others = readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@pursestrings')
  for (const at of [built, stranger]) {
    mkdirSync(join(at, 'node_modules/@pursestrings'), { recursive: true })
    for (const name of others) symlinkSync(join(ROOT, 'node_modules', name), join(at, 'node_modules', name))
  }
  for (const name of PACKAGES)
    symlinkSync(join(built, 'packages', name), join(built, 'node_modules/@pursestrings', name))
  for (const name of PACKAGES) {
    const at = join(built, 'packages', name)
    // What `prepack` does, without building again what the others need.
    if (name === 'sdk') run(process.execPath, ['build.ts'], at)
    else run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], at)
    const said = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], at)
    const [one] = JSON.parse(said.slice(said.indexOf('['))) as [Packed]
    packed.set(name, one)
    const into = join(stranger, 'node_modules/@pursestrings', name)
    mkdirSync(into)
    run('tar', ['-xzf', join(folder, one.filename), '-C', into, '--strip-components=1'], folder)
    // What npm would put beside it, where the tree has another version at its top.
    const own = join(ROOT, 'packages', name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(into, 'node_modules'))
  }
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(PACKAGES)('%s holds its code, its licence and its readme, and nothing else', (name) => {
  const paths = packed.get(name)?.files.map(({ path }) => path) ?? []
  const more = name === 'cli' ? ['bin/pursestrings.js'] : []
  expect(paths.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path)).toSorted()).toEqual(
    ['LICENSE', 'README.md', ...more, 'package.json'].toSorted(),
  )
  expect(paths.filter((path) => /\.test\.|vectors/.test(path))).toEqual([])
})

test('the command starts, and its wallet finds what it pays with', () => {
  const stranger = join(folder, 'stranger')
  const bin = join(stranger, 'node_modules/@pursestrings/cli/bin/pursestrings.js')
  expect(run(process.execPath, [bin, '--version'], stranger)).toBe('0.1.0\n')
  writeFileSync(
    join(stranger, 'program.mjs'),
    `import { createPayer } from '@pursestrings/signing/payer'
     import { fileStore } from '@pursestrings/signing/node/file-store'
     import { ownKey } from '@pursestrings/stellar/own-key'
     console.log(typeof createPayer, typeof fileStore, ownKey(new Uint8Array(32)).address.slice(0, 4))`,
  )
  expect(run(process.execPath, ['program.mjs'], stranger)).toBe('function function GA5W\n')
})

test('without the MCP server beside it, `mcp install` names no package that somebody else could publish', () => {
  const stranger = join(folder, 'stranger')
  const bin = join(stranger, 'node_modules/@pursestrings/cli/bin/pursestrings.js')
  const env = { PATH: process.env['PATH'], PURSESTRINGS_CONFIG_DIR: join(folder, 'profiles') }
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'mcp', 'install', '--print'], {
    cwd: stranger,
    env,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toContain("The MCP server isn't installed beside this command.")
})
