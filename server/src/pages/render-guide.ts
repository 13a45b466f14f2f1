/**
 * A guide as a page. HTML in the markdown is shown as text, never run; links between guides lose their `.md`; headings can be
 * linked to under the names that repositories' own viewers give them.
 */
import { posix } from 'node:path'
import { Marked } from 'marked'
import { INDEX, type Section } from './guide-index.ts'

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `## Open a session` is `#open-a-session`. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

interface Place {
  /** Path in docs/, without `.md`. */
  readonly name: string
  isGuide(name: string): boolean
}

/** Where a link of the markdown leads on the site; undefined where the service has nothing to show there. */
export const hrefOf = (href: string, { name, isGuide }: Place): string | undefined => {
  if (/^(https?:\/\/|mailto:|#|\/(?!\/))/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const target = posix.join(posix.dirname(name), path)
  if (target === 'generated/openapi.json') return '/openapi.json'
  const guide = target.replace(/\.md$/, '')
  if (!target.endsWith('.md') || !isGuide(guide)) return undefined
  return `/docs/guides/${guide === INDEX ? '' : guide}${fragment === undefined ? '' : `#${fragment}`}`
}

const COMMENT = /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/

const articleOf = (markdown: string, place: Place): string => {
  const seen = new Map<string, number>()
  const idOf = (heading: string): string => {
    const slug = slugOf(heading)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
  const marked = new Marked({
    renderer: {
      html: ({ text }) => (COMMENT.test(text) ? '' : escapeHtml(text)),
      image: ({ text }) => escapeHtml(text),
      heading({ tokens, depth }) {
        const id = escapeHtml(idOf(this.parser.parseInline(tokens, this.parser.textRenderer)))
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const to = hrefOf(href, place)
        const text = this.parser.parseInline(tokens)
        return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  // What is wider than a telephone scrolls by itself, with the keyboard too.
  return html
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
}

const menuOf = (sections: readonly Section[], place: Place): string => {
  const lines = sections.map(({ title, entries }) => {
    const links = entries.map((entry) => {
      const to = hrefOf(entry.target, { ...place, name: INDEX })
      const here = to === `/docs/guides/${place.name}` ? ' aria-current="page"' : ''
      return to === undefined ? '' : `<li><a href="${escapeHtml(to)}"${here}>${escapeHtml(entry.title)}</a></li>`
    })
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`
  })
  return lines.join('\n')
}

export const guidePage = (markdown: string, sections: readonly Section[], place: Place): string => {
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? place.name
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)} · Countersign</title>
    <link rel="icon" href="data:," />
    <link rel="alternate" type="text/markdown" href="/docs/guides/${escapeHtml(place.name)}.md" />
    <link rel="stylesheet" href="/pages/page.css" />
    <link rel="stylesheet" href="/pages/guide.css" />
  </head>
  <body class="guide">
    <header>
      <a class="brand" href="/docs/guides/">Countersign <span class="testnet">testnet</span></a>
      <a href="/docs/guides/">Guides</a>
      <a href="/docs/">API reference</a>
      <a href="/docs/guides/${escapeHtml(place.name)}.md">Markdown</a>
    </header>
    <div class="columns">
      <main>
${articleOf(markdown, place)}
      </main>
      <nav aria-label="Guides">
${menuOf(sections, place)}
      </nav>
    </div>
  </body>
</html>
`
}
