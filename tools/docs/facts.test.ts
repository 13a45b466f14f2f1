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

const NUMBER = '\\d[\\d.,]*|half a|two|three|four|five|six|seven|eight|nine|ten'
const TIMES = new RegExp(`\\b(?:${NUMBER}) (?:seconds?|minutes?|hours?|days?|s|min|h|ms)\\b`, 'g')
/** What was measured at some time, what the kit saw, what was in a version, and when an alert fires, which its own tests hold. */
const NOT_DEFAULTS = /^(docs\/(scale|reliability|conformance)|CHANGELOG|deploy\/runbooks)\.?/
/** Of the reader's, of the demo, or advice. */
const SAID_BY_HAND: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['five minutes'],
  'docs/README.md': ['five minutes'],
  'docs/install.md': ['10 ms'],
  'docs/quickstart-agent.md': ['eight days', 'seven days'],
}

test('every time that a page states is a fact of that page, or not ours to decide', () => {
  const factsOf = (page: string): string =>
    FACTS.flatMap(({ said }) => {
      const words = said[page]
      return words === undefined ? [] : [typeof words === 'string' ? words : words.source.replaceAll('\\', '')]
    }).join('\n')
  const by_hand = PAGES.filter((page) => !NOT_DEFAULTS.test(page)).flatMap((page) => {
    const known = [factsOf(page), ...(SAID_BY_HAND[page] ?? [])].join('\n')
    const times = [...textOf(page).matchAll(TIMES)].map(([time]) => time)
    return times.filter((time) => !known.includes(time)).map((time) => `${page}: ${time}`)
  })
  expect(by_hand).toEqual([])
})

test('whoever begins meets at most five new terms before the first payment', () => {
  const glossary = [...readFileSync(`${ROOT}docs/glossary.md`, 'utf8').matchAll(/^\| (\w[^|]*?) +\|/gm)]
  const terms = [...glossary.flatMap(([, names = '']) => names.split(', ')).slice(1), 'practice ledger', 'test wallet']
  expect(terms.length).toBeGreaterThan(50)
  const metIn = (page: string, until: string): string[] => {
    const [before = '', rest] = textOf(page).split(until)
    expect([page, rest === undefined]).toEqual([page, false])
    return terms.filter((term) => new RegExp(`\\b${term}s?\\b`, 'i').test(before))
  }
  // Up to the words that tell of it, and up to the command that makes it.
  expect([...metIn('README.md', 'the practice ledger shows it.'), 'practice ledger']).toHaveLength(4)
  expect(metIn('docs/quickstart-agent.md', 'npx pursestrings demo').length).toBeLessThanOrEqual(5)
})

test('a page that says otherwise is found', () => {
  const wallet = FACTS.find(({ what }) => what === 'does the wallet check the log')
  expect(wallet?.never?.some((one) => one.test("our wallet doesn't check it yet"))).toBe(true)
})
