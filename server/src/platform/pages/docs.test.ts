import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueOf, operations } from '@pursestrings/contract/operations'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { builtSite, STAMP } from './built-site.ts'
import { movedTo, placeOf, relink, twinOf } from './doc-places.ts'
import { docs, pages, readDocs, servedText } from './pages.ts'

test.each([
  ['docs/README.md', '', 'index.md'],
  ['docs/agents.md', 'guides/agents/', 'guides/agents.md'],
  ['docs/generated/errors.md', 'errors/', 'errors.md'],
  [
    'docs/generated/errors/HC_NC_5_HITL_REQUIRED.md',
    'errors/hc_nc_5_hitl_required/',
    'errors/hc_nc_5_hitl_required.md',
  ],
  ['docs/generated/states.md', 'guides/states/', 'guides/states.md'],
  ['docs/decisions/0071-plans.md', 'decisions/0071-plans/', 'decisions/0071-plans.md'],
  ['packages/sdk/README.md', 'guides/sdk/', 'guides/sdk.md'],
])('%s is read at /docs/%s, and its markdown at /docs/%s', (file, place, twin) => {
  expect(placeOf(file)).toBe(place)
  expect(twinOf(place)).toBe(twin)
})

test.each(['SECURITY.md', '../etc/passwd', 'docs/../package.json', 'server/README.md'])('%s has no place', (file) => {
  expect(placeOf(file)).toBeUndefined()
})

test.each([
  ['guides/', ''],
  ['guides/README.md', 'index.md'],
  ['guides/generated/errors', 'errors/'],
  ['guides/generated/errors/rate_limited', 'errors/rate_limited/'],
  ['guides/generated/states.md', 'guides/states.md'],
  ['errors/rate_limited', undefined],
])('what was at /docs/%s is now at /docs/%s', (path, place) => {
  expect(movedTo(path)).toBe(place)
})

const linked = (markdown: string) =>
  relink(markdown, 'docs/agents.md', (file, fragment) => (file.endsWith('.md') ? `/${file}${fragment}` : undefined))

test('links lead where the page is; code is left alone; a link that runs something is no link', () => {
  expect(linked('[a](concepts.md#x) [`b`](generated/errors.md)')).toBe(
    '[a](/docs/concepts.md#x) [`b`](/docs/generated/errors.md)',
  )
  expect(linked('`[a](b.md)`\n```\n[a](b.md)\n```\n')).toBe('`[a](b.md)`\n```\n[a](b.md)\n```\n')
  expect(linked('[a](../LICENSE) [b](https://x.example/y.md) [c](#here)')).toBe(
    'a [b](https://x.example/y.md) [c](#here)',
  )
  for (const href of ['javascript:alert(1)', 'JavaScript:x', 'data:text/html,x', 'vbscript:x', '//elsewhere.example']) {
    expect(linked(`[text](${href})`)).toBe('text')
  }
})

const start = async (built?: string): Promise<FastifyInstance> => {
  const app = Fastify()
  onTestFinished(() => app.close())
  await docs(app, { base_url: 'https://pay.example', site: builtSite(built ?? '/nowhere/') })
  return app
}

test('until the site is built, each page is its markdown, and leads to the others', async () => {
  const app = await start()
  const page = await app.inject('/docs/guides/retries/')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(page.body).toContain('](/docs/errors.md)')
  expect((await app.inject('/docs/errors/HC_NC_5_HITL_REQUIRED')).headers.location).toBe(
    '/docs/errors/hc_nc_5_hitl_required/',
  )
  expect((await app.inject('/docs/')).body).toMatch(/^# Pursestrings\n/)
})

test('a build that appears while the service runs is served, with the policy that its search needs', async () => {
  const folder = `${await mkdtemp(join(tmpdir(), 'pursestrings-site-'))}/`
  onTestFinished(() => rm(folder, { recursive: true }))
  const app = await start(folder)
  expect((await app.inject('/docs/')).headers['content-type']).toBe('text/plain; charset=utf-8')
  await writeFile(`${folder}index.html`, 'one')
  await writeFile(`${folder}404.html`, 'nothing here')
  await writeFile(folder + STAMP, '{}')
  const page = await app.inject('/docs/')
  expect([page.body, page.headers['content-type']]).toEqual(['one', 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';")
  const missing = await app.inject({ url: '/docs/absent/', headers: { accept: 'text/html' } })
  expect([missing.statusCode, missing.body]).toEqual([404, 'nothing here'])
  expect((await app.inject('/docs/absent/')).headers['content-type']).toContain('application/json')
  await writeFile(`${folder}index.html`, 'two')
  await utimes(folder + STAMP, new Date(), new Date(Date.now() + 5000))
  expect((await app.inject('/docs/')).body).toBe('two')
})

test('every error code has a page, and the list of errors leads to it', async () => {
  const texts = await readDocs()
  const index = texts.get('errors/')
  if (index === undefined) throw new Error('there is no list of errors')
  const list = servedText(index, texts, '')
  for (const { code } of catalogueOf(operations)) {
    expect(texts.get(`errors/${code.toLowerCase()}/`)?.markdown).toContain(`# \`${code}\``)
    expect(list).toContain(`](/docs/errors/${code.toLowerCase()}.md)`)
  }
})

test('nothing outside the build is served, however the path is written', async () => {
  const app = await start()
  for (const path of [
    '../package.json',
    '%2e%2e/package.json',
    '..%2fpackage.json',
    'guides/../../package.json',
    STAMP,
  ]) {
    expect((await app.inject(`/docs/${path}`)).statusCode).toBe(404)
  }
})

test('an installation without the texts has none, and starts', async () => {
  expect((await readDocs('/nowhere/')).size).toBe(0)
  const app = Fastify()
  await docs(app, { base_url: 'https://pay.example', read: () => readDocs('/nowhere/'), site: builtSite('/nowhere/') })
  expect((await app.inject('/docs/guides/agents/')).statusCode).toBe(404)
  await app.close()
})

test('a portal with a host of its own has no documentation there, and the explorer is of no origin anywhere', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const urls = { base_url: 'https://pay.example', portal_url: 'https://portal.example' }
  await pages(app, { ...urls, security_contact: undefined, read: async () => new Map(), site: builtSite('/nowhere/') })
  for (const path of ['/docs/guides/agents/?a=1', '/docs/explorer/']) {
    const asked = await app.inject({ url: path, headers: { host: 'portal.example' } })
    expect([asked.statusCode, asked.headers.location]).toEqual([302, `https://pay.example${path}`])
  }
  const explorer = await app.inject({ url: '/docs/explorer/', headers: { host: 'pay.example' } })
  expect(explorer.statusCode).toBe(200)
  expect(String(explorer.headers['content-security-policy']).split('; ')[0]).toMatch(/^sandbox (?!.*same-origin)/)
})
