/** What the release publishes installs where nothing else of this tree is: npm's packages, the Python client, the service, the chart. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELEASED } from '../../tools/release/pack-packages.ts'
import { makeRelease } from '../../tools/release/release.ts'
import { scratchFolder } from './document-walk.ts'

const run = promisify(execFile)
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let release: string
let names: string[]
beforeAll(async () => {
  folder = await scratchFolder()
  release = join(folder.path, 'release')
  names = await makeRelease(release)
}, 600_000)
afterAll(() => folder?.[Symbol.asyncDispose]())

const emptyFolder = async (name: string): Promise<string> => {
  const path = join(folder.path, name)
  await mkdir(path)
  await writeFile(join(path, 'package.json'), '{ "private": true }')
  return path
}
const file = (pattern: RegExp): string => {
  const found = names.filter((name) => pattern.test(name))
  expect(found).toHaveLength(1)
  return join(release, found[0] as string)
}
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']

test('every file has its sum, and there is none that the workflow would not know', async () => {
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release })
  expect(names.map((name) => name.replace(/-\d.*?(?=\.tgz|-py3)/, '')).toSorted()).toEqual(
    [
      ...RELEASED.map((name) => `pursestrings-${name}.tgz`),
      'pursestrings-chart.tgz',
      'pursestrings-server.tgz',
      'pursestrings-server.sbom.cdx.json',
      'pursestrings-py3-none-any.whl',
    ].toSorted(),
  )
})

test('the commands of npm’s packages start in an empty folder, with nothing but what is released', async () => {
  const cwd = await emptyFolder('npm')
  const tarballs = RELEASED.map((name) => file(new RegExp(`^pursestrings-${name}-\\d`)))
  await run('npm', ['install', ...FLAGS, ...tarballs], { cwd })
  for (const command of ['pursestrings', 'pursestrings-mcp']) {
    const { stdout } = await run(join(cwd, 'node_modules/.bin', command), ['--version'], { cwd })
    expect([command, stdout]).toEqual([command, '0.1.0\n'])
  }
  const program = "import { createPayer } from '@pursestrings/signing/payer'; console.log(typeof createPayer)"
  expect((await run(process.execPath, ['--input-type=module', '-e', program], { cwd })).stdout).toBe('function\n')
})

test('the service starts in an empty folder and makes a key; the Python client says its version', async () => {
  const cwd = await emptyFolder('server')
  await run('npm', ['install', ...FLAGS, file(/^pursestrings-server-.*tgz$/)], { cwd })
  const server = join(cwd, 'node_modules/.bin/pursestrings-server')
  expect((await run(server, ['--version'], { cwd })).stdout).toBe('0.1.0\n')
  expect((await run(server, ['keys', 'new', 'facts-1'], { cwd })).stdout).toMatch(/^facts-1:[\w-]{43}\n$/)
  const python = join(folder.path, 'python')
  await run(PYTHON, ['-m', 'pip', 'install', '--no-deps', '--no-index', '--target', python, file(/\.whl$/)])
  const said = await run(PYTHON, ['-c', 'from pursestrings._generated.wire import VERSION; print(VERSION)'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], PYTHONPATH: python },
  })
  expect(said.stdout).toBe('0.1.0\n')
})

test('the chart is the folder that Helm expects, under its name', async () => {
  const cwd = join(folder.path, 'chart')
  await mkdir(cwd)
  await run('tar', ['-xzf', file(/chart/), '-C', cwd])
  expect(await readFile(join(cwd, 'pursestrings/Chart.yaml'), 'utf8')).toContain('version: 0.1.0')
  expect(await readFile(join(cwd, 'pursestrings/templates/api.yaml'), 'utf8')).toContain('kind: Deployment')
})
