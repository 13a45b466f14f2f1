/** Which texts there are: the markdown of docs/ and the packages' own. An installation without them serves none. */
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fileAt } from '../files.ts'
import { placeOf, README_FILES, relink, twinOf } from './doc-places.ts'

const ROOT = fileURLToPath(fileAt(''))

export interface DocText {
  readonly file: string
  readonly markdown: string
}

/** By place under /docs/, such as `guides/agents/`; as they are in the repository. */
export type DocTexts = ReadonlyMap<string, DocText>

export const readDocs = async (root = ROOT): Promise<DocTexts> => {
  const found = await readdir(`${root}docs`, { recursive: true }).catch(() => [])
  const files = found.filter((file) => file.endsWith('.md')).map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const read = await Promise.all(
    [...files, ...README_FILES].map(async (file): Promise<[string, DocText][]> => {
      const place = placeOf(file)
      const markdown = await readFile(root + file, 'utf8').catch(() => undefined)
      return place === undefined || markdown === undefined ? [] : [[place, { file, markdown }]]
    }),
  )
  return new Map(read.flat())
}

/** The markdown as it is served: its links lead to the markdown of other pages, from `base` on. */
export const servedText = ({ file, markdown }: DocText, texts: DocTexts, base: string): string =>
  relink(markdown, file, (target, fragment) => {
    if (target === 'docs/generated/openapi.json') return `${base}/openapi.json`
    const place = placeOf(target)
    return place !== undefined && texts.has(place) ? `${base}/docs/${twinOf(place)}${fragment}` : undefined
  })
