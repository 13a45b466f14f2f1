import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { llmsText, sectionsOf } from './guide-index.ts'
import { guides } from './guides.ts'
import { readGuides } from './read-guides.ts'
import { guidePage, hrefOf, slugOf } from './render-guide.ts'

const names = ['README', 'agents', 'generated/errors', 'generated/errors/rate_limited']
const place = (name: string) => ({ name, isGuide: (one: string) => names.includes(one) })
const page = (markdown: string) => guidePage(markdown, [], place('agents'))

test('HTML in a guide is shown as text, wherever it stands; comments are not shown', () => {
  const html = page(
    '# T\n\n<script>alert(1)</script>\n\na <b onclick="x()">b</b> c\n\n<!-- note --><img src=x onerror=y>\n\n<!-- gone -->\n\n`<i>`\n\n![<u>](x.png)\n',
  )
  expect(html).not.toMatch(/<script|<b |<img|<i>|<u>|gone/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('&lt;b onclick=')
})

test('a link of a scheme that runs something is no link', () => {
  for (const href of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//elsewhere.example',
  ]) {
    expect(page(`[text](${href})`)).not.toMatch(/<main>[\s\S]*<a [\s\S]*<\/main>/)
  }
  expect(page('[text](https://www.rfc-editor.org/rfc/rfc8785)')).toContain(
    '<a href="https://www.rfc-editor.org/rfc/rfc8785">',
  )
})

test.each([
  ['agents', 'generated/errors.md', '/docs/guides/generated/errors'],
  ['agents', 'README.md', '/docs/guides/'],
  ['generated/errors/rate_limited', '../errors.md', '/docs/guides/generated/errors'],
  ['generated/errors/rate_limited', '../../agents.md#make-a-key', '/docs/guides/agents#make-a-key'],
  ['agents', '#make-a-key', '#make-a-key'],
  ['agents', 'generated/openapi.json', '/openapi.json'],
  ['agents', '../README.md', undefined],
  ['agents', 'absent.md', undefined],
  ['agents', '../../etc/passwd', undefined],
])('in %s, %s leads to %s', (from, href, to) => {
  expect(hrefOf(href, place(from))).toBe(to)
})

test.each([
  ['Open a session', 'open-a-session'],
  ['`HC_NC_5_HITL_REQUIRED`', 'hc_nc_5_hitl_required'],
  ["What's new, today?", 'whats-new-today'],
  ['Connect / pair', 'connect--pair'],
])('the heading %s is linked to as #%s', (heading, slug) => {
  expect(slugOf(heading)).toBe(slug)
})

test('a heading that comes twice has two names', () => {
  const html = page('# A\n\n## Why `not`\n\n## Why `not`\n')
  expect([...html.matchAll(/<h2 id="(.+?)"/g)].map(([, id]) => id)).toEqual(['why-not', 'why-not-1'])
})

const INDEX = '# X\n\n> what\n\n## One\n\n- [A guide](agents.md): about\n- [Out](https://x.example/y.md): there\n'

test('the list of guides is the menu, with the page itself marked, and the list for language models', () => {
  const sections = sectionsOf(INDEX)
  expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([['One', 2]])
  expect(guidePage('# T', sections, place('agents'))).toContain(
    '<a href="/docs/guides/agents" aria-current="page">A guide</a>',
  )
  expect(llmsText(INDEX, 'https://pay.example')).toBe(
    INDEX.replace('(agents.md)', '(https://pay.example/docs/guides/agents.md)'),
  )
})

test('an installation without the folder has no guides, and starts', async () => {
  expect((await readGuides('/nowhere/at/all')).size).toBe(0)
  const app = Fastify()
  await guides(app, { base_url: 'https://pay.example', read: () => readGuides('/nowhere/at/all') })
  expect((await app.inject('/docs/guides/')).statusCode).toBe(404)
  await app.close()
})
