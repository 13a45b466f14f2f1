// H2 to H4: one look-up, one dial, to the very address that was classified, and no further hop. Loopback plays the public
// internet here: 127.0.0.2 is where the site is, a trap waits where an attacker would like the call to end.
import { buildConnector } from 'undici'
import { describe, expect, it } from 'vitest'
import '../../../test/egress/confined-to-loopback.ts'
import { openTrapListeners, type TrapListeners } from '../../../test/egress/bad-receivers.ts'
import { startMerchantSite } from '../../../test/egress/merchant-site.ts'
import { startScriptedDns } from '../../../test/egress/scripted-dns.ts'
import { createTestAuthority } from '../../../test/egress/test-authority.ts'
import { pinnedConnector } from './dial.ts'
import { createHttpsClient } from './https-client.ts'

const LIMITS = { timeout_ms: 2000, max_bytes: 1024 }

describe('a call goes where it was meant to go', () => {
  it('the name is looked up once and the first answer is the one called, whatever it changes to', async () => {
    using authority = createTestAuthority()
    const site = { address: '127.0.0.2', port: 0 }
    await using shop = await startMerchantSite(
      authority.issue(['shop.test']),
      (_, response) => response.end('hello'),
      site,
    )
    await using trap = await openTrapListeners([{ address: '127.0.0.1', port: shop.port }])
    await using rebinding = await startScriptedDns(({ type, nth }) =>
      type === 'A' ? { records: [{ type: 'A', value: nth === 1 ? '127.0.0.2' : '127.0.0.1' }] } : {},
    )
    const listed = createHttpsClient({
      ...LIMITS,
      trusted_cas: [authority.root],
      dns_servers: [rebinding.server],
      allow_loopback_for_tests: [`shop.test:${shop.port}`],
    })
    const response = await listed.request({ url: `https://shop.test:${shop.port}/` })
    expect(response).toMatchObject({ status: 200, address: '127.0.0.2' })
    expect(rebinding.asked.map(({ type }) => type).toSorted()).toEqual(['A', 'AAAA'])
    expect(trap.connections()).toBe(0)
  })

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is handed back and not followed', async (status) => {
    using authority = createTestAuthority()
    await using trap = await openTrapListeners([{ address: '127.0.0.1', port: 0 }])
    const location = `https://127.0.0.1:${trap.places[0]?.port}/`
    await using shop = await startMerchantSite(authority.issue(['127.0.0.1']), (_, response) =>
      response.writeHead(status, { location }).end(),
    )
    const listed = createHttpsClient({
      ...LIMITS,
      trusted_cas: [authority.root],
      allow_loopback_for_tests: [`127.0.0.1:${shop.port}`, new URL(location).host],
    })
    const response = await listed.request({ url: `https://127.0.0.1:${shop.port}/` })
    expect(response).toMatchObject({ status, headers: { location } })
    expect(trap.connections()).toBe(0)
  })
})

function dialTo(trap: TrapListeners, permits: (address: string) => boolean, signal: AbortSignal) {
  const port = trap.places[0]?.port ?? 0
  const dial = pinnedConnector({ address: '127.0.0.1', port, permits, signal, secure: buildConnector({}) })
  const options = { hostname: 'shop.test', protocol: 'https:', port: String(port) }
  return () => new Promise((done) => dial(options, (...end) => done(end[0])))
}

it('whoever answers is looked at again before a byte is written', async () => {
  await using trap = await openTrapListeners([{ address: '127.0.0.1', port: 0 }])
  const looked: string[] = []
  const dial = dialTo(trap, (address) => looked.push(address) === 0, new AbortController().signal)
  expect(await dial()).toMatchObject({ kind: 'refused_address' })
  expect(looked).toEqual(['127.0.0.1'])
  await trap.emptied()
  expect([trap.connections(), trap.bytes()]).toEqual([1, 0])
})

it('a request dials once, whatever becomes of the connection', async () => {
  await using trap = await openTrapListeners([{ address: '127.0.0.1', port: 0 }])
  const dial = dialTo(trap, () => true, AbortSignal.timeout(50))
  expect(await dial()).toMatchObject({ name: 'TimeoutError' })
  expect(await dial()).toMatchObject({ kind: 'protocol' })
  await trap.emptied()
  expect(trap.connections()).toBe(1)
})
