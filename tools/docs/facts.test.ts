/** Pages agree: what several of them state is what the contract and the settings say, and no page says otherwise. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { factsWith } from './facts.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = globSync(
  ['*.md', 'docs/*.md', 'deploy/*.md', '{packages/*,examples,examples/*,python,apps/*}/README.md', 'skills/**/*.md'],
  { cwd: ROOT },
)
const FACTS = factsWith(readFileSync(`${ROOT}docs/generated/settings.md`, 'utf8'))
/** In one line, with single spaces. */
const textOf = (page: string): string => readFileSync(ROOT + page, 'utf8').replaceAll(/\s+/g, ' ')

test.each(FACTS)('pages agree: $what', ({ said, never = [] }) => {
  const silent = Object.entries(said).filter(([page, words]) =>
    typeof words === 'string' ? !textOf(page).includes(words) : !words.test(textOf(page)),
  )
  expect(silent).toEqual([])
  const wrong = PAGES.flatMap((page) => never.filter((one) => one.test(textOf(page))).map((one) => `${page}: ${one}`))
  expect(wrong).toEqual([])
})

test('a page that says otherwise is found', () => {
  const wallet = FACTS.find(({ what }) => what === 'does the wallet check the log')
  expect(wallet?.never?.some((one) => one.test("our wallet doesn't check it yet"))).toBe(true)
})
