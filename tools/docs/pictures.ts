/**
 * Which pages the pictures in docs/images show. Beside them lies what those pages were drawn from when each was taken, as a digest:
 * a picture is too old once that differs. What draws a page is its components, styles and words, and those of all that stands on
 * it. Of a component count its elements, their attributes, and what it has in quotes, not its names and comments, so that hardly
 * anything that can't be seen asks for a new picture.
 */
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { readSource } from '../check/modules/source.ts'
import { hashOf } from '../dev/build-cache.ts'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const IMAGES = 'docs/images/'
export const TAKEN = `${IMAGES}taken.json`

const PORTAL = [
  'packages/ui/src/tokens.css',
  'packages/ui/src/parts.css',
  'apps/portal/src/portal.css',
  'apps/portal/src/frame/Frame.tsx',
]
const WALLET = ['apps/wallet/src/main.tsx', 'apps/wallet/src/frame/Frame.tsx', 'apps/wallet/src/review/Review.tsx']
const PAYS = [...WALLET, 'apps/wallet/src/inbox/Inbox.tsx', 'apps/wallet/src/paying/Paying.tsx']

/** What each picture shows, as the files that the page begins with. */
export const PICTURES = {
  'ask-approve-paid.webp': [...PAYS, 'tools/docs/story.html'],
  'ask-approve-paid-still.webp': [...PAYS, 'tools/docs/story.html'],
  'wallet-review.webp': WALLET,
  'portal-requests.webp': [...PORTAL, 'apps/portal/src/requests/Requests.tsx'],
  'portal-disputed.webp': [...PORTAL, 'apps/portal/src/requests/Request.tsx'],
  'portal-setup.webp': [...PORTAL, 'apps/portal/src/setup/Setup.tsx'],
} as const
export type Picture = keyof typeof PICTURES

/** Other pages, and the words of all of them. */
const NOT_SHOWN = /\/(router|draw-pages|Wallet)\.tsx$|\/strings\/[\w-]+\.ts$/
const IS_DRAWN = /\.(tsx|css|html)$|(^|[/-])strings\.ts$|^packages\/ui\/src\//

const fileOf = (from: string, file: string): string | undefined => {
  const named = from.startsWith('.')
    ? posix.join(posix.dirname(file), from)
    : from.replace(/^@pursestrings\/ui\//, 'packages/ui/src/')
  if (!/^(apps|packages\/ui)\//.test(named)) return undefined
  return [named, `${named}.tsx`, `${named}.ts`].find((one) => /\.\w+$/.test(one) && existsSync(ROOT + one))
}

const read = (file: string): string => readFileSync(ROOT + file, 'utf8')

const collect = (file: string, found: Set<string>): void => {
  if (found.has(file) || NOT_SHOWN.test(file)) return
  found.add(file)
  // Words come by the names of keys, and stand beside the components that show them.
  const words = `${posix.dirname(file)}/strings.ts`
  if (file.endsWith('.tsx') && existsSync(ROOT + words)) found.add(words)
  if (!/\.tsx?$/.test(file)) return
  for (const { from, typesOnly } of readSource(file, read(file)).imports) {
    const next = typesOnly ? undefined : fileOf(from, file)
    if (next !== undefined) collect(next, found)
  }
}

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && typeof (value as Node).type === 'string'

/** What of a syntax tree can be seen, in order. */
const seenIn = (node: Node): string[] => {
  if (/^(Import|ExportAll)Declaration$|^TS(?!(As|Satisfies|NonNull)Expression)/.test(node.type)) return []
  if (node.type === 'JSXIdentifier') return [String(node['name'])]
  if (node.type === 'JSXText' || node.type === 'Literal') return [String(node['value']).replaceAll(/\s+/g, ' ')]
  if (node.type === 'TemplateElement') return [(node['value'] as { readonly raw: string }).raw]
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((child) => (isNode(child) ? seenIn(child) : [])),
  )
}

export const drawnBy = (file: string, text = read(file)): string =>
  /\.tsx?$/.test(file)
    ? seenIn(parseSync(file, text).program as unknown as Node).join('\n')
    : text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')

/** From the repository's root. */
export const sourcesOf = (picture: Picture): string[] => {
  const found = new Set<string>()
  for (const file of PICTURES[picture]) collect(file, found)
  return [...found].filter((file) => IS_DRAWN.test(file)).toSorted()
}

export const digestOf = (files: readonly string[]): string =>
  hashOf(...files.flatMap((file) => [file, drawnBy(file)])).slice(0, 16)

type Taken = Readonly<Record<string, string>>
export const readTaken = (): Taken => (existsSync(ROOT + TAKEN) ? (JSON.parse(read(TAKEN)) as Taken) : {})

/** Those that are absent, or older than what they show. */
export const oldPictures = (): Picture[] => {
  const taken = readTaken()
  return (Object.keys(PICTURES) as Picture[]).filter(
    (picture) => !existsSync(ROOT + IMAGES + picture) || taken[picture] !== digestOf(sourcesOf(picture)),
  )
}
