import { createServer, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startDnsServer } from '../../../test/outside/dns-server.ts'
import '../../../test/outside/confined-to-loopback.ts'
import { listening } from '../../../test/outside/listening.ts'
import { type Respond, startMerchantSite } from '../../../test/outside/merchant-site.ts'
import { startScriptedDns } from '../../../test/outside/scripted-dns.ts'
import { createTestAuthority } from '../../../test/outside/test-authority.ts'
import { createHttpsClient, type HttpsClientOptions, type HttpsRequest } from './https-client.ts'

const authority = createTestAuthority()
afterAll(() => authority[Symbol.dispose]())
const certificate = authority.issue(['shop.test', '127.0.0.1', '::1'])

const LIMITS = { timeout_ms: 5_000, max_bytes: 16_384 }

async function ask(
  respond: Respond,
  { options = {}, request = {} }: { options?: Partial<HttpsClientOptions>; request?: Partial<HttpsRequest> } = {},
) {
  await using site = await startMerchantSite(certificate, respond)
  const host = `127.0.0.1:${site.port}`
  const trusted = { trusted_cas: [authority.root], allow_loopback_for_tests: [host] }
  const client = createHttpsClient({ ...LIMITS, ...trusted, ...options })
  const response = await client.request({ url: `https://${host}/.well-known/proof.txt?a=1`, ...request })
  return { response, arrived: site.requests, connections: site.connections() }
}

describe('an answer', () => {
  it('comes back whole: status, headers, bytes and the address that gave it', async () => {
    const { response } = await ask((_, reply) => reply.writeHead(418, { 'x-many': ['a', 'b'] }).end('tea'))
    expect(response).toMatchObject({ status: 418, address: '127.0.0.1', headers: { 'x-many': 'a, b' } })
    expect(Buffer.from(response.body).toString()).toBe('tea')
  })

  it('was asked for with the method, path, headers and body given, and with no compression or kept connection', async () => {
    const request = { method: 'POST', headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}' } as const
    const { response, arrived } = await ask((incoming, reply) => incoming.pipe(reply), { request })
    expect(arrived[0]).toMatchObject({ method: 'POST', url: '/.well-known/proof.txt?a=1' })
    expect(arrived[0]?.headers).toMatchObject({ 'webhook-id': 'evt_1', connection: 'close', 'content-length': '7' })
    expect(arrived[0]?.headers).not.toHaveProperty('accept-encoding')
    expect(Buffer.from(response.body).toString()).toBe('{"a":1}')
  })

  it('comes from the address that DNS gave, with the name of the URL in TLS and in Host', async () => {
    await using dns = await startDnsServer(['host-record=shop.test,127.0.0.1'])
    await using site = await startMerchantSite(certificate, (_, reply) => reply.end('ok'))
    const host = `shop.test:${site.port}`
    const trusted = { trusted_cas: [authority.root], allow_loopback_for_tests: [host], dns_servers: [dns.server] }
    const response = await createHttpsClient({ ...LIMITS, ...trusted }).request({ url: `https://${host}/` })
    expect(response.address).toBe('127.0.0.1')
    expect(site.requests[0]?.headers.host).toBe(host)
    expect(site.requests[0]?.socket).toMatchObject({ servername: 'shop.test' })
  })

  it('comes over IPv6 as well', async () => {
    await using site = await startMerchantSite(certificate, (_, reply) => reply.end('ok'), { address: '::1', port: 0 })
    const host = `[::1]:${site.port}`
    const client = createHttpsClient({ ...LIMITS, trusted_cas: [authority.root], allow_loopback_for_tests: [host] })
    expect(await client.request({ url: `https://${host}/` })).toMatchObject({ status: 200, address: '::1' })
  })

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024))
    const { response } = await ask((_, reply) => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(response.headers['content-encoding']).toBe('gzip')
    expect(Buffer.compare(response.body, bomb)).toBe(0)
  })

  it('may be exactly as large as the limit and no larger', async () => {
    const { response } = await ask((_, reply) => reply.end(Buffer.alloc(LIMITS.max_bytes)))
    expect(response.body).toHaveLength(LIMITS.max_bytes)
    const one_more = ask((_, reply) => reply.end(Buffer.alloc(LIMITS.max_bytes + 1)))
    await expect(one_more).rejects.toMatchObject({ kind: 'too_large', message: expect.stringContaining('16384 bytes') })
  })
})

describe('a site is not believed', () => {
  it('without a trusted certificate, and nothing of the request is sent to it', async () => {
    await using site = await startMerchantSite(certificate, (_, reply) => reply.end())
    const allow_loopback_for_tests = [`127.0.0.1:${site.port}`]
    const stranger = createHttpsClient({ ...LIMITS, allow_loopback_for_tests })
    await expect(stranger.request({ url: `https://127.0.0.1:${site.port}/` })).rejects.toMatchObject({ kind: 'tls' })
    expect(site.requests).toHaveLength(0)
  })

  it('even if the environment says that certificates do not matter', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      await expect(ask((_, reply) => reply.end(), { options: { trusted_cas: [] } })).rejects.toMatchObject({
        kind: 'tls',
      })
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })

  it('because it was believed a moment ago: no TLS session is resumed, each connection shows its certificate again', async () => {
    const resumed: boolean[] = []
    await using dns = await startDnsServer(['host-record=shop.test,127.0.0.1'])
    await using site = await startMerchantSite(certificate, ({ socket }, reply) => {
      resumed.push((socket as TLSSocket).isSessionReused())
      reply.end('ok')
    })
    const host = `shop.test:${site.port}`
    const trusted = { trusted_cas: [authority.root], allow_loopback_for_tests: [host], dns_servers: [dns.server] }
    const client = createHttpsClient({ ...LIMITS, ...trusted })
    for (let i = 0; i < 3; i++) await client.request({ url: `https://${host}/` })
    expect(resumed).toEqual([false, false, false])
  })

  it('with a certificate for another name', async () => {
    await using site = await startMerchantSite(authority.issue(['other.test']), (_, reply) => reply.end())
    const host = `localhost:${site.port}`
    const client = createHttpsClient({ ...LIMITS, trusted_cas: [authority.root], allow_loopback_for_tests: [host] })
    await expect(client.request({ url: `https://${host}/` })).rejects.toMatchObject({ kind: 'tls' })
    expect(site.requests).toHaveLength(0)
  })
})

it.each(['Host', 'accept-encoding', 'Connection'])('the header %s is not the caller’s to set', async (name) => {
  await expect(ask((_, reply) => reply.end(), { request: { headers: { [name]: 'x' } } })).rejects.toThrow(TypeError)
})

it('nobody listening, and a name that does not exist, are told apart', async () => {
  await using dns = await startDnsServer([])
  const client = createHttpsClient({ ...LIMITS, dns_servers: [dns.server], allow_loopback_for_tests: ['127.0.0.1:1'] })
  await expect(client.request({ url: 'https://127.0.0.1:1/' })).rejects.toMatchObject({ kind: 'connect' })
  await expect(client.request({ url: 'https://nobody.test/' })).rejects.toMatchObject({ kind: 'dns' })
})

it('a name with one address that may not be called is not called at all, though the others may', async () => {
  const records = ['127.0.0.1', '8.8.8.8'].map((value) => ({ type: 'A' as const, value }))
  await using dns = await startScriptedDns(({ type }) => (type === 'A' ? { records } : {}))
  await using site = await startMerchantSite(certificate, (_, reply) => reply.end('ok'))
  const host = `shop.test:${site.port}`
  const trusted = { trusted_cas: [authority.root], allow_loopback_for_tests: [host], dns_servers: [dns.server] }
  const client = createHttpsClient({ ...LIMITS, ...trusted })
  await expect(client.request({ url: `https://${host}/` })).rejects.toMatchObject({ kind: 'refused_address' })
  expect(site.connections()).toBe(0)
})

it('a server that hangs up after the handshake is dialled once, not until the time is up', async () => {
  let connections = 0
  const rude = createServer({ ...certificate }, (socket) => {
    connections += 1
    socket.on('error', () => {}).destroy()
  })
  const host = `127.0.0.1:${await listening(rude)}`
  const client = createHttpsClient({ ...LIMITS, trusted_cas: [authority.root], allow_loopback_for_tests: [host] })
  await expect(client.request({ url: `https://${host}/` })).rejects.toMatchObject({ kind: 'protocol' })
  expect(connections).toBe(1)
  rude.close()
})
