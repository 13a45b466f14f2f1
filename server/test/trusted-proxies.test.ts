/** A caller cannot choose the address that it is limited by: only named proxies are believed about it. */
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

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
    const sent = request(`${base}/v1/merchant-accounts/registrations`, { method: 'POST', headers, localAddress: from })
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
