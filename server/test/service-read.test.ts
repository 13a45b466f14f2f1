/** What everybody may ask of the service first, and that keys for the ledger's word are published as such. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

const RECEIPT_KEYS = `receipt-1:${Buffer.alloc(32, 3).toString('base64url')}`
const source = { operator: 'practice', network: 'stellar_testnet', friendbot_url: 'http://127.0.0.1:9/friendbot' }
const sources = [
  { ...source, name: 'a', api: 'rpc', url: 'http://127.0.0.1:9/rpc' },
  { ...source, name: 'b', api: 'horizon', url: 'http://127.0.0.1:9' },
]

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('without sources nobody looks at the ledger, and the service says so', async () => {
  const { status, json } = await world.call('GET', '/v1/service')
  expect(status).toBe(200)
  expect(json.service).toMatchObject({
    name: 'Pursestrings',
    networks: [{ network: 'stellar_testnet', testnet: true, ledger: null }],
    receipt_key: null,
  })
  const { keys } = (await world.call('GET', '/.well-known/jwks.json')).json as { keys: { purpose: string }[] }
  expect(keys.map(({ purpose }) => purpose)).toEqual(['facts'])
})

test('with sources it names them, says that they are simulated, and publishes the key for what it says of them', async () => {
  const observing = await world.another({ LEDGER_SOURCES: JSON.stringify(sources), RECEIPT_KEYS })
  const read = async (path: string) => (await (await fetch(`${observing.url}${path}`)).json()) as Record<string, never>
  const { service } = await read('/v1/service')
  expect(service).toMatchObject({
    networks: [
      {
        ledger: {
          rpc_url: 'http://127.0.0.1:9/rpc',
          horizon_url: 'http://127.0.0.1:9',
          friendbot_url: 'http://127.0.0.1:9/friendbot',
          observers: ['practice'],
          quorum: 1,
          simulated: true,
        },
      },
    ],
    receipt_key: { kid: 'receipt-1' },
  })
  const { keys } = (await read('/.well-known/jwks.json')) as unknown as { keys: { purpose: string; kid: string }[] }
  expect(keys.map(({ purpose }) => purpose)).toEqual(['facts', 'receipt'])
})
