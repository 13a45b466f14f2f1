/** The skill keeps to the form that agents expect, and names only what exists. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = readFileSync(`${ROOT}skills/pursestrings/SKILL.md`, 'utf8')

test('its name is its folder, its description fits, and it is short', () => {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<
    string,
    string
  >
  expect(fields['name']).toBe('pursestrings')
  expect(fields['description']?.length).toBeGreaterThan(100)
  expect(fields['description']?.length).toBeLessThanOrEqual(1024)
  expect(text.split('\n').length).toBeLessThan(500)
})

test('the tools that it names are those of the MCP server', () => {
  const sources = globSync('packages/mcp/src/tools/*.ts', { cwd: ROOT }).map((file) =>
    readFileSync(ROOT + file, 'utf8'),
  )
  const named = [
    'list_recipients',
    'request_payment',
    'wait_for_payment_request',
    'connection_status',
    'connect_wallet',
  ]
  for (const name of named) expect(text).toContain(`\`${name}\``)
  expect(named.filter((name) => !sources.some((source) => source.includes(`'${name}'`)))).toEqual([])
})
