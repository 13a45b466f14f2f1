/**
 * The menu, read from docs/README.md: `## section`, then `- [title](file.md): what it is about`. What it says about a page is
 * the page's description, too.
 */
import { posix } from 'node:path'

export interface MenuEntry {
  readonly title: string
  /** From the repository's root. */
  readonly file: string
  readonly about: string
}

export interface MenuSection {
  readonly title: string
  readonly entries: readonly MenuEntry[]
}

export const menuOf = (index: string): MenuSection[] =>
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
