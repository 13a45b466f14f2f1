/** One markdown file as a page of the site. The sources need nothing for it: no front matter, no components. */
import { posix } from 'node:path'
import { placeOf, relink } from '../../server/src/platform/pages/doc-places.ts'

export interface Source {
  /** From the repository's root, or where a generated page would be. */
  readonly file: string
  readonly place: string
  readonly markdown: string
  readonly about?: string | undefined
  readonly menu_title?: string | undefined
  /** Whether the search finds it: what lists everything would be found before what explains it. */
  readonly searched?: boolean
  /** Whether it leads on to its neighbors in the menu. */
  readonly leads_on?: boolean
  /** How deep its own list of headings goes. */
  readonly contents_depth?: 2 | 3
}

export interface Drawing {
  (mermaid: string): string
}

const FENCE = /^```(\w*)(?: tab="([^"]+)")?\n([\s\S]*?)^```$/m
const BLOCKS = /^(```[^\n]*\n[\s\S]*?^```)$/m

/** HTML is shown as text, never run; comments are not shown. Code is left alone. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/(`[^`\n]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Blocks with tabs that stand together become one `<code-tabs>`, which works as a stack without script. */
const joinTabs = (blocks: readonly { readonly tab: string | undefined; readonly text: string }[]): string =>
  blocks
    .map(({ tab, text }, i) => {
      if (tab === undefined) return text
      const first = blocks[i - 1]?.tab === undefined ? '<code-tabs>\n' : ''
      const last = blocks[i + 1]?.tab === undefined ? '\n</code-tabs>' : ''
      return `${first}<div data-tab="${attribute(tab)}">\n\n${text}\n\n</div>${last}`
    })
    .join('\n\n')

const bodyOf = (markdown: string, draw: Drawing): string => {
  const blocks = markdown.split(BLOCKS).flatMap((part) => {
    const [whole, language = '', tab, code = ''] = FENCE.exec(part) ?? []
    if (whole === undefined) return part.trim() === '' ? [] : [{ tab: undefined, text: escapeHtml(part).trim() }]
    if (language === 'mermaid') return [{ tab: undefined, text: draw(code) }]
    return [{ tab, text: `\`\`\`${language || 'text'}\n${code}\`\`\`` }]
  })
  return joinTabs(blocks)
}

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`

export interface Staging {
  readonly draw: Drawing
  /** Whether the site has a page at this place. */
  isPage(place: string): boolean
  /** The address of a picture that lies in the repository. */
  pictureOf(file: string): string | undefined
  readonly root: string
}

export const stagePage = (source: Source, staging: Staging): string => {
  const { file, markdown, about, menu_title, searched = true, leads_on = true, contents_depth = 3 } = source
  const [heading = '', title = posix.basename(file)] = /^# (.+)$/m.exec(markdown) ?? []
  const linked = relink(markdown.replace(heading, ''), file, (target, fragment) => {
    if (target === 'docs/generated/openapi.json') return '/openapi.json'
    const place = placeOf(target)
    if (place !== undefined && staging.isPage(place)) return `${staging.root}${place}${fragment}`
    return staging.pictureOf(target)
  })
  const front = {
    title: title.replaceAll('`', ''),
    ...(about && { description: sentence(about) }),
    ...(menu_title && { sidebar: { label: menu_title } }),
    ...(!searched && { pagefind: false }),
    ...(!leads_on && { prev: false, next: false }),
    ...(contents_depth === 2 && { tableOfContents: { maxHeadingLevel: 2 } }),
    editUrl: false,
  }
  const lines = Object.entries(front).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n\n${bodyOf(linked, staging.draw)}\n`
}
