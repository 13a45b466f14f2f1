/** What is published: its code, its launcher and its manifest; it starts where nothing else of this project is. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

let folder: string
let packed: Packed
const run = (command: string, args: readonly string[], cwd: string, input?: string): string =>
  execFileSync(command, args, { cwd, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] })

/** A copy, since what is built in the tree itself would be run in place of the sources. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pursestrings-mcp-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "workspaces": ["packages/*"] }')
  cpSync(join(ROOT, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  const sources = (from: string) => !/(\/|\\)(dist|node_modules|test)$/.test(from)
  for (const at of ['packages/protocol', 'packages/sdk', 'packages/mcp'])
    cpSync(join(ROOT, at), join(folder, at), { recursive: true, filter: sources })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@pursestrings'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@pursestrings')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const name of ['protocol', 'sdk'])
    symlinkSync(join(folder, 'packages', name), join(modules, '@pursestrings', name))
  const said = run('npm', ['pack', '--json', '--pack-destination', folder], join(folder, 'packages/mcp'))
  packed = (JSON.parse(said.slice(said.indexOf('['))) as Packed[])[0] as Packed
  mkdirSync(join(modules, '@pursestrings/mcp'))
  run('tar', ['-xzf', packed.filename, '-C', join(modules, '@pursestrings/mcp'), '--strip-components=1'], folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('holds its code, its launcher, its manifest, its licence and its readme, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path).filter((path) => !/^dist\/[\w/-]+\.js$/.test(path))
  expect(paths.toSorted()).toEqual(['LICENSE', 'README.md', 'bin/pursestrings-mcp.js', 'package.json', 'server.json'])
})

test('what was packed serves', () => {
  const start = join(folder, 'node_modules/@pursestrings/mcp/bin/pursestrings-mcp.js')
  expect(run(process.execPath, [start, '--version'], folder)).toBe('0.1.0\n')
  const opening = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'stranger', version: '1' } }
  const asked = { jsonrpc: '2.0', id: 1, method: 'initialize', params: opening }
  const answer = run(process.execPath, [start], folder, `${JSON.stringify(asked)}\n`)
  expect(JSON.parse(answer)).toMatchObject({ id: 1, result: { serverInfo: { name: 'pursestrings' } } })
})

test('the launcher of a clone, where nothing is built, runs the sources', () => {
  rmSync(join(folder, 'packages/mcp/dist'), { recursive: true })
  rmSync(join(folder, 'packages/sdk/dist'), { recursive: true })
  expect(run(process.execPath, ['bin/pursestrings-mcp.js', '--version'], join(folder, 'packages/mcp'))).toBe('0.1.0\n')
})
