// Every hostile target is refused before a connection is opened. Only refusals count: a target that failed to
// connect, timed out or did not resolve has got past the guard. One control request shows that the traps do count.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptsOutside } from '../../../test/outside/confined-to-loopback.ts'
import { ODD_URLS } from '../../../test/outside/hostile-targets.ts'
import {
  EVERY_FORBIDDEN,
  hostileZone,
  LITERAL_IPV6,
  namesOf,
  SHAPES,
  SPELT_IPV4,
} from '../../../test/outside/hostile-zone.ts'
import { type ScriptedDns, startScriptedDns } from '../../../test/outside/scripted-dns.ts'
import { openTrapListeners, type TrapListeners } from '../../../test/outside/trap-listeners.ts'
import { createHttpsClient, type HttpsClient } from './https-client.ts'
import { OutboundError } from './outbound-error.ts'

let traps: TrapListeners
let dns: ScriptedDns
let client: HttpsClient
let tried = 0

beforeAll(async () => {
  const everyday = [443, 80, 8080, 8443].map((port) => ({ address: '127.0.0.1', port }))
  const others = ['::1', '127.0.0.53', '127.1.2.3'].map((address) => ({ address, port: 443 }))
  traps = await openTrapListeners([...everyday, ...others])
  dns = await startScriptedDns(hostileZone)
  client = createHttpsClient({ timeout_ms: 2000, max_bytes: 1024, dns_servers: [dns.server] })
})

afterAll(async () => {
  await traps[Symbol.asyncDispose]()
  await dns[Symbol.asyncDispose]()
})

async function notRefused(urls: readonly string[]): Promise<string[]> {
  tried += urls.length
  const waiting = [...urls]
  const passed: string[] = []
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const end = await client.request({ url }).then(
        () => 'answered',
        (error: unknown) => (error instanceof OutboundError ? error.kind : String(error)),
      )
      if (end !== 'refused_url' && end !== 'refused_address') passed.push(`${url} ${end}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return passed
}

describe('no connection is opened', () => {
  it('to a special IPv4 address, however it is spelt', async () => {
    expect(await notRefused(SPELT_IPV4)).toEqual([])
  })

  it('to a special IPv6 address, or to one that carries a special IPv4 address', async () => {
    expect(await notRefused(LITERAL_IPV6)).toEqual([])
  })

  it('to the ports that are listening right here', async () => {
    const hosts = traps.places.map(({ address }) => (address.includes(':') ? `[${address}]` : address))
    const ports = traps.places.map(({ port }) => port)
    expect(await notRefused(hosts.flatMap((host) => ports.map((port) => `https://${host}:${port}/`)))).toEqual([])
  })

  it('for an odd scheme, port, user or host', async () => {
    expect(await notRefused(ODD_URLS)).toEqual([])
  })

  it.each(SHAPES)('for a name with a special address: %s', async (shape) => {
    expect(await notRefused(namesOf(shape))).toEqual([])
  })
})

it('over 600 hostile targets were tried, and the traps counted nothing', () => {
  expect(tried).toBeGreaterThan(600)
  expect(traps.connections()).toBe(0)
  expect(attemptsOutside).toEqual([])
})

describe('with loopback allowed for one host', () => {
  it('a control request does reach a trap, so the count of nothing means something', async () => {
    await using trap = await openTrapListeners([{ address: '127.0.0.1', port: 0 }])
    const host = `127.0.0.1:${trap.places[0]?.port}`
    const allowed = createHttpsClient({ timeout_ms: 200, max_bytes: 1024, allow_loopback_for_tests: [host] })
    await expect(allowed.request({ url: `https://${host}/` })).rejects.toMatchObject({ kind: 'timeout' })
    expect(trap.connections()).toBe(1)
    expect(trap.bytes()).toBeGreaterThan(0)
  })

  it('that host may not lead anywhere but to loopback', async () => {
    const urls = EVERY_FORBIDDEN.filter((address) => !/^127\.|^::1$|:ffff:(127\.|7f)/.test(address)).map((address) =>
      address.includes(':') ? `https://[${address}]/` : `https://${address}/`,
    )
    const hosts = urls.map((url) => `${new URL(url).hostname}:443`)
    const listed = createHttpsClient({ timeout_ms: 500, max_bytes: 1024, allow_loopback_for_tests: hosts })
    const kinds = await Promise.all(
      urls.map((url) => listed.request({ url }).catch((error: OutboundError) => error.kind)),
    )
    expect(new Set(kinds)).toEqual(new Set(['refused_address']))
  })
})
