/** What the wallet's page may reach, and that its listener leads nowhere else. */
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { buildWalletSite } from './wallet-site.ts'

const LEDGER = {
  name: 'practice-ledger',
  operator: 'us',
  api: 'rpc',
  network: 'stellar_testnet',
  url: 'http://127.0.0.1:8000/rpc',
}

const siteWith = async (settings: Readonly<Record<string, string>> = {}) => {
  const config = readConfig({
    ENVIRONMENT: 'development',
    DATABASE_URL: 'postgres://app@db.example/pursestrings',
    BASE_URL: 'http://127.0.0.1:8787',
    WALLET_URL: 'http://localhost:8788',
    WALLET_PORT: '8788',
    ...settings,
  })
  const site = await buildWalletSite(config, createLog('silent'))
  onTestFinished(() => site.close())
  return (url: string, host = 'localhost:8788', more: object = {}) => site.inject({ url, headers: { host, ...more } })
}

test('the page talks to its origin, the service and the ledger, and can make no code of text', async () => {
  const read = await siteWith({
    LEDGER_SOURCES: JSON.stringify([LEDGER]),
    RECEIPT_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
  })
  const policy = String((await read('/settings.json')).headers['content-security-policy'])
  const directives = new Map(policy.split(';').map((one) => [one.trim().split(' ')[0], one.trim()] as const))
  expect(directives.get('connect-src')).toBe("connect-src 'self' http://127.0.0.1:8787 http://127.0.0.1:8000")
  expect(directives.get('script-src')).toBe("script-src 'self'")
  expect(directives.get('default-src')).toBe("default-src 'none'")
  expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
})

test('without a ledger it talks to its origin and the service alone', async () => {
  const read = await siteWith()
  const { headers, body } = await read('/settings.json')
  expect(String(headers['content-security-policy'])).toContain("connect-src 'self' http://127.0.0.1:8787;")
  expect(JSON.parse(body)).toMatchObject({
    service_url: 'http://127.0.0.1:8787',
    ledger_url: null,
    extensions: 'all',
  })
  const bare = await siteWith({ EXTENSIONS: 'none' })
  expect(JSON.parse((await bare('/settings.json')).body)).toMatchObject({ extensions: 'none' })
})

test('a demo shop is reached where there is one, and is not spoken of elsewhere', async () => {
  const without = await (await siteWith())('/settings.json')
  expect(without.body).not.toContain('demo_shop')
  const read = await siteWith({
    LEDGER_SOURCES: JSON.stringify([{ ...LEDGER, operator: 'practice-ledger' }]),
    RECEIPT_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
    DEMO_SHOP_URL: 'http://localhost:8026',
  })
  const { body, headers } = await read('/settings.json')
  expect(JSON.parse(body)).toMatchObject({ demo_shop_url: 'http://localhost:8026' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:8787 http://127.0.0.1:8000 http://localhost:8026;")
})

test('a link to a request is answered with the page that every address has, unframed and told to nobody', async () => {
  const read = await siteWith()
  const page = (path: string) => read(path, undefined, { accept: 'text/html' })
  const [home, link] = [await page('/'), await page('/approve?next=https://elsewhere.example')]
  expect([link.statusCode, link.body, link.headers.location]).toEqual([home.statusCode, home.body, undefined])
  expect(String(link.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
  expect(link.headers['referrer-policy']).toBe('no-referrer')
  expect(link.headers['set-cookie']).toBeUndefined()
})

test('it has no API', async () => {
  const read = await siteWith()
  expect((await read('/v1/payment-requests')).statusCode).not.toBe(200)
  expect((await read('/ready')).statusCode).not.toBe(200)
})

test.each(['/', '/agents?tab=1', '//elsewhere.example/', '/\\elsewhere.example', '/%2F%2Felsewhere.example'])(
  'at a number, %s leads to the same place at the name',
  async (path) => {
    const read = await siteWith()
    const { statusCode, headers } = await read(path, '127.0.0.1:8788')
    expect(statusCode).toBe(302)
    expect(new URL(String(headers.location)).origin).toBe('http://localhost:8788')
  },
)
