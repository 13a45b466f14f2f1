/** Who may ask the demo shop: the page of this run's wallet, and nobody else on the web or on this machine's other pages. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoShop, startDemoShop } from './demo-shop.ts'

const WALLET = 'http://localhost:8788'
let shop: DemoShop
const log: string[] = []

beforeAll(async () => {
  shop = await startDemoShop({
    port: 0,
    base_url: 'http://127.0.0.1:1',
    wallet_url: WALLET,
    site_folder: '/nowhere/site',
    log: (line) => log.push(line),
  })
})
afterAll(() => shop.stop())

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const ask = ({ method = 'POST', path = '/connect', headers = {}, body = '{}' }: Asked) =>
  new Promise<{ status: number | undefined; allowed: unknown }>((resolve, reject) => {
    const { port } = new URL(shop.url)
    const sent = method === 'POST' ? body : ''
    const all = {
      origin: WALLET,
      'content-type': 'application/json',
      'content-length': String(sent.length),
      ...headers,
    }
    const call = request({ host: '127.0.0.1', port, method, path, headers: all, agent: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode, allowed: answer.headers['access-control-allow-origin'] })
    })
    call.on('error', reject)
    call.end(sent)
  })

test('the page of this wallet may ask', async () => {
  expect(await ask({ method: 'OPTIONS' })).toEqual({ status: 204, allowed: WALLET })
})

test.each<[string, Asked, number]>([
  ['another page', { headers: { origin: 'https://evil.example' } }, 403],
  ['another page on this machine', { headers: { origin: 'http://localhost:8789' } }, 403],
  ['another page, before it asks', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }, 403],
  ['a program without a page', { headers: { origin: '' } }, 403],
  ['a name that was pointed at this machine', { headers: { host: 'evil.example' } }, 421],
  ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
  ['a GET', { method: 'GET' }, 405],
  ['another path', { path: '/open/../x' }, 404],
  ['what is no JSON', { body: 'key' }, 400],
  ['no key', { body: '{}' }, 400],
  ['a flag in place of a key', { body: '{"connect_key":"--profile"}' }, 400],
  ['more than a key', { body: JSON.stringify({ connect_key: `0Z77-G2M9-QXC0-4TNK-V8E9 --profile x` }) }, 400],
  ['a long text', { body: JSON.stringify({ connect_key: 'x'.repeat(300) }) }, 413],
])('%s is refused, and nothing is run', async (_who, asked, status) => {
  expect(await ask(asked)).toEqual({ status, allowed: undefined })
  expect(log).toEqual([])
})
