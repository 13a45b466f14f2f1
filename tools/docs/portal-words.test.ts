/** Every word that the portal shows comes from the catalogue, so that it can be shown in another language. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { agentPaymentsStrings } from '../../apps/portal/src/agent-payments/strings.ts'
import { frameStrings as portalFrame } from '../../apps/portal/src/frame/strings.ts'
import { requestsStrings } from '../../apps/portal/src/requests/strings.ts'
import { en } from '../../apps/portal/src/strings/en.ts'
import { frameStrings as walletFrame } from '../../apps/wallet/src/frame/strings.ts'
import { en as walletEn } from '../../apps/wallet/src/strings/en.ts'
import { enOpen } from '../../apps/wallet/src/strings/en-open.ts'
import { STANDING_WORDS } from '../../packages/ui/src/standing.ts'

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

test('a payment stands in one of nine words, on badges, in filters and in the command line', () => {
  expect([...new Set(Object.values(STANDING_WORDS))].toSorted()).toEqual(VOCABULARY.toSorted())
  for (const { status } of [portalFrame, walletFrame])
    for (const [name, word] of Object.entries(STANDING_WORDS)) expect(status).toMatchObject({ [name]: { word } })
  const filters = [
    ...Object.values(requestsStrings.requests.standing),
    ...Object.values(agentPaymentsStrings.agentPayments.shows),
  ]
  // A few say more than the word, after it.
  const begins = new RegExp(`^(Needs approval|${VOCABULARY.join('|')})(,? |:|$)`)
  expect(filters.filter((text) => !begins.test(text))).toEqual([])
  const cli = readFileSync(new URL('../../packages/cli/src/request-text.ts', import.meta.url), 'utf8')
  const said = [...cli.slice(0, cli.indexOf('LEDGER_STEPS')).matchAll(/word: '([^']+)'/g)].map(([, word]) => word)
  expect(said.length).toBeGreaterThan(8)
  expect(said.filter((word) => !VOCABULARY.includes(word ?? ''))).toEqual([])
})

/** Texts of a catalogue, wherever they stand in it. */
const textsIn = (words: unknown): string[] =>
  typeof words === 'string' ? [words] : Object.values(words as object).flatMap(textsIn)

test('no page says confirmed: it is the word of the API for what a wallet says', () => {
  const texts = [en, walletEn, enOpen].flatMap(textsIn)
  expect(texts.length).toBeGreaterThan(1_000)
  expect(texts.filter((text) => /\bconfirmed\b/i.test(text))).toEqual([])
})

/** React writes texts as texts; these ways around it are not used. */
const MARKUP = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i

test('no page writes markup of its own', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/ui/src/**/*.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => MARKUP.test(readFileSync(root + file, 'utf8')))).toEqual([])
})
