import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { EVENT_KINDS, tierOfEvent } from '@pursestrings/contract/events/kinds'
import { RESOURCES } from '@pursestrings/contract/openapi'
import { catalogueOf, operations, tierOfError } from '@pursestrings/contract/operations'
import { TIERS } from '@pursestrings/contract/tiers'
import { expect, test } from 'vitest'
import { errorPages } from '../../server/src/platform/pages/error-pages.ts'
import { apiPages } from './api-pages.ts'
import { CLI_LINES, cliFaults, curlOf, sdkOf } from './code-samples.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ids = new Set<string>(operations.map(({ id }) => id))

test('every line of the command line that the reference shows is one that it accepts', () => {
  expect(Object.keys(CLI_LINES).filter((id) => !ids.has(id))).toEqual([])
  expect(Object.values(CLI_LINES).flatMap(cliFaults)).toEqual([])
  expect(cliFaults('requests create --nosuch 1')).not.toEqual([])
  expect(cliFaults('requests show')).not.toEqual([])
})

test('every resource says what it is for', () => {
  const resources = new Set(operations.map(({ id }) => id.split('.')[0] as string))
  expect([...resources].filter((one) => !(one in RESOURCES))).toEqual([])
  expect(Object.keys(RESOURCES).filter((one) => !resources.has(one))).toEqual([])
})

test('every TypeScript sample of the reference compiles against the SDK', async () => {
  const samples = operations.flatMap((o) => sdkOf(o) ?? [])
  expect(samples.length).toBeGreaterThan(100)
  const clients = ['agent', 'merchant', 'wallet', 'project'].map((name) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Client`
    return `declare const ${name}: import('@pursestrings/sdk').${type}`
  })
  const program = [...clients, ...samples.map((sample) => `{\n${sample}\n}`), 'export {}'].join('\n')
  const folder = await mkdtemp(join(ROOT, 'node_modules/.cache-samples-'))
  try {
    await writeFile(join(folder, 'samples.ts'), program)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        extends: join(ROOT, 'tsconfig.json'),
        include: ['samples.ts'],
        compilerOptions: { rootDir: ROOT },
      }),
    )
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    const said = await promisify(execFile)(tsc, ['--noEmit', '-p', folder]).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    expect(said).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a curl sample quotes its body and names one credential', () => {
  const create = operations.find(({ id }) => id === 'payment_requests.create')
  expect(create && curlOf(create)).toContain(`-H "authorization: Bearer $CONNECTION_TOKEN"`)
  expect(create && curlOf(create)).toMatch(/-d '\{[\s\S]*"amount": "12\.5"[\s\S]*\}'$/)
})

test('every operation, error and event says its tier on its page, and the specification comes first', () => {
  const [index, ...pages] = apiPages(operations)
  const text = pages.map(({ markdown }) => markdown).join('\n')
  for (const { method, path, summary, tier } of operations) {
    const own = text.split(`\n## ${summary}\n`).find((part) => part.startsWith(`\n\`\`\`http\n${method} ${path}\n`))
    expect(`${summary} ${own?.split('\n## ')[0]}`).toContain(`- **Tier**: [${TIERS[tier].title}](`)
  }
  for (const kind of EVENT_KINDS)
    expect(index?.markdown).toContain(`| \`${kind}\` | ${TIERS[tierOfEvent(kind)].title} |`)
  const errors = errorPages(operations)
  for (const entry of catalogueOf(operations)) {
    expect(errors.get(`docs/generated/errors/${entry.code}.md`)).toContain(`Tier: ${TIERS[tierOfError(entry)].title}.`)
  }
  const isNamed = pages.map(({ markdown }) => markdown.includes(`**Tier**: [${TIERS.specification.title}]`))
  expect(isNamed).toEqual(isNamed.toSorted((a, b) => Number(b) - Number(a)))
})
