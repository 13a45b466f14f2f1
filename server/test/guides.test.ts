/** The guides as a reader's browser gets them: all there, nothing that leads nowhere, nothing from elsewhere. */
import { catalogueOf, operations } from '@countersign/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGuides } from '../src/pages/read-guides.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ SECURITY_CONTACT: 'mailto:security@pay.example' })
})
afterAll(() => world.stop())

const get = (path: string) => world.call('GET', path)

test('from the start page every guide can be reached, and no link or anchor leads nowhere', async () => {
  const seen = new Map<string, string>()
  const waiting = ['/docs/guides/']
  const wanted: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    const { status, text, headers } = await get(path)
    expect([path, status]).toEqual([path, 200])
    seen.set(path, text)
    if (!headers.get('content-type')?.startsWith('text/html') || !path.startsWith('/docs/guides/')) continue
    for (const [, href = ''] of text.matchAll(/<(?:a|link) [^>]*href="([^"]+)"/g)) {
      if (/^(https?|mailto|data):/.test(href)) continue
      const url = new URL(href, world.url + path)
      waiting.push(url.pathname)
      if (url.hash) wanted.push(url.pathname + url.hash)
    }
  }
  const missing = wanted.filter((link) => {
    const [path = '', id = ''] = link.split('#')
    return !seen.get(path)?.includes(`id="${decodeURIComponent(id)}"`)
  })
  expect(missing).toEqual([])
  const guides = [...(await readGuides()).keys()].filter((name) => !name.startsWith('decisions/'))
  const codes = catalogueOf(operations).map(({ code }) => `generated/errors/${code}`)
  const unreached = [...guides, ...codes].filter((name) => !seen.has(`/docs/guides/${name === 'README' ? '' : name}`))
  expect(unreached).toEqual([])
})

test('a guide loads our own styles and nothing else, and its policy allows no more', async () => {
  for (const name of ['', 'agents', 'generated/errors/rate_limited']) {
    const { text, headers } = await get(`/docs/guides/${name}`)
    const loaded = [...text.matchAll(/<(?!a )\w+ [^>]*?(?:href|src)="([^"]+)"/g)].map(([, address]) => address)
    expect(
      loaded.filter((address) => !/^(data:,|\/pages\/\w+\.css|\/docs\/guides\/[\w/]+\.md)$/.test(address ?? '')),
    ).toEqual([])
    expect(text).not.toMatch(/<script|style=|onclick=/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*style-src 'self'/)
    expect(policy).not.toMatch(/unsafe|https?:/)
  }
})

test('the markdown lies beside each page, as it is in the repository', async () => {
  const guides = await readGuides()
  for (const name of ['README', 'agents', 'generated/states']) {
    const { text, headers } = await get(`/docs/guides/${name}.md`)
    expect(text).toBe(guides.get(name))
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  }
})

test('llms.txt lists the guides with whole addresses, and each answers', async () => {
  const { text, status } = await get('/llms.txt')
  expect([status, text.split('\n', 1)[0]]).toEqual([200, '# Countersign'])
  const links = [...text.matchAll(/^- \[.+?\]\((.+?)\): \S/gm)].map(([, address = '']) => new URL(address))
  expect(links.length).toBeGreaterThan(10)
  expect(text.match(/^- /gm)?.length).toBe(links.length)
  for (const { origin, pathname } of links) {
    expect(origin).toBe('http://127.0.0.1:8787')
    expect([200, 302]).toContain((await get(pathname)).status)
  }
})

test('what is no guide is not found, and nothing outside the folder is served', async () => {
  for (const path of ['absent', '../README.md', '%2e%2e/README.md', '..%2fREADME.md', 'agents/', 'agents.html']) {
    expect((await get(`/docs/guides/${path}`)).status).toBe(404)
  }
  expect((await get('/docs/guides')).headers.get('location')).toBe('/docs/guides/')
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
