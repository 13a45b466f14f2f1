/** Every word that the portal shows comes from the catalogue, so that it can be shown in another language. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const SOURCES = fileURLToPath(new URL('../../apps/portal/src/', import.meta.url))
const SHOWN = new Set(['aria-label', 'alt', 'label', 'lead', 'placeholder', 'title'])
const WORD = /\p{L}{2}/u

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly name?: { readonly name?: unknown }
}

/** Words that stand in the markup itself. */
const wordsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(wordsIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, value, name } = node as Node
  const text = value as Node | string | null
  if (type === 'JSXText' && typeof text === 'string' && WORD.test(text)) return [text.trim()]
  const is_shown = type === 'JSXAttribute' && SHOWN.has(String(name?.name))
  if (is_shown && typeof text === 'object' && text?.type === 'Literal' && WORD.test(String(text.value)))
    return [String(text.value)]
  return Object.values(node).flatMap(wordsIn)
}

/** A key, a code and examples of addresses: the same in every language. */
const SAME_EVERYWHERE = new Set(['esc', '403 HC_NC_5_HITL_REQUIRED', 'shop.example', 'https://shop.example/webhooks'])

test('no page has words of its own', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES })
  const found = files.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(SOURCES + file, 'utf8'))
    return wordsIn(program)
      .filter((text) => !SAME_EVERYWHERE.has(text))
      .map((text) => `${file}: ${text}`)
  })
  expect(files.length).toBeGreaterThan(80)
  expect(found).toEqual([])
})

/** Of a payment, portal, wallet and command line say the same; what else a page may call it is said on that page. */
const VOCABULARY = [
  'Waiting',
  'Sent',
  'Paid',
  'Not paid',
  'Disputed',
  'Expired',
  'Rejected',
  'Canceled',
  'Accepted by hand',
]

test('a payment stands in one of nine words, on pages and in the command line', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const cli = read('packages/cli/src/request-text.ts')
  const of_cli = [...cli.slice(0, cli.indexOf('LEDGER_STEPS')).matchAll(/word: '([^']+)'/g)].flatMap(
    ([, word]) => word ?? [],
  )
  const [, pages = ''] = /STANDING_WORDS[^=]*= \{([^}]*)\}/.exec(read('packages/ui/src/standing.ts')) ?? []
  const of_pages = [...pages.matchAll(/: '([^']+)'/g)].flatMap(([, word]) => word ?? [])
  expect([...new Set(of_cli)].toSorted()).toEqual(VOCABULARY.toSorted())
  expect([...new Set(of_pages)].toSorted()).toEqual(VOCABULARY.toSorted())
})

/** React writes texts as texts; these ways around it are not used. */
const MARKUP = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i

test('no page writes markup of its own', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => MARKUP.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
