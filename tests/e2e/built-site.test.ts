/** The documentation as it is built, read without a browser: nothing that its policy would refuse, and nothing that is missing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogueOf, operations } from '@pursestrings/contract/operations'
import { beforeAll, expect, test } from 'vitest'
import { buildDocs } from '../../tools/docs/build-docs.ts'
import { ROOT } from './dev-run.ts'

beforeAll(async () => {
  await buildDocs()
}, 900_000)

const dist = join(ROOT, 'site/dist')
const htmlOf = (place: string): string => readFileSync(join(dist, place, 'index.html'), 'utf8')

test('nothing stands inline that the policy would refuse', () => {
  const html_files = globSync('**/*.html', { cwd: dist })
  expect(html_files.length).toBeGreaterThan(180)
  for (const page of html_files) {
    const html = readFileSync(join(dist, page), 'utf8')
    expect([
      page,
      html.match(/<style|<[^>]+ style="|<script(?![^>]* src=)(?![^>]* type="application)| on\w+="/g),
    ]).toEqual([page, null])
  }
})

test('every link, anchor and picture leads to something', () => {
  const ids = new Map<string, Set<string>>()
  const idsOf = (place: string): Set<string> => {
    const known = ids.get(place) ?? new Set([...htmlOf(place).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))
    ids.set(place, known)
    return known
  }
  const files = new Set(globSync('**/*', { cwd: dist }))
  const served = new Set(['', 'openapi.json', 'docs/explorer/'])
  const faults: string[] = []
  for (const page of globSync('**/index.html', { cwd: dist })) {
    const html = readFileSync(join(dist, page), 'utf8')
    for (const [, href = ''] of html.matchAll(/<(?:a|link|img|script)\b[^>]* (?:href|src)="([^"]+)"/g)) {
      if (/^(https?|mailto|data):/.test(href)) continue
      const url = new URL(href, `http://site/docs/${page.replace(/index\.html$/, '')}`)
      const path = url.pathname.slice(1)
      if (served.has(path)) continue
      const inside = path.replace(/^docs\//, '')
      const is_page = inside === '' || inside.endsWith('/')
      if (!path.startsWith('docs/') || !files.has(is_page ? `${inside}index.html` : inside))
        faults.push(`${page}: ${href}`)
      else if (url.hash && is_page && !idsOf(inside).has(decodeURIComponent(url.hash.slice(1))))
        faults.push(`${page}: ${href}`)
    }
  }
  expect([...new Set(faults)]).toEqual([])
})

test('every page takes its scripts, styles and pictures from this origin', () => {
  const loaded = /<(?:script|img|link)\b[^>]* (?:src|href)="(?:https?:)?\/\/[^"]+"/g
  for (const page of globSync('**/index.html', { cwd: dist })) {
    const outside = (readFileSync(join(dist, page), 'utf8').match(loaded) ?? []).filter(
      (one) => !/ rel="(?:canonical|sitemap)"/.test(one),
    )
    expect([page, outside]).toEqual([page, []])
  }
})

test('code is colored, tabs are tabs, and a diagram is read aloud by what it shows', () => {
  expect(new Set(htmlOf('guides/sdk/').match(/class="s\w+ colored"/g)).size).toBeGreaterThan(5)
  expect(htmlOf('guides/retries/')).toMatch(/<script[^>]* src="\/docs\/code-tabs\.js"[^]*<code-tabs>/)
  const diagrams = htmlOf('guides/states/').match(/<svg role="img" aria-label="[^"]*which status may follow which"/g)
  expect(diagrams?.length).toBe(8)
})

test('the search has an index, and every error code a page with its name', () => {
  expect(globSync('pagefind/{pagefind.js,pagefind-entry.json}', { cwd: dist })).toHaveLength(2)
  const codes = catalogueOf(operations).map(({ code }) => code)
  const headOf = (code: string) => /<h1.*?<\/h1>/s.exec(htmlOf(`errors/${code.toLowerCase()}/`))?.[0] ?? ''
  const nameless = codes.filter((code) => !headOf(code).includes(code))
  expect(codes.length).toBeGreaterThan(50)
  expect(nameless).toEqual([])
})
