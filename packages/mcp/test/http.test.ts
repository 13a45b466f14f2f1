/** Over HTTP nobody gets in by chance: a token, a host and an origin are asked for first. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Served, served, TOKEN } from './clients.ts'

let http: Served
beforeAll(async () => {
  http = await served({ base_url: 'http://127.0.0.1:9' })
})
afterAll(() => http[Symbol.asyncDispose]())

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const HEADERS = {
  authorization: `Bearer ${TOKEN}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

interface Answered {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Not fetch, which lets nobody choose a Host. */
const send = (path: string, headers: Record<string, string>, body?: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(new URL(path, http.url), { method, headers, agent: false }, (came) => {
      let text = ''
      came.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      came.on('end', () => resolve({ status: came.statusCode ?? 0, headers: came.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
const post = (more: Record<string, string> = {}, body: unknown = LIST) =>
  send('/mcp', { ...HEADERS, ...more }, JSON.stringify(body))

test('with the token the tools are listed', async () => {
  const { status, body } = await post()
  expect([status, body]).toEqual([200, expect.stringContaining('request_payment')])
})

test.each(['', 'Bearer ', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`])(
  '"%s" opens nothing',
  async (authorization) => {
    const { status, headers, body } = await post({ authorization })
    expect([status, body.includes('request_payment')]).toEqual([401, false])
    expect(headers['www-authenticate']).toContain('resource_metadata="')
  },
)

test('the challenge names a document that says what is protected, and how', async () => {
  const { headers } = await post({ authorization: '' })
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? []
  const { status, body } = await send(new URL(address).pathname, {})
  expect([status, JSON.parse(body)]).toEqual([
    200,
    { resource: http.url, resource_name: expect.any(String), bearer_methods_supported: ['header'] },
  ])
})

test.each([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { host: 'evil.example' },
  { host: 'rebound.example:8790' },
])('a page of another site gets nothing, token or not: %j', async (more) => {
  expect((await post(more)).status).toBe(403)
})

test('other paths and bodies that are too large are turned away', async () => {
  expect((await send('/', HEADERS, '{}')).status).toBe(404)
  expect((await post({}, { ...LIST, params: { padding: 'x'.repeat(300_000) } })).status).toBe(413)
})
