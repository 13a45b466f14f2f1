/** What `npm run bench` and `npm run faults` print without a name: each run with the first sentence of its file. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export const listOf = (files: readonly string[]): { names: string[]; lines: string[] } => {
  const runs = files
    .map((file) => ({
      name: basename(file).replace(/(\.test)?\.ts$/, ''),
      says: sentenceOf(readFileSync(file, 'utf8')),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  const width = Math.max(...runs.map(({ name }) => name.length))
  return {
    names: runs.map(({ name }) => name),
    lines: runs.map(({ name, says }) => `  ${name.padEnd(width)}  ${says}`),
  }
}

const sentenceOf = (text: string): string => {
  const [, comment = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? []
  const plain = comment.replaceAll(/\s*\n \* ?/g, ' ').trim()
  return (/^[\s\S]*?[.:;](?=\s|$)/.exec(plain)?.[0] ?? plain).replace(/[.:;]$/, '')
}
