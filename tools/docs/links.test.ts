/** Every relative link of every markdown file leads to a file, and every anchor to a heading of it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { credentialsOf } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { expect, test } from 'vitest'
import { ROWS } from '../../tests/e2e/specification-rows.ts'
import { hasTest } from '../check/full-list.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOT_OURS = /(^|\/)(node_modules|\.git|\.pursestrings|dist|site\/src\/content)(\/|$)/
const files = globSync('**/*.md', { cwd: ROOT, exclude: (path) => NOT_OURS.test(path) })

/** `## Open a session` is `#open-a-session`, as repositories' own viewers and the site have it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Without what stands in code, which is no link. */
const textOf = (file: string): string =>
  readFileSync(join(ROOT, file), 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))

const anchorsOf = (file: string): string[] => {
  const headings = [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  return headings.map((slug, i) => {
    const before = headings.slice(0, i).filter((one) => one === slug).length
    return before === 0 ? slug : `${slug}-${before}`
  })
}

const faultOf = (file: string, link: string): string | undefined => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path))
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return `${file}: ${link} leads nowhere`
  if (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor)) return undefined
  return `${file}: ${link} names no heading`
}

test('no relative link leads nowhere', () => {
  const links = files.flatMap((file) =>
    [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  )
  const own = links.filter(({ link }) => !/^(https?:|mailto:)/.test(link))
  expect(own.length).toBeGreaterThan(100)
  expect(own.flatMap(({ file, link }) => faultOf(file, link) ?? [])).toEqual([])
})

test('the README links the page that has every operation of the specification, with a call', () => {
  expect(textOf('README.md')).toContain('](docs/specification.md)')
  const page = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  const named = operations.filter(({ tier }) => tier === 'specification')
  const calls = named.filter(({ method, path }) => page.includes(`\n### ${method} ${path}\n`))
  expect([calls.length, page.split('\ncurl ').length - 1]).toEqual([named.length, named.length])
  expect(page).toContain(`names ${named.length} operations`)
})

test('whatever a person does by the specification, the portal or the wallet can do', () => {
  const sources = globSync('apps/*/src/**/*.{ts,tsx}', { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), 'utf8'),
  )
  const called = (id: string): boolean => {
    const [resource, action] = id
      .split('.')
      .map((part) => part.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    return sources.some((source) => new RegExp(`\\b${resource}\\s*\\.${action}\\b`).test(source))
  }
  const people = operations.filter(
    (one) =>
      one.tier === 'specification' && credentialsOf(one).some((kind) => /^(merchant_session|device_token)$/.test(kind)),
  )
  expect(people.length).toBeGreaterThan(20)
  expect(people.filter(({ id }) => !called(id)).map(({ id }) => id)).toEqual([])
})

test('every row of sections 4.1 and 4.3 is done on a page, by a test that is there and checks it', () => {
  const page = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  const rows = [...page.matchAll(/^\| 4\.[13] \| .*? \| `([\w.]+)` \|/gm)].map(([, id = '']) => id)
  expect([rows.length, Object.keys(ROWS).toSorted()]).toEqual([23, rows.toSorted()])
  for (const one of new Set(Object.values(ROWS).flat())) {
    const [file = '', name = ''] = one.split(/: (.*)/s)
    const source = readFileSync(join(ROOT, file), 'utf8')
    expect([one, hasTest(file, source, name)]).toEqual([one, true])
    // Up to the next test, if there is one.
    expect(source.slice(source.indexOf(name)).split(/^ {2}test\(/m)[0]).toContain('expectRows(')
  }
})

test('the pictures in the concepts are those that are made from the contract', () => {
  const made = readFileSync(join(ROOT, 'docs/generated/states.md'), 'utf8')
  const pictures = [
    ...readFileSync(join(ROOT, 'docs/concepts.md'), 'utf8').matchAll(/^```mermaid\nstateDiagram[\s\S]*?^```$/gm),
  ]
  expect(pictures.length).toBe(4)
  for (const [picture] of pictures) expect(made).toContain(picture)
})

test('the list of guides names every guide', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  for (const file of globSync('docs/*.md', { cwd: ROOT })) {
    const name = relative('docs', file)
    if (name !== 'README.md') expect(index).toContain(`](${name})`)
  }
})

test("the example of an MCP client is the one of the server's own page", () => {
  const [, shown = ''] =
    /^```json\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'packages/mcp/README.md'), 'utf8')) ?? []
  expect(JSON.parse(readFileSync(join(ROOT, 'examples/mcp-client.json'), 'utf8'))).toEqual(JSON.parse(shown))
})
