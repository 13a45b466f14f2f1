import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { newSecret } from '@pursestrings/protocol/secrets'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isCsrfProof, newCsrfProof } from '../src/platform/credentials/credentials.ts'
import { portal } from '../src/platform/pages/portal.ts'
import { type Asking, newAsking } from './asking.ts'
import { call } from './call.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** What is said to a message that is no call: in our own form, and never in the place of another call's answer. */
describe('client errors', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ LOG_LEVEL: 'debug' })
  })
  afterAll(() => world.stop())

  /** All that the connection says until it is closed. */
  const said = (message: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url)
      const socket = connect(Number(port), hostname)
      let heard = ''
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString()
      })
      socket.on('error', reject).on('close', () => resolve(heard))
      socket.write(message)
    })

  const codesIn = (text: string): string[] => Array.from(text.matchAll(/"code":"(\w+)"/g), ([, code = '']) => code)
  const statusesIn = (text: string): number[] =>
    Array.from(text.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g), ([, status]) => Number(status))

  test.each([
    ['garbage', 'GARBAGE\r\n\r\n', 400, 'malformed_http'],
    ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400, 'malformed_http'],
    ['two hosts', 'GET /v1/merchants HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 400, 'malformed_http'],
    [
      'a length and chunks',
      'POST /v1/app-devices HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_http',
    ],
    [
      'a bad chunk',
      'POST /v1/app-devices HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'malformed_http',
    ],
    ['a large head', `GET /health HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s is refused with the envelope, and the connection closed', async (_what, message, status, code) => {
    const text = await said(message)
    expect([statusesIn(text), codesIn(text)]).toEqual([[status], [code]])
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toContain('application/json; charset=utf-8')
    expect(head.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(body)).toMatchObject({
      ok: false,
      error: { code, doc_url: expect.stringContaining(`/docs/errors/${code}`), request_id: expect.any(String) },
    })
  })

  test('a message whose head never comes whole is refused after some seconds', async () => {
    const text = await said('GET /health HTTP/1.1\r\nhost: a\r\n')
    expect([statusesIn(text), codesIn(text)]).toEqual([[408], ['request_timeout']])
  }, 120_000)

  test('a call that came while the process was held up is answered once, and so is the next on its connection', async () => {
    const { hostname, port } = new URL(world.url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
    await once(socket, 'connect')
    await pause(100)
    await new Promise<void>((resolve) => {
      // From here, timers come before what can be read.
      setImmediate(() => {
        socket.write('GET /health HTTP/1.1\r\nhost: a\r\n\r\n')
        // Longer than a head may take: this thread does nothing at all meanwhile.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000)
        resolve()
      })
    })
    await until(() => heard.includes('"alive"'))
    await pause(200)
    socket.write('GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    await closed
    expect(statusesIn(heard)).toEqual([200, 200])
  }, 120_000)

  test('garbage after a call never takes the place of its answer', async () => {
    const text = await said('GET /ready HTTP/1.1\r\nhost: a\r\n\r\nGARBAGE\r\n\r\n')
    expect(statusesIn(text)).toEqual([200, 400])
  })

  test('a caller who goes away in the middle of a body is no trouble of the database', async () => {
    const { hostname, port } = new URL(world.url)
    const head =
      'POST /v1/app-devices HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n'
    let wait_ms = 0
    // Who goes before the body is looked at is not noticed at all.
    await until(async () => {
      const socket = connect(Number(port), hostname)
      socket.write(`${head}{"name":`)
      await new Promise((resolve) => setTimeout(resolve, (wait_ms += 20)))
      socket.destroy()
      return world.log.some((line) => line.includes('the call did not come whole'))
    })
    expect(world.log.filter((line) => line.includes('the database could not do this now'))).toEqual([])
  })

  test('a call that closes its connection is answered, whatever follows it', async () => {
    const request_line = 'GET /ready HTTP/1.1\r\nhost: a\r\n'
    expect(statusesIn(await said(`${request_line}connection: close\r\n\r\n${request_line}\r\n`))).toEqual([200])
  })

  test('an expectation that we do not know is no reason to refuse', async () => {
    const text = await said('GET /health HTTP/1.1\r\nhost: a\r\nexpect: miracle\r\nconnection: close\r\n\r\n')
    expect(statusesIn(text)).toEqual([200])
  })
})

/** The `request_id` that a caller reports leads to who called and about what, by ids alone; a switch leaves both out. */
describe('call lines', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const lineOf = async (request_id: string) => {
    const found = () => world.log.flatMap((text) => text.split('\n')).find((line) => line.includes(`"${request_id}"`))
    await until(() => found() !== undefined)
    return JSON.parse(found() as string) as Record<string, unknown>
  }
  const ask = (url: string, headers: Record<string, string>) => {
    const { payee } = asking
    const { recipient_id, recipient_version_id } = payee
    return call(url, 'POST', '/v1/payment-requests', {
      headers: { authorization: `Bearer ${asking.connection_token}`, ...headers },
      body: {
        recipient_id,
        recipient_version_id,
        payment: { amount: '1' },
        policy: { requires_user_approval: true },
        idempotency_key: headers['x-request-id'],
      },
    })
  }

  test('an agent, a wallet and a member are told by their organization or wallet, with the record', async () => {
    const organization = asking.operator.merchant_id
    const made = await ask(world.url, { 'x-request-id': 'made-by-agent' })
    expect(made.status).toBe(201)
    const record = made.json.payment_request.request_id
    expect(await lineOf('made-by-agent')).toMatchObject({
      operation: 'payment_requests.create',
      status: 201,
      caller: 'connection_token',
      organization,
      connection: asking.connection_id,
      record,
    })
    const headers = (id: string) => ({ 'x-request-id': id })
    await asking.device.call('GET', `/v1/payment-requests/${record}`, { headers: headers('read-by-wallet') })
    expect(await lineOf('read-by-wallet')).toMatchObject({
      caller: 'device_token',
      wallet: asking.device.device_id,
      record,
    })
    const path = `/v1/merchants/${organization}`
    await asking.operator.call('GET', path, { headers: headers('read-by-member') })
    expect(await lineOf('read-by-member')).toMatchObject({
      caller: 'merchant_session',
      organization,
      record: organization,
    })
    await asking.operator.call('GET', '/v1/merchants/mer_../../x', { headers: headers('strange') })
    expect(JSON.stringify(await lineOf('strange'))).not.toContain('..')
  })

  test('with LOG_CALLERS=none a line says neither', async () => {
    const quiet = await world.another({ LOG_CALLERS: 'none' })
    expect((await ask(quiet.url as string, { 'x-request-id': 'made-in-silence' })).status).toBe(201)
    const line = await lineOf('made-in-silence')
    expect(Object.keys(line).toSorted()).toEqual(['level', 'ms', 'msg', 'operation', 'request_id', 'status', 'time'])
  })
})

/** A caller cannot choose the address that it is limited by: only named proxies are believed about it. */
describe('trusted proxies', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ RATE_LIMIT_SCALE: '1', LOG_LEVEL: 'silent' })
  })
  afterAll(() => world.stop())

  /** Comes from an address of this machine of the caller's own, as a proxy or a stranger would. */
  const register = (base: string, from: string, hops: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ email: `${from}-${hops}`.replaceAll(/[^\da-f]/g, '-').concat('@merchant.example') })
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': hops, connection: 'close' }
      const sent = request(`${base}/v1/merchant-accounts/registrations`, {
        method: 'POST',
        headers,
        localAddress: from,
      })
      sent.on('response', (response) => {
        response.resume()
        resolve(response.statusCode as number)
      })
      sent.on('error', reject)
      sent.end(body)
    })

  /** Sign-in steps are limited to 30 a minute per address. */
  const served = async (base: string, from: string, hops: (i: number) => string) => {
    const statuses: number[] = []
    for (let i = 0; i < 35; i++) statuses.push(await register(base, from, hops(i)))
    return statuses.filter((status) => status === 202).length
  }

  const forged = (i: number) => `198.51.100.${i}`

  test('without TRUST_PROXY no hop is believed', async () => {
    expect(await served(world.url, '127.0.1.1', forged)).toBe(30)
  })

  test('behind a named proxy the last hop that is no proxy counts, whatever first hops a caller forges', async () => {
    const { url } = await world.another({ TRUST_PROXY: '127.0.2.0/24' })
    expect(await served(url as string, '127.0.2.1', (i) => `${forged(i)}, 203.0.113.1`)).toBe(30)
    expect(await served(url as string, '127.0.2.1', (i) => `${forged(i)}, 203.0.113.2, 127.0.2.9`)).toBe(30)
    // Two callers behind the proxy do not share a limit.
    expect(await register(url as string, '127.0.2.1', '203.0.113.3')).toBe(202)
    // A stranger beside the proxy is not believed at all.
    expect(await served(url as string, '127.0.3.1', forged)).toBe(30)
  })

  test('with a number of proxies that many hops are believed and no more', async () => {
    const { url } = await world.another({ TRUST_PROXY: '1' })
    expect(await served(url as string, '127.0.4.1', (i) => `${forged(i)}, 203.0.113.11`)).toBe(30)
    const two = await world.another({ TRUST_PROXY: '2' })
    expect(await served(two.url as string, '127.0.4.1', (i) => `${forged(i)}, 203.0.113.12, 10.0.0.1`)).toBe(30)
    expect(await register(two.url as string, '127.0.4.1', '203.0.113.13, 10.0.0.1')).toBe(202)
  })
})

describe("a form's proof", () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

  test('a proof has one spelling', () => {
    const token = newSecret('session')
    const proof = newCsrfProof(token)
    const spellings = LETTERS.split('').map((letter) => proof.slice(0, -1) + letter)
    expect(spellings.filter((one) => isCsrfProof(one, token))).toEqual([proof])
  })
})

/** A service whose portal was not built says so where its pages would be. */
describe('a portal that was not built', () => {
  test.each(['/', '/verify', '/requests'])('%s names the command that builds the portal', async (url) => {
    const site = fastify()
    await portal(site, '/nowhere/')
    const { statusCode, body } = await site.inject(url)
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')])
  })
})
