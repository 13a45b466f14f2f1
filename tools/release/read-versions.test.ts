/** A release is whole: whatever a published package needs is published with it, from one workflow, under one version. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readVersions, releaseFaults } from './read-versions.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** A tree with nothing but what names a version, changed as told. */
const faultsWith = (file: string, from: string, to: string): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'pursestrings-versions-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const name of readVersions(ROOT).keys()) {
    const at = name.replace(/ .*/, '')
    mkdirSync(dirname(join(root, at)), { recursive: true })
    cpSync(join(ROOT, at), join(root, at))
  }
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(root, file), text.replace(from, to))
  return releaseFaults(root)
}

test('this tree can be released, under the tag of its version alone', () => {
  expect(releaseFaults(ROOT)).toEqual([])
  expect(releaseFaults(ROOT, 'v9.9.9')).toEqual([expect.stringContaining('the tag is v9.9.9')])
})

test('a version that differs, a package that is missing or comes too late, keeps it from being released', () => {
  expect(faultsWith('deploy/helm/Chart.yaml', 'appVersion: 0.1.0', 'appVersion: 0.0.9')).toHaveLength(1)
  expect(
    faultsWith('packages/cli/package.json', '"@pursestrings/signing": "0.1.0"', '"@pursestrings/ui": "0.1.0"'),
  ).toEqual(['packages/cli needs @pursestrings/ui, which is not released before it'])
  expect(
    faultsWith('packages/mcp/package.json', '"@pursestrings/sdk": "0.1.0"', '"@pursestrings/sdk": "0.0.9"'),
  ).toEqual(['packages/mcp needs @pursestrings/sdk 0.0.9, not 0.1.0'])
})

test('the workflow checks first, makes everything by one command, and uploads exactly that', () => {
  const workflow = read('.github/workflows/release.yml')
  const [check, make, upload] = ['.ci/run --full', 'npm run release -- --dry-run', 'npm publish'].map((line) =>
    workflow.indexOf(line),
  ) as [number, number, number]
  expect(check > 0 && make > check && upload > make).toBe(true)
  expect(workflow).not.toContain('--workspace')
})
