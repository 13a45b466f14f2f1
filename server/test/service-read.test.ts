/** What everybody may ask of the service first, that keys for the ledger's word are published as such, and what is left without modules. */
import { operations } from '@pursestrings/contract/operations'
import { isServed } from '@pursestrings/contract/tiers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './call.ts'
import { newOperator } from './operator.ts'
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
    wallet_url: null,
    networks: [{ network: 'stellar_testnet', testnet: true, ledger: null }],
    receipt_key: null,
  })
  const { keys } = (await world.call('GET', '/.well-known/jwks.json')).json as { keys: { purpose: string }[] }
  expect(keys.map(({ purpose }) => purpose)).toEqual(['facts'])
})

test('with sources and a wallet it names them, says that the sources are simulated, and publishes the key for what it says of them', async () => {
  const observing = await world.another({
    LEDGER_SOURCES: JSON.stringify(sources),
    RECEIPT_KEYS,
    WALLET_URL: 'https://wallet.example',
  })
  const read = async (path: string) => (await (await fetch(`${observing.url}${path}`)).json()) as Record<string, never>
  const { service } = await read('/v1/service')
  expect(service).toMatchObject({
    wallet_url: 'https://wallet.example',
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

test('without modules it serves every operation of the specification and what completes it, and none beyond', async () => {
  const { url = '' } = await world.another({
    EXTENSIONS: 'none',
    LEDGER_SOURCES: JSON.stringify(sources),
    RECEIPT_KEYS,
  })
  const { service } = (await call(url, 'GET', '/v1/service')).json
  expect(service).toMatchObject({ extensions: 'none', receipt_key: null, networks: [{ ledger: null }] })
  for (const { id, method, path, tier, cross_origin } of operations) {
    const { status, json, headers } = await call(url, method, path.replaceAll(/\{\w+\}/g, 'x'))
    const refused = json?.error?.code ?? 'none'
    if (isServed(tier, 'none'))
      expect(`${id} ${refused}`).not.toMatch(/ (extension_not_served|route_not_found|method_not_allowed)$/)
    else
      expect([
        id,
        status,
        refused,
        json.error.tier ?? json.error.details?.tier,
        headers.get('access-control-allow-origin'),
      ]).toEqual([id, 404, 'extension_not_served', tier, cross_origin ? '*' : null])
  }
  const { paths } = (await call(url, 'GET', '/openapi.json')).json as { paths: Record<string, object> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const core = operations.filter(({ tier }) => isServed(tier, 'none')).map(({ method, path }) => `${method} ${path}`)
  expect(described.toSorted()).toEqual(core.toSorted())

  const operator = await newOperator(world)
  await world.database.admin.query("update merchant_sessions set mail_proven_at = now() - interval '1 day'")
  const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
  const post = (path: string, body: object) => call(url, 'POST', path, { body, headers })
  const endpoint = {
    url: 'https://shop.test/webhooks',
    event_types: ['payment_request.failed', 'payment_request.disputed'],
  }
  expect((await post('/v1/webhook-endpoints', endpoint)).json.error.issues).toMatchObject([
    { code: 'not_allowed', field: 'event_types.1' },
  ])
  // Nobody is asked to confirm with what only modules have.
  const { project_id } = (await post('/v1/projects', { name: 'Till' })).json.project
  expect((await post(`/v1/projects/${project_id}/api-keys`, { name: 'One' })).status).toBe(201)
})

test('where a network beside the specification is enabled, wallets learn which node they can ask', async () => {
  const base = {
    name: 'c',
    operator: 'practice',
    api: 'jsonrpc',
    network: 'base_sepolia',
    url: 'http://127.0.0.1:9/base',
  }
  const LEDGER_SOURCES = JSON.stringify([...sources, base])
  const networksOf = async (settings: Record<string, string>) => {
    const { url = '' } = await world.another({ ...settings, LEDGER_SOURCES, RECEIPT_KEYS })
    return (await call(url, 'GET', '/v1/service')).json.service.networks
  }
  const [, shown] = await networksOf({ NETWORKS_ENABLED: 'stellar_testnet,base_sepolia' })
  expect(shown).toMatchObject({ network: 'base_sepolia', testnet: true, ledger: { rpc_url: base.url, quorum: 1 } })
  expect(await networksOf({})).toHaveLength(1)
})
