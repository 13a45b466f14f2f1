/**
 * The Python client: its types are strict, its own tests pass with none left out, against a real service and the test wallet,
 * and its README shows programs that type-check and run. With the Python of the system, as Debian has it.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf, kept } from '../../tools/dev/build-cache.ts'
import { CLI, type DemoStage, startDemo } from './demo-stage.ts'
import { ROOT } from './dev-run.ts'

const run = promisify(execFile)
const PYTHON = process.env['PYTHON'] ?? '/usr/bin/python3'
const FOLDER = join(ROOT, 'python')

let stage: DemoStage
beforeAll(async () => {
  stage = await startDemo()
})
afterAll(() => stage?.stop())

/** What a failing program said is why it failed. */
const python = async (words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> => {
  const env = { ...process.env, ...stage.environment, PYTHONDONTWRITEBYTECODE: '1', ...more }
  const { stdout } = await run(PYTHON, [...words], { cwd: FOLDER, env }).catch(
    ({ stdout: said, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${PYTHON} ${words.join(' ')}\n${said}\n${stderr}`)
    },
  )
  return stdout
}

test('every line is typed, that of the tests and the examples too, and so is the code that README shows', async () => {
  const readme = await readFile(join(FOLDER, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code = '']) => code)
  expect(shown.length).toBeGreaterThanOrEqual(4)
  const folder = join(stage.folder, 'shown')
  await mkdir(folder)
  const files = await Promise.all(
    shown.map(async (code, i) => {
      const file = join(folder, `shown_${i}.py`)
      await writeFile(file, code)
      return file
    }),
  )
  const own = ['src', 'tests', 'examples'].map((name) => join(FOLDER, name))
  // It checks again by itself whatever has changed since.
  const cache = await kept('mypy', hashOf(PYTHON), async () => undefined)
  const checked = await python(['-m', 'mypy', '--strict', '--cache-dir', cache, ...own, ...files])
  expect(checked).toMatch(/^Success: no issues found in \d+ source files$/m)
})

test('its tests pass against the real service, and none is left out', async () => {
  const said = await python(['-m', 'pytest', '-q', 'tests'], {
    PURSESTRINGS_TEST_CLI: CLI,
    PURSESTRINGS_TEST_NODE: process.execPath,
  })
  expect(said).toMatch(/^\d{3,} passed in /m)
  expect(said).not.toMatch(/skipped|xfailed|warning/)
})

test('the example that is shown pays, and asks for nothing twice', async () => {
  stage.answerEverything('approve')
  const pay = () => python(['examples/pay.py', 'order-1042', '12.5'], { PYTHONPATH: join(FOLDER, 'src') })
  expect(await pay()).toBe('requested: 12.5 XLM to Harbour Books till\npaid\n')
  expect(await pay()).toBe('requested before: 12.5 XLM to Harbour Books till\npaid\n')
})

test('the wheel holds the package and its types, and works where nothing else of this tree is', async () => {
  const [site, source] = [join(stage.folder, 'site'), join(stage.folder, 'source')]
  // A build leaves its own files beside the sources.
  await cp(FOLDER, source, { recursive: true })
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-index',
    '--no-deps',
    '--no-build-isolation',
    '--target',
    site,
  ]
  await python([...install, source], { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_ROOT_USER_ACTION: 'ignore' })
  const program = `import pursestrings, pathlib
folder = pathlib.Path(pursestrings.__file__).parent
print(pursestrings.__version__, (folder / 'py.typed').exists(), folder.is_relative_to(${JSON.stringify(site)}))`
  const { version } = JSON.parse(await readFile(join(ROOT, 'packages/sdk/package.json'), 'utf8')) as {
    version: string
  }
  expect(await python(['-c', program], { PYTHONPATH: site })).toBe(`${version} True True\n`)
})
