import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const least = {
  DATABASE_URL: 'postgres://app@db.example/countersign',
  DNS_SERVERS: '192.0.2.1, 192.0.2.2',
  FACTS_KEYS: `one:${Buffer.alloc(32, 1).toString('base64url')}`,
  WEBHOOK_SECRET_KEYS: `one:${Buffer.alloc(32, 2).toString('base64url')}`,
}

test('the least environment is the database, two resolvers, a key for facts and one for secrets; the rest has defaults', () => {
  const config = readConfig(least)
  expect(config).toMatchObject({ PORT: 8787, BASE_URL: 'http://127.0.0.1:8787', ENVIRONMENT: 'production' })
  expect(config.PORTAL_URL).toBe(config.BASE_URL)
  expect(config.DATABASE_OWNER_URL).toBe(least.DATABASE_URL)
  expect(Object.isFrozen(config)).toBe(true)
})

test('every fault is reported at once, by name', () => {
  const read = () => readConfig({ PORT: 'many', LOG_LEVEL: 'loud', NATS_URL: 'http://nats', METRICS_TOKEN: 'short' })
  for (const name of ['DATABASE_URL', 'PORT', 'LOG_LEVEL', 'NATS_URL', 'METRICS_TOKEN']) expect(read).toThrow(name)
})

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
