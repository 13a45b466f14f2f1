/**
 * docs/README.md is the one list of guides: it is the start page, the menu of every page and, with whole addresses, llms.txt.
 * Its lines are `## section` and `- [title](file.md): what it is about`.
 */
export const INDEX = 'README'

export interface Section {
  readonly title: string
  readonly entries: readonly { readonly title: string; readonly target: string }[]
}

export const sectionsOf = (index: string): Section[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.slice(0, part.indexOf('\n')),
      entries: [...part.matchAll(/^- \[(.+?)\]\((.+?)\)/gm)].map(([, title = '', target = '']) => ({ title, target })),
    }))

/** https://llmstxt.org: a heading, a summary, lists of links. They lead to the markdown itself. */
export const llmsText = (index: string, base_url: string): string =>
  index.replaceAll(
    /\]\((?!\w+:)(.+?)\)/g,
    (_, target: string) => `](${new URL(target, `${base_url}/docs/guides/`).href})`,
  )
