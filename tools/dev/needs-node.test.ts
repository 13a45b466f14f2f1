/** Whoever comes with an old Node is told so, in two lines, before anything else runs. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

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
    expect(stderr).toMatch(/^.+needs Node 24 or newer; this is 20\.19\.0\.\n.*what to do: install a newer Node .+\n$/i)
  },
)

test('npm asks before it starts the service or the tests, and the Node of today passes', () => {
  const { scripts, engines } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    scripts: Record<string, string>
    engines: { node: string }
  }
  for (const name of ['predev', 'pretest', 'precheck']) expect(scripts[name]).toBe('node tools/dev/needs-node.js')
  expect(readFileSync(`${ROOT}tools/dev/needs-node.js`, 'utf8')).toContain(`NEEDED = ${engines.node.slice(2)}\n`)
  expect(runAs(process.versions.node, `${ROOT}tools/dev/needs-node.js`)).toEqual({ status: 0, stdout: '', stderr: '' })
})
