/**
 * The least TypeScript that the SDK's README names is one that works: a program is checked with it against the packed SDK,
 * declarations included. It has a folder and a lock of its own, since two compilers in one project would share a command.
 */
import { execFile } from 'node:child_process'
import { cp, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'

const run = promisify(execFile)
const SDK = join(ROOT, 'packages/sdk')

test('a program type-checks against the packed SDK with the least TypeScript that it promises, libraries included', async () => {
  await using folder = await scratchFolder()
  const cwd = folder.path
  await cp(join(ROOT, 'tests/e2e/sdk-types'), cwd, { recursive: true })
  await rename(join(cwd, 'program.ts.txt'), join(cwd, 'program.ts'))
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', cwd], { cwd: SDK })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ readonly filename: string }]
  const install = ['install', '--offline', '--no-save', '--no-audit', '--no-fund', `./${packed.filename}`]
  await run('npm', install, { cwd })
  await run('npx', ['tsc', '-p', 'tsconfig.program.json'], { cwd }).catch((failure: Error & { stdout: string }) => {
    throw new Error(failure.stdout, { cause: failure })
  })

  const { stdout: version } = await run('npx', ['tsc', '--version'], { cwd })
  const minor = /Version (\d+\.\d+)\./.exec(version)?.[1]
  expect(await readFile(join(SDK, 'README.md'), 'utf8')).toContain(`TypeScript ${minor} or later`)
  const { peerDependencies } = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8')) as {
    peerDependencies: { typescript: string }
  }
  expect(peerDependencies.typescript).toBe(`>=${minor}`)
})
