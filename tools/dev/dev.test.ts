import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readSealingKeys } from '../../server/src/delivery/webhooks/endpoints/webhook-secret.ts'
import { readFactsKeys } from '../../server/src/transparency/facts-keys/read-facts-keys.ts'
import { hashOf, kept } from './build-cache.ts'
import { bundled } from './bundled.ts'
import { keptKey } from './kept-key.ts'
import { startPracticeLedger } from './practice-ledger.ts'
import { formatLine } from './processes.ts'

describe('kept key', () => {
  test('a key is made once, also by twenty runs at the same time, for its owner alone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'pursestrings-key-test-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    const file = join(home, 'data', 'webhook-secret-keys')
    const keys = await Promise.all(Array.from({ length: 20 }, () => keptKey(file)))
    expect(new Set([...keys, await keptKey(file)]).size).toBe(1)
    expect(readSealingKeys(keys[0] as string)[0]?.key_id).toBe('dev')
    expect(readFactsKeys(keys[0] as string, 'http://127.0.0.1:8787')[0]?.kid).toBe('dev')
    expect(await readdir(join(home, 'data'))).toEqual(['webhook-secret-keys'])
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

describe('log lines', () => {
  const lineOf = (applied: readonly string[]) =>
    formatLine('api', JSON.stringify({ level: 'info', time: '2026-11-19T06:37:09Z', msg: 'migrated', applied }), false)

  test('a short list is shown, a long one is counted', () => {
    expect(lineOf(['a.sql', 'b.sql'])).toBe('api      06:37:09 migrated applied=["a.sql","b.sql"]')
    expect(lineOf(Array.from({ length: 51 }, (_, i) => `${i}.sql`))).toBe('api      06:37:09 migrated applied=51')
  })
})

describe('practice ledger', () => {
  test('beginning again for a past week leaves nobody without an account', async () => {
    const ledger = await startPracticeLedger(0)
    onTestFinished(() => ledger.stop())
    const id = 'GAIH3ULLFQ4DGSECF2AR555KZ4KNDGEKN4AFI4SU2M7B43MGK3QJZNSR'
    const look = async () => (await fetch(`${ledger.url}/accounts/${id}`)).status
    expect(await look()).toBe(404)
    await fetch(`${ledger.friendbot_url}?addr=${id}`)
    expect(await look()).toBe(200)
    ledger.beginAt(new Date(Date.now() - 8 * 86_400_000))
    expect(await look()).toBe(200)
  })
})

describe('build cache', () => {
  let root: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'pursestrings-kept-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const write = (text: string) => async (folder: string) => writeFileSync(join(folder, 'made'), text)

  test('made once per hash, and read from then on', async () => {
    const first = await kept('site', 'a', write('first'), { root })
    expect(await kept('site', 'a', write('second'), { root })).toBe(first)
    expect(readFileSync(join(first, 'made'), 'utf8')).toBe('first')
    expect(await kept('site', 'b', write('other'), { root })).not.toBe(first)
  })

  test('what failed halfway is not kept', async () => {
    const fails = async (folder: string) => {
      writeFileSync(join(folder, 'made'), 'half')
      throw new Error('full disk')
    }
    await expect(kept('site', 'a', fails, { root })).rejects.toThrow('full disk')
    expect(readdirSync(join(root, 'site'))).toEqual([])
  })

  test('two that make the same at once both get it', async () => {
    const both = await Promise.all(['one', 'two'].map(() => kept('site', 'a', write('same'), { root })))
    expect(both).toEqual([join(root, 'site', 'a'), join(root, 'site', 'a')])
    expect(readdirSync(join(root, 'site'))).toEqual(['a'])
  })

  test('what nobody has used for a week is dropped', async () => {
    const old = await kept('site', 'a', write('old'), { root })
    utimesSync(old, new Date(0), new Date(0))
    await kept('site', 'b', write('new'), { root })
    expect(existsSync(old)).toBe(false)
  })

  test('a hash tells parts apart', () => {
    expect(hashOf('ab', 'c')).not.toBe(hashOf('a', 'bc'))
  })
})

// Whoever comes with an old Node is told so, in two lines, before anything else runs.
describe('needs node', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))

  /** Runs a file in a Node that calls itself by another version. */
  const runAs = (version: string, file: string) => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const flag = `--import=data:text/javascript,${encodeURIComponent(pretend)}`
    const { status, stdout, stderr } = spawnSync(process.execPath, [flag, file], { encoding: 'utf8', input: '' })
    return { status, stdout, stderr }
  }

  test.each(['tools/dev/needs-node.js', 'packages/cli/bin/pursestrings.js', 'packages/mcp/bin/pursestrings-mcp.js'])(
    '%s says what is needed, what there is and what to do, and ends',
    (file) => {
      // Away from the clone, which brings a Node of its own.
      const folder = mkdtempSync(join(tmpdir(), 'pursestrings-node-'))
      onTestFinished(() => rmSync(folder, { recursive: true }))
      const copy = join(folder, 'a/b/bin/started.mjs')
      cpSync(ROOT + file, copy)
      const { status, stdout, stderr } = runAs('20.19.0', copy)
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(
        /^.+needs Node 24 or newer; this is 20\.19\.0\.\n.*what to do: install a newer Node .+\n$/i,
      )
    },
  )

  test('npm asks before it starts the service or the tests, and the Node of today passes', () => {
    const { scripts, engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
      scripts: Record<string, string>
      engines: { node: string }
    }
    for (const name of ['predev', 'pretest', 'precheck']) expect(scripts[name]).toBe('node tools/dev/needs-node.js')
    expect(readFileSync(`${ROOT}tools/dev/needs-node.js`, 'utf8')).toContain(`NEEDED = ${engines.node.slice(2)}\n`)
    expect(runAs(process.versions.node, `${ROOT}tools/dev/needs-node.js`)).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    })
  })
})

describe('bundled', () => {
  let root: string
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = (program: string): string => execFileSync(process.execPath, [program], { encoding: 'utf8' })

  /** A program with a workspace that it depends on, one that it does not, a file beside it and a part that is loaded late. */
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'pursestrings-bundled-'))
    write('package-lock.json', '{}')
    write('packages/cli/package.json', '{ "dependencies": { "@pursestrings/sdk": "1" } }')
    write('packages/cli/words.txt', 'beside it')
    write(
      'packages/cli/src/main.ts',
      `import { readFileSync } from 'node:fs'
     import { told } from '@pursestrings/sdk'
     const { late } = await import('./late.ts')
     console.log(told, late, readFileSync(new URL('../words.txt', import.meta.url), 'utf8'))`,
    )
    write('packages/cli/src/late.ts', `export const late: string = 'late'`)
    write('packages/sdk/package.json', '{ "exports": { "@pursestrings/source": "./src/index.ts" } }')
    write('packages/sdk/src/index.ts', `export const told: string = 'one'`)
    write('packages/mcp/package.json', '{}')
    write('packages/mcp/src/main.ts', '')
    mkdirSync(join(root, 'node_modules/@pursestrings'), { recursive: true })
    symlinkSync(join(root, 'packages/sdk'), join(root, 'node_modules/@pursestrings/sdk'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  test('a bundle does what its sources do, with what lies beside them', async () => {
    expect(run(await bundled('packages/cli', root))).toBe('one late beside it\n')
  })

  test('what a program is made from decides whether it is made again: sources, dependencies and the lock', async () => {
    const first = await bundled('packages/cli', root)
    write('packages/mcp/src/main.ts', 'export const other = 1')
    write('packages/cli/src/main.test.ts', 'export const other = 1')
    expect(await bundled('packages/cli', root)).toBe(first)

    write('packages/sdk/src/index.ts', `export const told: string = 'two'`)
    const second = await bundled('packages/cli', root)
    expect([run(first), run(second)]).toEqual(['one late beside it\n', 'two late beside it\n'])
    write('package-lock.json', '{ }')
    expect([first, second]).not.toContain(await bundled('packages/cli', root))
  })

  test('several that ask at once get the same', async () => {
    const [one, other] = await Promise.all([bundled('packages/cli', root), bundled('packages/cli', root)])
    expect(one).toBe(other)
    expect(run(one)).toBe('one late beside it\n')
  })
})
