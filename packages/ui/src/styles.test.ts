/**
 * A page that is opened by its address brings its own styles. Each page is loaded on its own, so a class that another page's
 * file defines is there only for people who saw that page first.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const UI = import.meta.dirname
const read = (file: string): string => readFileSync(file, 'utf8')
const isStyle = (file: string): boolean => file.endsWith('.css')

/** What a file imports, and what that imports; not what is loaded later. */
const loadedBy = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  if (isStyle(file)) return seen
  for (const [, path = ''] of read(file).matchAll(/(?:from |^import )'(\.[^'?]+)'/gm)) {
    loadedBy(join(dirname(file), path), seen)
  }
  return seen
}
const classesIn = (style: string): string[] => {
  const rules = read(style).replaceAll(/\/\*[^]*?\*\//g, '')
  return Array.from(rules.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name)
}
const usedIn = (file: string): string[] =>
  Array.from(read(file).matchAll(/className="([^"]+)"/g), ([, names = '']) => names.split(' ')).flat()

test.each(['portal', 'wallet'])('every page of the %s loads the styles of the classes that it uses', (name) => {
  const app = join(UI, '../../../apps', name, 'src')
  const shared = globSync('*.css', { cwd: UI }).map((file) => join(UI, file))
  const always = [...shared, ...loadedBy(join(app, 'main.tsx'))]
  const defined = new Set(globSync('**/*.css', { cwd: app }).flatMap((file) => classesIn(join(app, file))))
  const pages = Array.from(read(join(app, 'router.tsx')).matchAll(/import\('(\.[^']+)'\)/g), ([, path = '']) => path)
  expect(pages.length).toBeGreaterThan(10)
  const missing = pages.flatMap((page) => {
    const loaded = [...loadedBy(join(app, page))]
    const there = new Set([...always, ...loaded].filter(isStyle).flatMap(classesIn))
    const used = loaded.filter((file) => file.endsWith('.tsx')).flatMap(usedIn)
    return used.filter((one) => defined.has(one) && !there.has(one)).map((one) => `${page}: .${one}`)
  })
  expect(missing).toEqual([])
})
