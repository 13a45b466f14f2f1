import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { credentialsOf } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { describe, expect, test } from 'vitest'
import { readBlocks } from '../../tests/e2e/document-blocks.ts'
import { ROWS } from '../../tests/e2e/specification-rows.ts'
import { WALKED } from '../../tests/e2e/walked-documents.ts'
import { hasTest } from '../check/full-list.ts'
import { cliFaults } from './code-samples.ts'

/** Every relative link of every markdown file leads to a file, and every anchor to a heading of it. */
describe('links', () => {
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
        one.tier === 'specification' &&
        credentialsOf(one).some((kind) => /^(merchant_session|device_token)$/.test(kind)),
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
})

/**
 * What documents tell their readers to run, as far as that can be told without running it. The lines themselves are run by
 * tests/e2e/documents.test.ts and, in a tree as a clone has it, by tests/e2e/quickstarts.test.ts.
 */
describe('document lines', () => {
  const ROOT = fileURLToPath(new URL('../../', import.meta.url))
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
  const scriptOf = (document: string): string =>
    readBlocks(read(document), document)
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text.replaceAll('\\\n', ' '))
      .join('\n')

  /** Up to where the shell takes over again. */
  const COMMAND = /(?:^|[\s(])pursestrings ((?:"[^"]*"|'[^']*'|[^|>&)\n;"'])*)/g
  const commandsOf = (document: string): string[] =>
    Array.from(scriptOf(document).matchAll(COMMAND), ([, words = '']) => words.replace(/\s+2$/, '').trim())

  test.each([...WALKED.in_place, ...WALKED.in_clone])(
    'every command in %s is one that the command line accepts',
    (document) => {
      expect(commandsOf(document).flatMap(cliFaults)).toEqual([])
    },
  )

  test('commands are found in the documents that show them', () => {
    const counts = [...WALKED.in_place, ...WALKED.in_clone].map((document) => commandsOf(document).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(40)
    expect(commandsOf('docs/quickstart-agent.md')).toContain('requests create --amount 12.5 --task order-1042')
  })

  test.each([...WALKED.in_place, ...WALKED.in_clone])('every program that %s runs is there', (document) => {
    const files = scriptOf(document).match(/\b(?:examples|server|tools)\/[\w./-]+\.(?:ts|json)\b/g) ?? []
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('the programs that the quickstarts show are those of examples/', () => {
    const shown = ['agent', 'merchant', 'wallet'].flatMap((reader) => {
      const text = read(`docs/quickstart-${reader}.md`)
      return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
    })
    const programs = ['agent/ask.ts', 'wallet/wallet.ts'].map((file) => read(`examples/${file}`))
    expect(shown.length).toBe(programs.length)
    for (const program of shown) expect(programs.some((whole) => whole.includes(program))).toBe(true)
  })

  test('the lines that README shows are run by a quickstart', () => {
    const quickstart = read('docs/quickstart-agent.md')
    const lines = read('README.md').match(/^(npm|npx) .+$/gm) ?? []
    expect(lines.length).toBeGreaterThanOrEqual(5)
    for (const line of lines) expect(quickstart).toContain(line.replace(/ task-….*$/, ''))
  })
})

/** Whoever follows several pages with one profile asks for several orders: an order that another page paid for is refused. */
describe('order numbers', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))
  const PAGES = [
    'README.md',
    'docs/*.md',
    'examples/**/*.{md,ts,json}',
    'packages/*/README.md',
    'python/**/*.{md,py}',
    'skills/**/*.md',
  ]
  const CODE = ['packages/cli/src/**/*.ts', 'site/src/pages/*.astro']

  /** Ways in which a page names an order and its amount, with what may stand between. */
  const WAYS = [
    /--amount (?<amount>[\d.]+)[\s\\]+--task (?<task>[a-z]+-\d+)/g,
    /task_ref: '(?<task>[a-z]+-\d+)'[^}]*?amount: '(?<amount>[\d.]+)'/g,
    /task_ref="(?<task>[a-z]+-\d+)"[^)]*?amount="(?<amount>[\d.]+)"/g,
    /"task_ref": "(?<task>[a-z-]+)", "amount": "(?<amount>[\d.]+)"/g,
    /(?:ask\.ts|pay\.py) (?<task>[a-z]+-\d+) (?<amount>[\d.]+)/g,
    /'(?<task>order-\d+)'[\s\S]*?request_payment', \{ task_ref, amount: '(?<amount>[\d.]+)'/g,
    /Pay (?<amount>[\d.]+) for [a-z ]+, (?<task>order \d+)/g,
  ]

  test('one order has one amount, whichever page or example names it', () => {
    const files = globSync([...PAGES, ...CODE], { cwd: ROOT, exclude: (path) => path.includes('node_modules') })
    const named = files.flatMap((file) => {
      const text = readFileSync(ROOT + file, 'utf8')
      return WAYS.flatMap((way) =>
        [...text.matchAll(way)].map(({ groups: { task = '', amount = '' } = {} }) => ({
          task: task.replace(' ', '-'),
          amount: Number(amount),
        })),
      )
    })
    const amounts = Map.groupBy(named, ({ task }) => task)
    const several = [...amounts].filter(([, uses]) => new Set(uses.map(({ amount }) => amount)).size > 1)
    expect(several).toEqual([])
    expect([named.length > 20, amounts.get('order-1042')?.length, amounts.get('order-2001')?.length]).toEqual([
      true,
      expect.any(Number),
      8,
    ])
  })
})

/** The skill keeps to the form that agents expect, and names only what exists. */
describe('skill', () => {
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
})
