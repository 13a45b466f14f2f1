/** Whoever follows several pages with one profile asks for several orders: an order that another page paid for is refused. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
