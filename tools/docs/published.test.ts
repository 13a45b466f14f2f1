/** Nobody who copies a line of ours runs a stranger's program: every package we name is built here, and shown to be fetched only if it is published. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fetchedByName, PUBLISHED, scopedNames } from './published.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string): string => readFileSync(ROOT + file, 'utf8')

const manifests = globSync(['{apps,packages}/*/package.json', '{server,site}/package.json'], { cwd: ROOT })
const built = manifests.map((file) => (JSON.parse(read(file)) as { name: string }).name)

/** What a reader sees or copies: documents, examples, configurations, pages and what the programs print. */
const FOLDERS = '{docs,examples,skills,site,deploy,python,apps,packages,server,.github,.devcontainer,.changeset}'
const ENDINGS = '{md,mdx,astro,html,json,yml,yaml,toml,ts,tsx,js,mjs,py,sh,service,txt}'
const NOT_OURS = /(^|\/)(node_modules|dist|\.pursestrings|site\/src\/content|package-lock\.json)$/
const shown = globSync([`${FOLDERS}/**/*.${ENDINGS}`, `*.${ENDINGS}`], {
  cwd: ROOT,
  exclude: (path) => NOT_OURS.test(path),
})

test('every package of ours that is named anywhere is built here', () => {
  expect(shown.length).toBeGreaterThan(1000)
  const strange = shown.flatMap((file) =>
    scopedNames(read(file))
      .filter((name) => !built.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(strange).toEqual([])
})

test('only a published package is shown in a line that fetches it by name', () => {
  const lines = shown.flatMap((file) =>
    fetchedByName(read(file))
      .filter((name) => !PUBLISHED.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(lines).toEqual([])
})

test('pages that are served to anybody name no command that npx might fetch', () => {
  const pages = shown.filter((file) => /^(apps|server)\//.test(file))
  expect(pages.filter((file) => /npx (?!--no )@?pursestrings/.test(read(file)))).toEqual([])
})

test.each([
  ['npm install @pursestrings/sdk', '@pursestrings/sdk'],
  ['npm i -g @pursestrings/cli@0.1.0', '@pursestrings/cli'],
  ['npm install --global pursestrings-server', 'pursestrings-server'],
  ['npx -y @pursestrings/mcp --http', '@pursestrings/mcp'],
  ['npx --yes pursestrings demo', 'pursestrings'],
  ['npx @pursestrings/mcp', '@pursestrings/mcp'],
  ['pnpm add @pursestrings/sdk', '@pursestrings/sdk'],
  ['pip install pursestrings', 'pursestrings'],
  ['uvx pursestrings', 'pursestrings'],
  ['{ "command": "npx",\n "args": ["-y", "@pursestrings/mcp"] }', '@pursestrings/mcp'],
  ["{ command: 'npx', args: ['-y', '@pursestrings/mcp'] }", '@pursestrings/mcp'],
])('%s fetches by name', (line, name) => {
  expect(fetchedByName(line)).toEqual([name])
})

test.each([
  'npx pursestrings demo',
  'npx --no pursestrings demo',
  'npx pursestrings-mcp --http',
  'npm install --global ./dist/pursestrings-server',
  'npm install /path/to/pursestrings/pursestrings-sdk-0.1.0.tgz',
  'npm install ./pursestrings-server-*.tgz',
  'pip install ./python',
  'npm install && npx pursestrings demo',
  'npm install',
])('%s does not', (line) => {
  expect(fetchedByName(line)).toEqual([])
})
