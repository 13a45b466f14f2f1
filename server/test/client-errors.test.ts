/** What is said to a message that is no call: in our own form, and never in the place of another call's answer. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

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
  const call = 'GET /ready HTTP/1.1\r\nhost: a\r\n'
  expect(statusesIn(await said(`${call}connection: close\r\n\r\n${call}\r\n`))).toEqual([200])
})

test('an expectation that we do not know is no reason to refuse', async () => {
  const text = await said('GET /health HTTP/1.1\r\nhost: a\r\nexpect: miracle\r\nconnection: close\r\n\r\n')
  expect(statusesIn(text)).toEqual([200])
})
