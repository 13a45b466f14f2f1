import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const OUTPUT = fileURLToPath(new URL('./output.ts', import.meta.url))
const FROM_SOURCES = ['--conditions=@pursestrings/source', '--input-type=module']

describe('waiting at a terminal', () => {
  test('that is cut short, as the spinner does it on Ctrl-C, is no success', () => {
    const script = `
      process.stderr.isTTY = true
      const { createOutput } = await import(${JSON.stringify(OUTPUT)})
      setTimeout(() => process.exit(0), 200)
      await createOutput(false).waiting('Waiting', () => new Promise(() => {}))`
    const { status } = spawnSync(process.execPath, [...FROM_SOURCES, '-e', script], { stdio: 'ignore' })
    expect(status).toBe(130)
  })
  test('that ends well leaves the exit code alone', () => {
    const script = `
      process.stderr.isTTY = true
      const { createOutput } = await import(${JSON.stringify(OUTPUT)})
      await createOutput(false).waiting('Waiting', async () => 1)
      process.exit(0)`
    const { status } = spawnSync(process.execPath, [...FROM_SOURCES, '-e', script], { stdio: 'ignore' })
    expect(status).toBe(0)
  })
})
