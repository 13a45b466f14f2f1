/** What is published is in order, by the field's own tools: entry points, types and files, for every way of importing that we support. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf, kept } from '../../tools/dev/build-cache.ts'
import { ROOT } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'
import { packSdk } from './example-install.ts'

const run = promisify(execFile)

const TOOLS = join(ROOT, 'tests/e2e/published')
const MANIFESTS = ['package.json', 'package-lock.json']

let folder: Awaited<ReturnType<typeof scratchFolder>>
let tools: string
let sdk: string
beforeAll(async () => {
  folder = await scratchFolder()
  tools = await kept('published', hashOf(...MANIFESTS.map((name) => readFileSync(join(TOOLS, name)))), async (cwd) => {
    for (const name of MANIFESTS) await cp(join(TOOLS, name), join(cwd, name))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd })
  })
  sdk = await packSdk()
})
afterAll(() => folder?.[Symbol.asyncDispose]())

const tool = async (name: string, ...words: string[]): Promise<string> => {
  const { stdout } = await run(join(tools, 'node_modules/.bin', name), words, { cwd: folder.path }).catch(
    (failure: { stdout: string; stderr: string }) => {
      throw new Error(`${failure.stdout}\n${failure.stderr}`)
    },
  )
  return stdout
}

test('publint finds nothing in the SDK, the command line and the MCP server', async () => {
  expect(await tool('publint', 'run', sdk, '--strict')).toContain('All good!')
  for (const name of ['cli', 'mcp']) {
    // Their manifest and commands; what they are built from is tried by their own tests.
    const cwd = join(ROOT, 'packages', name)
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder.path], {
      cwd,
    })
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ readonly filename: string }]
    expect(await tool('publint', 'run', join(folder.path, packed.filename), '--strict')).toContain('All good!')
  }
})

test("the SDK's types are found by every resolution that ES modules have", async () => {
  const said = await tool('attw', sdk, '--profile', 'esm-only', '--format', 'json')
  const { analysis } = JSON.parse(said) as { analysis: { entrypoints: Record<string, object> } }
  expect(Object.keys(analysis.entrypoints).toSorted()).toEqual(['.', './inputs', './profile', './verify'])
})
