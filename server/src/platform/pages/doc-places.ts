/** Where a markdown file of the repository is read under /docs/. Pure: the service and the build of the site both use it. */
import { posix } from 'node:path'

/** The one list of guides: menu, start page and llms.txt are made from it. */
export const INDEX = 'docs/README.md'

const READMES: Readonly<Record<string, string>> = {
  'packages/sdk/README.md': 'guides/sdk/',
  'packages/cli/README.md': 'guides/cli/',
  'packages/mcp/README.md': 'guides/mcp/',
  'packages/conformance/README.md': 'guides/conformance-kit/',
  'python/README.md': 'guides/python/',
  'examples/README.md': 'guides/examples/',
}
export const README_FILES = Object.keys(READMES)

/** `docs/agents.md` is `guides/agents/`; the index is the empty place; undefined for what nobody reads there. */
export const placeOf = (file: string): string | undefined => {
  if (file === INDEX) return ''
  if (file in READMES) return READMES[file]
  const [, name] = /^docs\/(.+)\.md$/.exec(file) ?? []
  if (name === undefined) return undefined
  const path = name.replace(/^generated\//, '').toLowerCase()
  const own = path === 'errors' || /^(errors|decisions|schema)\//.test(path)
  return `${own ? '' : 'guides/'}${path.replace(/(^|\/)readme$/, '$1index')}/`
}

/** The markdown of a place lies beside it. */
export const twinOf = (place: string): string => (place === '' ? 'index.md' : place.replace(/\/$/, '.md'))

/** Addresses that were given out before: the place that has the page now, with the same ending. */
export const movedTo = (path: string): string | undefined => {
  const [matched, name = '', md = ''] = /^guides(?:\/(.*?))?(\.md)?$/.exec(path) ?? []
  if (matched === undefined) return undefined
  const place = name === '' || name === 'README' ? '' : placeOf(`docs/${name}.md`)
  if (place === undefined || place === path) return undefined
  return md === '' ? place : twinOf(place)
}

const PARTS = /^ *```[\s\S]*?^ *```$|(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(((?:[^()\s]|\([^()\s]*\))+)\)|`[^`\n]*`/gm

/** A link to a code in the list of errors leads to the page of the code, which is made from the contract. */
const asPage = (target: string, fragment: string): [file: string, fragment: string] =>
  target === 'docs/generated/errors.md' && fragment !== ''
    ? [`docs/generated/errors/${fragment.slice(1)}.md`, '']
    : [target, fragment]

/**
 * The links of a file, each led to where `addressOf` says. A link to what nobody can read there becomes its words. What
 * runs something is no link.
 */
export const relink = (
  markdown: string,
  file: string,
  addressOf: (file: string, fragment: string) => string | undefined,
): string =>
  markdown.replaceAll(PARTS, (part: string, image: string, words: string | undefined, href = '') => {
    if (words === undefined || /^(https?:\/\/|mailto:|#|\/(?!\/))/.test(href)) return part
    if (/^[\w+.-]+:|^\/\//.test(href)) return words
    const [path = '', fragment] = href.split('#') as [string?, string?]
    const target = posix.join(posix.dirname(file), path)
    const address = addressOf(...asPage(target, fragment === undefined ? '' : `#${fragment}`))
    return address === undefined ? words : `${image}[${words}](${address})`
  })
