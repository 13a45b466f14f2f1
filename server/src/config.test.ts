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

test('an empty setting is an absent one', () => {
  expect(readConfig({ ...least, NATS_URL: '', PORT: '' })).toMatchObject({ PORT: 8787 })
})
