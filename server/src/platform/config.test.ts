import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PRODUCTION } from '../../test/process.ts'
import { readConfig } from './config.ts'

const least = {
  ...PRODUCTION,
  DATABASE_URL: 'postgres://app@db.example/pursestrings',
  FACTS_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
  WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
}

test('the least environment is the database, an address, mail, two resolvers, a key for facts and one for secrets; the rest has defaults', () => {
  const config = readConfig(least)
  expect(config).toMatchObject({ PORT: 8787, BASE_URL: 'https://pay.example', ENVIRONMENT: 'production' })
  expect(config.PORTAL_URL).toBe(config.BASE_URL)
  expect(config.DATABASE_OWNER_URL).toBe(least.DATABASE_URL)
  expect(Object.isFrozen(config)).toBe(true)
})

test('every fault is reported at once, by name', () => {
  const read = () => readConfig({ PORT: 'many', LOG_LEVEL: 'loud', NATS_URL: 'http://nats', METRICS_TOKEN: 'short' })
  for (const name of ['DATABASE_URL', 'PORT', 'LOG_LEVEL', 'NATS_URL', 'METRICS_TOKEN']) expect(read).toThrow(name)
})

test.each(['BASE_URL', 'SMTP_URL', 'MAIL_FROM'])(
  'production does not start with what development has for %s',
  (name) => {
    const without = { ...least, [name]: undefined }
    expect(() => readConfig(without)).toThrow(`${name} must be set in production: its default is for development`)
    expect(readConfig({ ...without, ENVIRONMENT: 'development' })).toHaveProperty(name)
  },
)

test('production refuses plain http, but not on loopback', () => {
  expect(() => readConfig({ ...least, BASE_URL: 'http://pay.example' })).toThrow('BASE_URL must be https')
  expect(() => readConfig({ ...least, BASE_URL: 'http://127.0.0.1.evil.example' })).toThrow('BASE_URL must be https')
  expect(() => readConfig({ ...least, BASE_URL: 'https://pay.example/' })).toThrow('slash')
  expect(readConfig({ ...least, BASE_URL: 'http://pay.example', ENVIRONMENT: 'development' }).BASE_URL).toBeDefined()
})

test('production needs two resolvers, calls nothing on loopback, and knows its networks', () => {
  expect(() => readConfig({ ...least, DNS_SERVERS: '192.0.2.1,192.0.2.1' })).toThrow('two or more resolvers')
  expect(() => readConfig({ ...least, OUTBOUND_LOOPBACK: 'shop.test:443' })).toThrow('development only')
  expect(() => readConfig({ ...least, WEBHOOK_TIME_SCALE: '2' })).toThrow('for tests only')
  expect(() => readConfig({ ...least, NETWORKS_ENABLED: 'stellar_testnet,moon' })).toThrow('unknown networks: moon')
  expect(readConfig(least).NETWORKS_ENABLED).toEqual(['stellar_testnet'])
})

test.each(['0.0.0.0', '::', '203.0.113.7', 'pay.example'])(
  'production does not serve /metrics at %s without a token',
  (HOST) => {
    expect(() => readConfig({ ...least, HOST })).toThrow(`METRICS_TOKEN must be set in production where HOST (${HOST})`)
    expect(readConfig({ ...least, HOST, METRICS_TOKEN: 'a-token-of-some-length' }).HOST).toBe(HOST)
    expect(readConfig({ ...least, HOST, ENVIRONMENT: 'development' }).HOST).toBe(HOST)
  },
)

test.each(['127.0.0.1', '::1', 'localhost', '10.1.2.3', '192.168.0.9', 'fd00::7', '::ffff:10.0.0.1'])(
  'at the private address %s it does',
  (HOST) => {
    expect(readConfig({ ...least, HOST }).HOST).toBe(HOST)
  },
)

test('the private port is never at a public address', () => {
  expect(() => readConfig({ ...least, OPS_HOST: '8.8.8.8' })).toThrow('OPS_HOST must not be a public address')
  expect(readConfig({ ...least, OPS_HOST: '10.0.0.7' }).OPS_HOST).toBe('10.0.0.7')
})

test('TRUST_PROXY=true does not start, in development either', () => {
  for (const ENVIRONMENT of ['production', 'development']) {
    expect(() => readConfig({ ...least, ENVIRONMENT, TRUST_PROXY: 'true' })).toThrow('TRUST_PROXY cannot be true')
  }
  expect(readConfig({ ...least, TRUST_PROXY: '2' }).TRUST_PROXY).toBe(2)
})

test('production does not start with a mainnet, however it is mixed in; development may try one', () => {
  const named = { ...least, NETWORKS_ENABLED: 'stellar_testnet, stellar_public,base_mainnet' }
  expect(() => readConfig(named)).toThrow(/mainnets: stellar_public, base_mainnet\. Only stellar_testnet is offered/)
  expect(() => readConfig({ ...least, NETWORKS_ENABLED: 'bitcoin_mainnet' })).toThrow('mainnets: bitcoin_mainnet')
  expect(readConfig({ ...named, ENVIRONMENT: 'development' }).NETWORKS_ENABLED).toHaveLength(3)
})

test('an empty setting is an absent one', () => {
  expect(readConfig({ ...least, NATS_URL: '', PORT: '' })).toMatchObject({ PORT: 8787 })
})

test('a secret can be the text of a file, without its line end; never both, and never a file that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'database-url')
  writeFileSync(file, `${least.DATABASE_URL}\n`, { mode: 0o600 })
  const { DATABASE_URL: _, ...others } = least
  expect(readConfig({ ...others, DATABASE_URL_FILE: file }).DATABASE_URL).toBe(least.DATABASE_URL)
  expect(() => readConfig({ ...least, DATABASE_URL_FILE: file })).toThrow(
    'DATABASE_URL and DATABASE_URL_FILE are both set',
  )
  expect(() => readConfig({ ...others, DATABASE_URL_FILE: join(folder, 'none') })).toThrow(
    'DATABASE_URL_FILE cannot be read',
  )
  // Not a secret, so no file is opened for it.
  expect(readConfig({ ...least, BASE_URL_FILE: file }).BASE_URL).toBe(least.BASE_URL)
})

const source = {
  name: 'one',
  operator: 'one.example',
  api: 'rpc',
  network: 'stellar_testnet',
  url: 'https://one.example',
}
const receipt = `receipt-1:${Buffer.alloc(32, 3).toString('base64url')}`
const observing = (sources: object[], more: Record<string, string> = {}) =>
  readConfig({ ...least, LEDGER_SOURCES: JSON.stringify(sources), RECEIPT_KEYS: receipt, ...more })

test('who is asked about the ledger is read whole or not at all', () => {
  expect(observing([source]).LEDGER_SOURCES).toEqual([{ ...source, simulated: false }])
  expect(readConfig(least).LEDGER_SOURCES).toEqual([])
  expect(() => readConfig({ ...least, LEDGER_SOURCES: '{' })).toThrow('LEDGER_SOURCES is not JSON')
  expect(() => observing([{ ...source, api: 'grpc' }])).toThrow('stellar_testnet is asked by rpc or horizon')
  expect(() => observing([{ ...source, api: undefined }])).toThrow('LEDGER_SOURCES must be a list')
  expect(() => observing([{ ...source, network: 'base_mainnet' }])).toThrow(
    'only stellar_public, stellar_testnet, base_sepolia are observed',
  )
  expect(() => observing([source, source])).toThrow('two sources with one name')
  expect(() => observing([{ ...source, url: 'http://one.example' }])).toThrow('neither https nor http on this machine')
  expect(() => observing([source], { LEDGER_QUORUM: '2' })).toThrow('stellar_testnet has 1 operators')
  expect(() => observing([source], { LEDGER_VALIDATORS: 'GABC' })).toThrow('LEDGER_VALIDATORS')
})

test('production never listens to a practice ledger, and development does not mix it with a real one', () => {
  const practice = { ...source, name: 'two', url: 'http://127.0.0.1:8000/rpc' }
  expect(() => observing([practice])).toThrow('names a practice ledger (two)')
  expect(() => observing([{ ...source, operator: 'ledger-double' }])).toThrow('names a practice ledger (one)')
  expect(observing([practice], { ENVIRONMENT: 'development' }).LEDGER_SOURCES[0]?.simulated).toBe(true)
  expect(() => observing([source, practice], { ENVIRONMENT: 'development' })).toThrow('mixes')
  const shop = { DEMO_SHOP_URL: 'http://localhost:8026' }
  expect(observing([practice], { ENVIRONMENT: 'development', ...shop })).toMatchObject(shop)
  const refusal = 'DEMO_SHOP_URL is for development with a practice ledger only'
  expect(() => observing([source], { ENVIRONMENT: 'development', ...shop })).toThrow(refusal)
  expect(() => observing([source], shop)).toThrow(refusal)
  expect(() => observing([practice], shop)).toThrow(refusal)
  for (const DEMO_SHOP_URL of [
    'http://shop.example:80',
    'https://localhost:1',
    'http://localhost:1/x',
    'http://localhost.evil.example:1',
  ])
    expect(() => observing([practice], { ENVIRONMENT: 'development', DEMO_SHOP_URL })).toThrow('DEMO_SHOP_URL')
})

test('what is said about the ledger has a key of its own', () => {
  expect(() => observing([source], { RECEIPT_KEYS: '' })).toThrow('RECEIPT_KEYS must be set with LEDGER_SOURCES')
  expect(() => observing([source], { RECEIPT_KEYS: least.FACTS_KEYS })).toThrow('a key has one purpose')
  const renamed = least.FACTS_KEYS.replace('one:', 'two:')
  expect(() => observing([source], { RECEIPT_KEYS: renamed })).toThrow('a key has one purpose')
})

test('the wallet has an origin of its own, and production is told where it is', () => {
  const shared = (WALLET_URL: string) => () =>
    readConfig({ ...least, PORTAL_URL: 'https://portal.example', WALLET_URL })
  expect(shared(least.BASE_URL)).toThrow('WALLET_URL must have an origin of its own')
  expect(shared('https://portal.example/wallet')).toThrow('WALLET_URL must have an origin of its own')
  expect(shared('http://wallet.example')).toThrow('WALLET_URL must be https')
  expect(() => readConfig({ ...least, WALLET_PORT: '8788' })).toThrow('WALLET_URL must be set')
  const config = readConfig({ ...least, WALLET_PORT: '8788', WALLET_URL: 'https://wallet.example' })
  expect(config.WALLET_URL).toBe('https://wallet.example')
})
