/** The documentation as a running service gives it: the texts, the list for language models, the security contact. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocs } from '../src/platform/pages/pages.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ SECURITY_CONTACT: 'mailto:security@pay.example' })
})
afterAll(() => world.stop())

const get = (path: string) => world.call('GET', path)

test('from the list every text can be reached as markdown, and no link leads nowhere', async () => {
  const seen = new Set<string>()
  const waiting = ['/docs/index.md']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { status, text, headers } = await get(path)
    expect([path, status]).toEqual([path, 200])
    if (!headers.get('content-type')?.startsWith('text/markdown')) continue
    const code = /^ *```[\s\S]*?^ *```$|`[^`\n]*`/gm
    for (const [, href = ''] of text.replaceAll(code, '').matchAll(/\]\((\/[^)\s#]*)/g)) {
      if (!href.startsWith('/docs/explorer') && !href.startsWith('/docs/images')) waiting.push(href)
    }
  }
  const places = [...(await readDocs()).keys()].filter((place) => !/^(decisions|schema)\//.test(place))
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter((place) => !seen.has(`/docs/${place === '' ? 'index' : place.replace(/\/$/, '')}.md`))).toEqual(
    [],
  )
})

test('llms.txt lists the guides with full addresses, and each answers', async () => {
  const { text, status } = await get('/llms.txt')
  expect([status, text.split('\n', 1)[0]]).toEqual([200, '# Pursestrings'])
  const links = [...text.matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, address = '']) => new URL(address))
  expect(links.length).toBeGreaterThan(20)
  expect(text.match(/^- /gm)?.length).toBe(links.length)
  for (const { origin, pathname } of links) {
    expect(origin).toBe('http://127.0.0.1:8787')
    expect([pathname, (await get(pathname)).status]).toEqual([pathname, 200])
  }
})

test('addresses that were given out before lead on', async () => {
  for (const [from, to] of [
    ['/docs', '/docs/'],
    ['/docs/guides/', '/docs/'],
    ['/docs/guides', '/docs/'],
    ['/docs/guides/agents', '/docs/guides/agents/'],
    ['/docs/guides/generated/errors/rate_limited', '/docs/errors/rate_limited/'],
    ['/docs/guides/generated/errors/HC_NC_5_HITL_REQUIRED.md', '/docs/errors/hc_nc_5_hitl_required.md'],
    ['/docs/guides/generated/openapi.json', '/openapi.json'],
  ]) {
    const { headers, status } = await get(from as string)
    expect([from, status, headers.get('location')]).toEqual([from, 302, to])
    expect([to, (await get(to as string)).status]).toEqual([to, 200])
  }
})

test('what is no page is not found, and nothing outside the texts is served', async () => {
  for (const path of [
    'guides/absent',
    '../README.md',
    '%2e%2e/README.md',
    'guides/..%2fREADME.md',
    'guides/agents.html',
  ]) {
    expect((await get(`/docs/${path}`)).status).toBe(404)
  }
})

test('security.txt names the contact that the deployment has set, for some months; without one there is none', async () => {
  const { text } = await get('/.well-known/security.txt')
  expect(text).toMatch(/^Contact: mailto:security@pay\.example\n/)
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  const bare = await world.another({ SECURITY_CONTACT: '' })
  expect((await fetch(`${bare.url}/.well-known/security.txt`)).status).toBe(404)
})
