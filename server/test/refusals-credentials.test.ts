/**
 * Every credential at every route: only the declared kind opens it, and two at once open nothing (specification 5). Made from
 * the operation list and from the keyring; a field that no operation has stops a call right behind the route.
 */
import { SESSION_COOKIE } from '@pursestrings/contract/merchant-sessions/records'
import { credentialsOf, type Operation, takesDeviceFields } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { type Key, type Keyring, keyringOf } from './keyring.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'
let world: World
let keys: Keyring
beforeAll(async () => {
  world = await startWorld({ METRICS_TOKEN, LOG_LEVEL: 'silent' })
  keys = await keyringOf(world, await newOperator(world), METRICS_TOKEN)
})
afterAll(() => world.stop())

type Place = 'query' | 'body'
const placeOf = (o: Operation): Place => (o.method === 'GET' ? 'query' : 'body')

const present = (o: Operation, given: readonly Key[], place = placeOf(o)): Promise<Answer> => {
  const fields = Object.assign({}, ...given.map((key) => key.fields))
  const query = new URLSearchParams({ ...(o.example.query as object), surprise: '1', ...(place === 'query' && fields) })
  const body = place === 'body' ? { ...o.example.body, ...fields } : (o.example.body ?? {})
  const path = o.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((o.example.params as never)[name]))
  return world.call(o.method, `${path}?${query.toString()}`, {
    ...(o.method !== 'GET' && { body }),
    headers: Object.assign({}, ...given.map((key) => key.headers)),
  })
}
const said = ({ status, json }: Answer) => [status, json?.error?.code]
const isCarried = (o: Operation, { carrier }: Key) => carrier !== 'device_fields' || takesDeviceFields(o)
const closed = operations.filter((o) => !credentialsOf(o).includes('none')).map((o) => [o.id, o] as const)

test('the keyring has every kind that an operation declares, and every way to present it', () => {
  const kinds = new Set(Object.values(keys).map((key) => key.kind))
  for (const o of operations) for (const kind of credentialsOf(o)) expect([...kinds, 'none']).toContain(kind)
  const carriers = new Set(Object.values(keys).map((key) => key.carrier))
  expect(carriers).toEqual(new Set(['cookie', 'bearer', 'api_key', 'device_fields']))
})

/** A good credential of another kind is named as such; the operator's metrics token has no form by which to tell it. */
const refusedAs = (o: Operation, key: Key) => {
  if (!isCarried(o, key)) return [401, 'credential_missing']
  const formless = key.kind === 'metrics_token' || credentialsOf(o).includes('metrics_token')
  return formless ? [401, 'credential_invalid'] : [403, 'credential_kind_not_accepted']
}

test.each(closed)('%s is opened by what it declares, and by nothing else', async (_, o) => {
  for (const [name, key] of Object.entries(keys)) {
    const opens = credentialsOf(o).some((kind) => kind === key.kind)
    const expected = opens ? [422, 'unknown_field'] : refusedAs(o, key)
    expect([name, ...said(await present(o, [key]))]).toEqual([name, ...expected])
  }
})

test.each(closed)('%s takes device fields in no other place than its own', async (_, o) => {
  const fields = keys['device fields'] as Key
  const elsewhere = placeOf(o) === 'query' ? 'body' : 'query'
  expect(said(await present(o, [fields], elsewhere))).toEqual([401, 'credential_missing'])
})

/** A secret as it was presented, for those that come in the header. */
const secretOf = ({ headers }: Key) => (headers.authorization ?? headers['x-svc-api-key'])?.replace('Bearer ', '')

test.each(closed)('%s takes no other secret from the session cookie or from device fields', async (_, o) => {
  const device_id = keys['device fields']?.fields?.device_id as string
  for (const [name, { kind, ...key }] of Object.entries(keys)) {
    const token = secretOf({ kind, ...key })
    if (token === undefined) continue
    const cookie = { kind, carrier: 'cookie', headers: { cookie: `${SESSION_COOKIE}=${token}` } } as const
    expect([name, 'cookie', ...said(await present(o, [cookie]))]).toEqual([name, 'cookie', 401, 'credential_invalid'])
    if (!takesDeviceFields(o) || kind === 'device_token') continue
    const fields = { kind, carrier: 'device_fields', headers: {}, fields: { device_id, token } } as const
    expect([name, 'fields', ...said(await present(o, [fields]))]).toEqual([name, 'fields', 401, 'credential_invalid'])
  }
})

test.each(closed)('%s refuses any two credentials at once', async (_, o) => {
  const all = Object.entries(keys).filter(([, key]) => isCarried(o, key))
  let pairs = 0
  for (const [i, [one, first]] of all.entries()) {
    for (const [two, second] of all.slice(i + 1)) {
      if (first.carrier === second.carrier) continue
      pairs++
      const answer = await present(o, [first, second])
      // A credential in a header is judged before the fields are read: one that opens nothing here is not compared.
      const header = [first, second].find((key) => key.carrier !== 'device_fields') as Key
      const early = [first, second].includes(keys['device fields'] as Key) && !credentialsOf(o).includes(header.kind)
      const expected = early ? refusedAs(o, header) : [400, 'credential_conflict']
      expect([one, two, ...said(answer)]).toEqual([one, two, ...expected])
    }
  }
  expect(pairs).toBeGreaterThanOrEqual(takesDeviceFields(o) ? 21 : 13)
})
