/** The way out for deliveries: it reaches nobody who is not public, and a bad receiver costs nothing. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorKindOf } from '../src/delivery/webhooks/sending/judge-attempt.ts'
import { OutboundError } from '../src/platform/egress/outbound-error.ts'
import { createPostClient, type PostClient } from '../src/platform/egress/post-client.ts'
import {
  type BadReceivers,
  BROKEN,
  openTrapListeners,
  startBadReceivers,
  TOO_LARGE,
  TOO_SLOW,
} from './egress/bad-receivers.ts'
import { attemptsOutside } from './egress/confined-to-loopback.ts'
import { HOSTILE_URLS, hostileZone } from './egress/hostile-targets.ts'
import { startMerchantSite } from './egress/merchant-site.ts'
import { startScriptedDns } from './egress/scripted-dns.ts'
import { createTestAuthority, type TestAuthority } from './egress/test-authority.ts'

const MESSAGE = { headers: { 'content-type': 'application/json' }, body: '{"type":"webhook_endpoint.test"}' }

let authority: TestAuthority
beforeAll(() => {
  authority = createTestAuthority()
})
afterAll(() => authority[Symbol.dispose]())

const endOf = (client: PostClient, url: string): Promise<string> =>
  client.post({ url, ...MESSAGE }).then(
    ({ status }) => `answered ${status}`,
    (error: unknown) => (error instanceof OutboundError ? errorKindOf(error) : String(error)),
  )

it('every hostile URL is refused before a connection is opened', async () => {
  const everyday = [443, 80, 8080, 8443].map((port) => ({ address: '127.0.0.1', port }))
  await using traps = await openTrapListeners([...everyday, { address: '::1', port: 443 }])
  await using dns = await startScriptedDns(hostileZone)
  const client = createPostClient({ timeout_ms: 2000, dns_servers: [dns.server] })
  const here = traps.places.map(({ address, port }) => `https://${address === '::1' ? '[::1]' : address}:${port}/`)
  const waiting = [...HOSTILE_URLS, ...here]
  expect(waiting.length).toBeGreaterThan(1_000)
  const passed: string[] = []
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const end = await endOf(client, url)
      if (end !== 'refused_address') passed.push(`${url} ${end}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  expect(passed).toEqual([])
  expect(traps.connections()).toBe(0)
  expect(attemptsOutside).toEqual([])
})

describe('a bad receiver', () => {
  const TIMEOUT_MS = 4_000
  let receivers: BadReceivers
  let client: PostClient
  beforeAll(async () => {
    receivers = await startBadReceivers(authority.issue(['127.0.0.1']))
    const allow_loopback_for_tests = [`127.0.0.1:${receivers.port}`]
    client = createPostClient({ timeout_ms: TIMEOUT_MS, trusted_cas: [authority.root], allow_loopback_for_tests })
  })
  afterAll(async () => {
    await client.stop()
    await receivers[Symbol.asyncDispose]()
  })
  const at = (profile: string) => endOf(client, `https://127.0.0.1:${receivers.port}/${encodeURIComponent(profile)}`)

  // What it said counts; what it says after that is not listened to.
  const ENDS: Readonly<Record<string, string>> = {
    'an endless body': 'answered 200',
    'a body announced as one gigabyte': 'answered 200',
    'a gzip bomb larger than the limit as sent': 'answered 200',
    'one huge header': 'too_large',
    'very many headers': 'too_large',
    'a slow drip of body': 'answered 200',
    'a slow drip of header': 'timeout',
    'endless interim answers': 'timeout',
    silence: 'timeout',
    'a body shorter than announced, then silence': 'answered 200',
    'a reset instead of an answer': 'reset',
    'a reset in the middle of the body': 'answered 200',
    'something that is not HTTP': 'protocol',
    'an answer with two lengths': 'protocol',
    'a switch to another protocol': 'reset',
  }

  it('is judged by its status alone, and never waited for', async () => {
    const profiles = Object.keys({ ...TOO_LARGE, ...TOO_SLOW, ...BROKEN })
    const ends = await Promise.all(profiles.map(at))
    expect(Object.fromEntries(profiles.map((profile, i) => [profile, ends[i]]))).toEqual(ENDS)
  })

  it('costs a warm process at most 20 MB, whatever it pours', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const round = () => Promise.all(Object.keys(TOO_LARGE).map(at))
    const held = () => {
      collect()
      return process.memoryUsage.rss()
    }
    // Every process grows over its first hundreds of TLS connections; the warm-up takes that out of the figure.
    for (let i = 0; i < 30; i++) await round()
    const before = held()
    for (let i = 0; i < 3; i++) await round()
    expect(held() - before).toBeLessThanOrEqual(20 * 1024 ** 2)
  })
})

describe('a connection', () => {
  const open = async (respond: Parameters<typeof startMerchantSite>[1]) => {
    const site = await startMerchantSite(authority.issue(['127.0.0.1']), respond)
    const place = `127.0.0.1:${site.port}`
    const how = { timeout_ms: 2_000, trusted_cas: [authority.root], allow_loopback_for_tests: [place] }
    return { site, client: createPostClient(how), url: `https://${place}/hook` }
  }

  it('is used again, and not if either side closed it', async () => {
    let close = false
    const { site, client, url } = await open((_, response) => {
      response.writeHead(200, close ? { connection: 'close' } : {}).end('thank you')
    })
    for (let i = 0; i < 5; i++) expect(await endOf(client, url)).toBe('answered 200')
    expect(site.connections()).toBe(1)
    // Closed while it lies idle: the next delivery dials again, and nobody counts that as a failure.
    for (const request of site.requests) request.socket.destroy()
    expect(await endOf(client, url)).toBe('answered 200')
    expect(site.connections()).toBe(2)
    close = true
    await endOf(client, url)
    await endOf(client, url)
    expect(site.connections()).toBe(3)
    await client.stop()
    await site[Symbol.asyncDispose]()
  })

  it('leads nowhere else: a redirect is an answer, not a way', async () => {
    const { site, client, url } = await open((_, response) => {
      response.writeHead(307, { location: 'https://127.0.0.1/other' }).end()
    })
    expect(await endOf(client, url)).toBe('answered 307')
    expect(site.requests.map((request) => request.url)).toEqual(['/hook'])
    await client.stop()
    await site[Symbol.asyncDispose]()
  })

  it('to nobody, to a stranger or to a name that is not there has failed', async () => {
    const { site, url } = await open(() => {})
    const place = new URL(url).host
    const untrusting = createPostClient({ timeout_ms: 2_000, allow_loopback_for_tests: [place] })
    expect(await endOf(untrusting, url)).toBe('tls')
    await site[Symbol.asyncDispose]()
    expect(await endOf(untrusting, url)).toBe('refused')
    await using dns = await startScriptedDns(() => ({ records: [] }))
    const lost = createPostClient({ timeout_ms: 2_000, dns_servers: [dns.server] })
    expect(await endOf(lost, 'https://nobody.test/')).toBe('dns')
  })
})
