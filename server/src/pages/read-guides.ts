/** Which guides there are: every markdown file of docs/. An installation without that folder serves none, and that is no fault. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../../docs', import.meta.url))

/** Markdown by its path in docs/, without `.md`: `agents`, `generated/errors/rate_limited`. */
export type Guides = ReadonlyMap<string, string>

export const readGuides = async (folder = FOLDER): Promise<Guides> => {
  const found = await readdir(folder, { recursive: true }).catch(() => [])
  const files = found.map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('.md'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return new Map(files.map((file, i) => [file.slice(0, -'.md'.length), texts[i] as string]))
}
