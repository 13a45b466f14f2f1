import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_SCHEDULE_S } from '@pursestrings/contract/webhook-deliveries/records'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { readDocs } from '../src/platform/pages/pages.ts'
import { type Answering, act, type Heard, newEndpoint } from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** The documentation as a running service gives it: the texts, the list for language models, the security contact. */
describe('guides', () => {
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
    expect(
      places.filter((place) => !seen.has(`/docs/${place === '' ? 'index' : place.replace(/\/$/, '')}.md`)),
    ).toEqual([])
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
})

/** The receiver that docs/webhooks.md gives merchants, run as it stands there, against the running service. */
describe('webhooks', () => {
  const guide = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  /** The guide's receiver as a process; answers with how to hand it what arrived, as a proxy would. */
  const startReceiver = async (secrets: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-receiver-'))
    const file = join(folder, 'receiver.mjs')
    writeFileSync(file, /^```js\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '')
    const port = await freePort()
    const env = { PATH: process.env.PATH, WEBHOOK_SECRETS: secrets, PORT: String(port) }
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    onTestFinished(async () => {
      const ended = once(child, 'exit')
      if (child.kill()) await ended
      rmSync(folder, { recursive: true, force: true })
    })
    const ask = ({ headers, body }: Pick<Heard, 'headers' | 'body'>) => {
      const kept = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))
      return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: Object.fromEntries(kept), body })
    }
    await until(() =>
      ask({ headers: {}, body: '' }).then(
        () => true,
        () => false,
      ),
    )
    const hand: Answering = async (heard, response) => {
      const answer = await ask(heard)
      response.writeHead(answer.status).end(await answer.text())
    }
    return { ask, hand, output: () => output }
  }

  test('it answers challenges, takes events, knows both secrets of a rotation, and refuses what is bent, old or bare', async () => {
    const operator = await newOperator(world)
    let hand: Answering = (_, response) => response.writeHead(503).end()
    const { path, url } = web.webhooks.place((heard, response) => hand(heard, response))
    const { webhook_endpoint_id: id, secret } = await newEndpoint(operator, { url })
    const first = await startReceiver(secret)
    hand = first.hand
    expect((await act(operator, id, 'verify')).json.webhook_endpoint.status).toBe('active')
    await act(operator, id, 'test')
    await until(() => first.output().includes(`webhook_endpoint.test {"webhook_endpoint_id":"${id}"}`))

    const heard = web.webhooks.lastAt(path)
    const { headers, body } = heard
    const with_header = (name: string, value: string) => ({ body, headers: { ...headers, [name]: value } })
    const old = String(Number(headers['webhook-timestamp']) - 301)
    const refused = [
      { headers, body: `${body} ` },
      with_header('webhook-id', 'evt_other'),
      with_header('webhook-timestamp', old),
      with_header('webhook-timestamp', 'now'),
      with_header('webhook-signature', ''),
      with_header('webhook-signature', 'v1,'),
      with_header('webhook-signature', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''),
      { headers: {}, body },
    ]
    for (const one of refused) expect((await first.ask(one)).status).toBe(400)
    expect((await first.ask(heard)).status).toBe(204)

    const { secret: second } = (await act(operator, id, 'rotate-secret')).json
    expect((await act(operator, id, 'verify')).status).toBe(200)
    hand = (await startReceiver(`${secret} ${second}`)).hand
    expect((await act(operator, id, 'verify')).status).toBe(200)
    hand = (await startReceiver(second)).hand
    expect((await act(operator, id, 'verify')).status).toBe(200)
  })

  test('the guide names every type and the whole schedule', () => {
    for (const type of WEBHOOK_EVENT_TYPES) expect(guide).toContain(`| \`${type}\``)
    const spoken = (s: number) =>
      s === 0 ? 'at once' : s < 60 ? `${s} s` : s < 3600 ? `${s / 60} min` : `${s / 3600} h`
    const row = guide.split('\n').find((line) => line.startsWith('| After')) as string
    expect(
      row
        .split('|')
        .slice(2, -1)
        .map((cell) => cell.trim()),
    ).toEqual(WEBHOOK_SCHEDULE_S.map(spoken))
  })
})
