/** Every page of the site, from docs/, the packages' own texts and the contract. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { operations } from '@pursestrings/contract/operations'
import { INDEX, placeOf, README_FILES, twinOf } from '../../server/src/platform/pages/doc-places.ts'
import { errorPages } from '../../server/src/platform/pages/error-pages.ts'
import { apiPages } from './api-pages.ts'
import { type Drawing, type Source, stagePage } from './stage-page.ts'

// The menu, read from docs/README.md: `## section`, then `- [title](file.md): what it is about`. What it says about a page is
// the page's description, too.

interface MenuEntry {
  readonly title: string
  /** From the repository's root. */
  readonly file: string
  readonly about: string
}

interface MenuSection {
  readonly title: string
  readonly entries: readonly MenuEntry[]
}

const menuOf = (index: string): MenuSection[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      entries: [...part.matchAll(/^- \[(.+?)\]\((.+?)\): (.+(?:\n {2}.+)*)/gm)].map(
        ([, title = '', target = '', about = '']) => ({
          title,
          file: posix.join('docs', target),
          about: about.replaceAll(/\s+/g, ' '),
        }),
      ),
    }))

const ROOT = '/docs/'
/** Texts about how it is built; they are read as markdown. */
const NOT_PAGES = /^(decisions\/|guides\/schema\/)/
/** They name everything, and would be found first for anything. */
const NOT_SEARCHED = new Set(['guides/conformance/', 'guides/journeys/', 'guides/settings/', 'errors/'])

export interface Staged {
  /** By name in site/. */
  readonly files: ReadonlyMap<string, string>
  /** Markdown of pages that no file of the repository holds, by name in the built site. */
  readonly twins: ReadonlyMap<string, string>
  readonly pictures: ReadonlyMap<string, string>
}

export const stageSite = async (root: string, draw: Drawing): Promise<Staged> => {
  const menu = menuOf(readFileSync(root + INDEX, 'utf8'))
  const entries = new Map(menu.flatMap((section) => section.entries).map((entry) => [entry.file, entry]))
  const files = [...globSync('docs/**/*.md', { cwd: root }), ...README_FILES].map((file) => file.replaceAll('\\', '/'))
  const made = errorPages(operations)
  const written = [...files, ...made.keys()].flatMap((file): Source[] => {
    const place = placeOf(file)
    if (place === undefined || place === '' || NOT_PAGES.test(place)) return []
    if (!made.has(file) && !existsSync(root + file)) return []
    const entry = entries.get(file)
    const leads_on = entry !== undefined
    const markdown = made.get(file) ?? readFileSync(root + file, 'utf8')
    const searched = !NOT_SEARCHED.has(place)
    return [{ file, place, markdown, about: entry?.about, menu_title: entry?.title, leads_on, searched }]
  })
  const api = apiPages(operations)
  const pages = [...written, ...api]
  const places = new Set(pages.map(({ place }) => place))
  // All of them: the start page shows some, too.
  const pictures = new Map(
    globSync('*.webp', { cwd: `${root}docs/images` }).map((name) => [`images/${name}`, `docs/images/${name}`]),
  )
  const staging = {
    draw,
    root: ROOT,
    isPage: (place: string) => place === '' || places.has(place),
    pictureOf: (file: string) => {
      const name = `images/${posix.basename(file)}`
      return pictures.get(name) === file ? ROOT + name : undefined
    },
  }
  const contentOf = (place: string): string => `src/content/docs/${place.replace(/\/$/, '')}.md`
  const sidebar = menu.map(({ title, entries: shown }) => ({
    label: title,
    items: shown.flatMap((entry) => {
      const place = placeOf(entry.file)
      if (entry.file === 'docs/generated/openapi.json') {
        return [
          { label: 'API', link: '/api/' },
          {
            label: 'API by resource',
            collapsed: true,
            items: api
              .filter(({ leads_on }) => leads_on)
              .map(({ place: slug, menu_title: label }) => ({ label, link: `/${slug}` })),
          },
        ]
      }
      return place !== undefined && places.has(place) ? [{ label: entry.title, link: `/${place}` }] : []
    }),
  }))
  const tokens = readFileSync(`${root}packages/ui/src/tokens.css`, 'utf8').replaceAll('data-scheme', 'data-theme')
  return {
    files: new Map([
      ...pages.map((page): [string, string] => [contentOf(page.place), stagePage(page, staging)]),
      ['src/content/menu.json', `${JSON.stringify(sidebar, null, 2)}\n`],
      ['src/styles/tokens.css', tokens],
    ]),
    twins: new Map(api.map(({ place, markdown }) => [twinOf(place), markdown])),
    pictures,
  }
}
