/** Pages of any origin may call what declares it, and nothing else: made from the operation list. */
import { credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { beforeAll, expect, test } from 'vitest'
import { newDevice } from './device.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await sharedWorld()
})

const ORIGIN = 'https://wallet.example'
const pathOf = (o: Operation): string =>
  o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((o.example.params as Record<string, string>)[name]))
const openAt = (path: string) =>
  operations
    .filter((o) => [o.path, o.path.replace('{device_id}', 'current')].includes(path) && o.cross_origin)
    .map((o) => o.method)
const corsOf = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))
const named = (list: readonly Operation[]) => list.map((o) => [o.id, o] as const)

test('every operation of a wallet, and no other, is declared for other origins', () => {
  const declared = operations.filter((o) => o.cross_origin)
  expect(declared.map((o) => o.id)).toEqual(
    expect.arrayContaining(['devices.register', 'devices.read_current', 'devices.rotate_token']),
  )
  for (const o of declared) expect(o.credential).not.toBe('merchant_session')
  for (const o of operations.filter((x) => credentialsOf(x).includes('device_token')))
    expect([o.id, o.cross_origin]).toEqual([o.id, true])
})

test.each(named(operations))('%s answers a page of another origin, and its preflight, as declared', async (_, o) => {
  const asked = { origin: ORIGIN, 'access-control-request-method': o.method }
  const preflight = await world.call('OPTIONS', pathOf(o), {
    headers: { ...asked, 'access-control-request-headers': 'authorization,content-type' },
  })
  const methods = openAt(o.path)
  if (methods.length === 0) {
    expect([preflight.status, corsOf(preflight.headers)]).toEqual([405, []])
  } else {
    expect([preflight.status, preflight.text]).toEqual([204, ''])
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toBe(methods.join(', '))
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, x-request-id, x-idempotency-key, idempotency-key, last-event-id',
    )
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
  }
  for (const path of [pathOf(o), `${pathOf(o)}?surprise=1`]) {
    const { headers } = await world.call(o.method, path, { headers: { origin: ORIGIN } })
    expect(headers.get('access-control-allow-origin')).toBe(o.cross_origin ? '*' : null)
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    const shown = headers.get('access-control-expose-headers')
    expect(shown).toBe(
      o.cross_origin ? 'x-request-id, ratelimit, ratelimit-policy, retry-after, idempotency-replayed' : null,
    )
  }
})

test('a wallet may do at `current` what it may do at its own id', async () => {
  const preflight = await world.call('OPTIONS', '/v1/app-devices/current', {
    headers: { origin: ORIGIN, 'access-control-request-method': 'DELETE' },
  })
  expect(preflight.headers.get('access-control-allow-methods')?.split(', ')).toEqual(
    expect.arrayContaining(['GET', 'DELETE']),
  )
})

test('a page of another origin registers a device and reads why a call of its is refused', async () => {
  const headers = { origin: ORIGIN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
  const body = { name: 'Browser', platform: 'web' }
  const made = await world.call('POST', '/v1/app-devices', { body, headers })
  expect([made.status, made.headers.get('access-control-allow-origin')]).toEqual([201, '*'])
  for (const sent of [
    { raw: '{', headers },
    { raw: 'x'.repeat(70_000), headers },
    { raw: 'x', headers: { ...headers, 'content-type': 'text/plain' } },
  ]) {
    const refused = await world.call('POST', '/v1/app-devices', sent)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  }
  const { call } = await newDevice(world)
  expect((await call('GET', '/v1/app-devices/current', { headers })).status).toBe(200)
})

test('what is no operation answers no preflight', async () => {
  for (const path of ['/', '/v1/nowhere', '/openapi.json', '/v1/app-devices/current/x']) {
    const preflight = await world.call('OPTIONS', path, { headers: { origin: ORIGIN } })
    const known = operations.some((o) => o.path === path)
    expect([path, preflight.status, corsOf(preflight.headers)]).toEqual([path, known ? 405 : 404, []])
  }
})
