/** Our packages that npm's or Python's registry has, by name. Only these may be shown in a line that installs them by name. */
export const PUBLISHED: readonly string[] = []

/** Words that fetch by name whatever follows them, up to the end of the line or of the quotes. */
const FETCHES = [
  /\bnpm (?:install|i|add)\b(.*)/g,
  /\bnpm (?:exec|x|create|init)\b(.*)/g,
  /\b(?:pnpm|yarn|bun) (?:add|install|i|dlx|x|create)\b(.*)/g,
  /\b(?:npx|bunx)\b(.*)/g,
  /\b(?:pip3?|pipx|uv|poetry|conda)(?: pip| tool)? (?:install|run|add)\b(.*)/g,
  /\buvx\b(.*)/g,
  /"command": ?"(?:npx|bunx|uvx|pipx)",\s*"args": ?\[(.*?)\]/gs,
  /command: '(?:npx|bunx|uvx|pipx)', args: \[(.*?)\]/gs,
]
const NAME = /(?<![\w./@-])(@pursestrings\/[\w-]+|pursestrings(?:-[\w-]+)?)(?:@[\w.^~-]+)?(?![\w./-])/

/** What a clone finds among its own commands: npx looks there first, and asks before it fetches. */
const OF_THE_CLONE = /^ (?:--no )?pursestrings(?:-mcp)?(?![\w-])/

/** Packages of ours that a text tells its reader to fetch by name; a file, a folder and another's package are none. */
export const fetchedByName = (text: string): string[] => {
  const found = FETCHES.flatMap((fetches) => [...text.matchAll(fetches)])
    .filter(([whole, rest = '']) => !(whole.startsWith('npx ') && OF_THE_CLONE.test(rest)))
    .flatMap(([, rest = '']) => NAME.exec(rest.split(/&&|[;`#)]/)[0] ?? '')?.[1] ?? [])
  return [...new Set(found)]
}

/** Scoped names of ours in a text; `@pursestrings/source` is a condition, not a package. */
export const scopedNames = (text: string): string[] =>
  [...text.matchAll(/@pursestrings\/([a-z][\w-]*)/g)].map(([name]) => name).filter((name) => !name.endsWith('/source'))
