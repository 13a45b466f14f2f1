import { credentialsOf, type Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { idOf, newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf, newAgent, newKey } from './agent.ts'
import { hostileKeys } from './agents-hostile-keys.ts'
import { type Asking, activePayee, askingOver } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { ALL_SCOPES, bearing, invitationPath, newConnection, newInvitation, said } from './connection.ts'
import {
  type DeviceKey,
  decisionFor,
  deviceOf,
  linkOf,
  newDevice,
  newDeviceKey,
  rawKey,
  type TestDevice,
} from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { type PushWorld, startPushWorld } from './push-world.ts'
import { until } from './until.ts'
import { sharedWorld, type World } from './world.ts'

/** A wallet's device: registered with a token of its own, which opens what is the device's and nothing else. */
describe('devices', () => {
  let world: World
  let device: TestDevice
  let other: TestDevice
  beforeAll(async () => {
    world = await sharedWorld()
    device = await newDevice(world)
    other = await newDevice(world, { name: 'Tablet', platform: 'android' })
  })

  const CURRENT = '/v1/app-devices/current'
  const rotatePath = ({ device_id }: { device_id: string }) => `/v1/app-devices/${device_id}/rotate-token`
  const refusedWith = (answer: { status: number; json: { error: { code: string } } }) => [
    answer.status,
    answer.json.error?.code,
  ]

  test.each(['ios', 'android', 'web', 'desktop', 'other'])(
    'a device on %s is registered and reads itself',
    async (platform) => {
      const { public_key } = newKey()
      const made = await world.call('POST', '/v1/app-devices', { body: { name: 'Phone', platform, public_key } })
      expect([made.status, made.json]).toEqual([
        201,
        {
          ok: true,
          device: {
            device_id: expect.stringMatching(/^dev_/),
            name: 'Phone',
            platform,
            public_key,
            created_at: expect.any(String),
            linked_at: null,
            revoked_at: null,
          },
          token: expect.stringMatching(/^svc_device_/),
        },
      ])
      expect(made.headers.get('cache-control')).toBe('no-store')
      const read = await deviceOf(world, { ...made.json.device, token: made.json.token }).call('GET', CURRENT)
      expect(read.json).toMatchObject({ ok: true, device: made.json.device, device_keys: [{ ended_at: null }] })
    },
  )

  test('a device without a key has none', async () => {
    expect((await device.call('GET', CURRENT)).json.device.public_key).toBe(null)
  })

  test('id and token open a GET in the query, a change in the body, and the token alone either in the header', async () => {
    const fresh = await newDevice(world)
    const { device_id, token } = fresh
    const query = new URLSearchParams({ device_id, token })
    expect((await world.call('GET', `${CURRENT}?${query.toString()}`)).json.device.device_id).toBe(device_id)
    expect((await fresh.call('GET', CURRENT)).json.device.device_id).toBe(device_id)
    const inBody = await world.call('POST', rotatePath(fresh), { body: { device_id, token } })
    expect([inBody.status, inBody.json.device.device_id]).toEqual([200, device_id])
    const inHeader = await deviceOf(world, { device_id, token: inBody.json.token }).call('POST', rotatePath(fresh))
    expect(inHeader.status).toBe(200)
  })

  test('an id without its token, a token without its id, and a pair that does not match open nothing', async () => {
    const { device_id, token } = device
    const pairs: Record<string, unknown>[] = [
      { device_id },
      { token },
      { device_id: other.device_id, token },
      { device_id, token: other.token },
      { device_id, token: newSecret('device') },
      { device_id, token: '' },
      { device_id: '', token },
      { device_id: device_id.toUpperCase(), token },
      { device_id: idOf('dev', newUuid()), token },
      { device_id: 'nonsense', token },
      { device_id, token: ` ${token}` },
    ]
    const notTexts = [
      { device_id, token: [token] },
      { device_id: [device_id], token },
      { device_id: null, token: null },
    ]
    for (const pair of pairs) {
      const query = new URLSearchParams(pair as Record<string, string>)
      expect(refusedWith(await world.call('GET', `${CURRENT}?${query.toString()}`))).toEqual([
        401,
        'credential_invalid',
      ])
    }
    for (const body of [...pairs, ...notTexts]) {
      expect(refusedWith(await world.call('POST', rotatePath(device), { body }))).toEqual([401, 'credential_invalid'])
    }
    const twice = `${CURRENT}?device_id=${device_id}&token=${token}&token=${token}`
    expect(refusedWith(await world.call('GET', twice))).toEqual([401, 'credential_invalid'])
    expect((await device.call('GET', CURRENT)).status).toBe(200)
  })

  test('fields in the query of a change, or in the body of a GET, are no credential', async () => {
    const { device_id, token } = device
    const query = new URLSearchParams({ device_id, token })
    expect(refusedWith(await world.call('POST', `${rotatePath(device)}?${query.toString()}`))).toEqual([
      401,
      'credential_missing',
    ])
    expect((await device.call('GET', CURRENT)).status).toBe(200)
  })

  test("another device's token is not to be had: its id is answered like an absent one", async () => {
    for (const device_id of [other.device_id, idOf('dev', newUuid()), 'nonsense']) {
      const answer = await device.call('POST', rotatePath({ device_id }))
      expect(refusedWith(answer)).toEqual([404, 'resource_not_found'])
    }
    for (const d of [device, other]) expect((await d.call('GET', CURRENT)).status).toBe(200)
  })

  test('a decision key is 32 bytes of the prime group, and never a private key', async () => {
    const before = await devices()
    const codes = new Set<string>()
    for (const { name, body, code } of hostileKeys()) {
      const sent = { name: 'Phone', platform: 'web', public_key: body.public_key }
      const answer = await world.call('POST', '/v1/app-devices', { body: sent })
      expect([name, answer.status]).toEqual([name, 422])
      // A device's key is a text: whatever else is sent is refused before it is looked at.
      const expected = typeof body.public_key === 'string' ? code : 'validation_failed'
      expect([name, answer.json.error.code]).toEqual([name, expected])
      codes.add(answer.json.error.code)
    }
    expect(codes).toEqual(new Set(['validation_failed', 'private_key_sent']))
    expect(await devices()).toBe(before)
  })

  test('a device is registered with nothing but what it is', async () => {
    for (const body of [
      { name: '', platform: 'ios' },
      { name: 'x'.repeat(121), platform: 'ios' },
      { name: 'a\u202eb', platform: 'ios' },
      { name: 'Phone', platform: 'iOS' },
      { name: 'Phone', platform: 'symbian' },
      { name: 'Phone' },
      { name: 'Phone', platform: 'ios', device_id: device.device_id },
      { name: 'Phone', platform: 'ios', token: device.token },
      { name: 'Phone', platform: 'ios', public_key: null },
    ]) {
      expect((await world.call('POST', '/v1/app-devices', { body })).status).toBe(422)
    }
  })

  const devices = async (): Promise<number> =>
    (await world.database.admin.query('select count(*)::int as n from devices')).rows[0].n
})

/** A lost or sold device is removed: its token and its connections end together. */
describe('removal', () => {
  let world: World
  let operator: Operator
  beforeAll(async () => {
    world = await sharedWorld()
    operator = await newOperator(world)
  })

  const CURRENT = '/v1/app-devices/current'

  test('a removed device opens nothing, its connections are revoked, and other devices notice nothing', async () => {
    const [device, bystander] = [await newDevice(world), await newDevice(world)]
    const mine = [await newConnection(world, { operator, device }), await newConnection(world, { operator, device })]
    const theirs = await newConnection(world, { operator, device: bystander })
    const { token } = (await device.call('POST', `/v1/app-devices/${device.device_id}/rotate-token`)).json
    const revoked = await device.call('DELETE', CURRENT)
    expect([revoked.status, revoked.json.connections_ended]).toEqual([200, 2])
    expect(revoked.json.device.revoked_at).toEqual(expect.any(String))
    for (const dead of [device, deviceOf(world, { ...device, token })]) {
      expect(said(await dead.call('GET', CURRENT))).toEqual([401, 'credential_invalid'])
    }
    for (const { call } of mine) {
      expect(said(await call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
    }
    expect((await theirs.call('GET', '/v1/connections/current')).status).toBe(200)
    expect((await bystander.call('GET', CURRENT)).status).toBe(200)
  })

  test('what a device approved before it was removed does not become a connection', async () => {
    const device = await newDevice(world)
    const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    const asAgent = bearing(world, await agentTokenOf(world, agent))
    const { id, asClaimant } = await newInvitation(world, { asAgent, device })
    expect((await device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })).status).toBe(
      200,
    )
    expect((await device.call('DELETE', CURRENT)).status).toBe(200)
    expect(said(await asClaimant('POST', invitationPath(id, 'exchange')))).toEqual([409, 'device_revoked'])
  })
})

/** What linked devices do to one payment: each signs with its own key, one of them pays, and all are told. */
describe('a shared device', () => {
  let stage: PushWorld
  let phone: Asking & { readonly key: DeviceKey }
  let tablet: { readonly device: TestDevice; readonly key: DeviceKey }
  let aud: string
  beforeAll(async () => {
    stage = await startPushWorld({ LOG_LEVEL: 'error' })
    const { world, web } = stage
    aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    const first = await newKeyed()
    const connection = await newConnection(world, { operator, device: first.device })
    phone = { ...askingOver(connection, payee), key: first.key }
    tablet = await newKeyed()
    const body = { link_jws: linkOf(phone.key, phone.device, { aud }) }
    const { code } = (await phone.device.call('POST', '/v1/app-devices/current/link-codes', { body })).json
    expect(said(await joins(tablet.device, code, linkOf(tablet.key, tablet.device, { aud, code })))).toEqual([200])
  })
  afterAll(() => stage.stop())

  const newKeyed = async () => {
    const key = newDeviceKey()
    return { device: await newDevice(stage.world, { public_key: rawKey(key) }), key }
  }
  const joins = (device: TestDevice, code: string, link_jws?: string) =>
    device.call('POST', '/v1/app-devices/current/links', { body: { code, link_jws } })
  const report = (device: TestDevice, request_id: string, body: object) =>
    device.call('POST', `/v1/payment-requests/${request_id}/status`, { body })
  const about = (device: TestDevice) => ({ aud, device_id: device.device_id, status: 'signed' })

  test('each signs with its own key, and the decision that is kept names the device that signed', async () => {
    const request = await phone.asked()
    const theirs = decisionFor(phone.key, request, about(phone.device))
    const wrong = { status: 'signed', decision_jws: theirs }
    expect(said(await report(tablet.device, request.request_id, wrong))).toEqual([422, 'device_key_unknown'])
    const borrowed = { status: 'signed', decision_jws: decisionFor(tablet.key, request, about(phone.device)) }
    expect(said(await report(tablet.device, request.request_id, borrowed))).toEqual([422, 'decision_mismatch'])
    const own = { status: 'signed', decision_jws: decisionFor(tablet.key, request, about(tablet.device)) }
    expect(said(await report(tablet.device, request.request_id, own))).toEqual([200])
    const { rows } = await stage.world.database.admin.query(
      'select device_id, kid from payment_decisions where payment_id = $1',
      [uuidOf('pr', request.request_id)],
    )
    expect(rows).toEqual([{ device_id: uuidOf('dev', tablet.device.device_id), kid: tablet.key.kid }])
  })

  test('of two devices that claim a request at once one is told to go on, however often it asks', async () => {
    const { request_id } = await phone.asked()
    const both = [phone.device, tablet.device]
    const answers = await Promise.all(both.map((device) => report(device, request_id, { status: 'signed' })))
    expect(answers.map(said)).toEqual(expect.arrayContaining([[200], [409, 'invalid_transition']]))
    const winner = both[answers.findIndex(({ status }) => status === 200)] as TestDevice
    const loser = both[answers.findIndex(({ status }) => status === 409)] as TestDevice
    expect(said(await report(winner, request_id, { status: 'signed' }))).toEqual([200])
    expect(said(await report(loser, request_id, { status: 'signed' }))).toEqual([409, 'invalid_transition'])
    // What the one sent, the other may tell.
    const sent = { status: 'broadcasted', transaction_hash: 'a1'.repeat(32) }
    for (const device of both) expect(said(await report(device, request_id, sent))).toEqual([200])
  })

  test('of two devices that claim an agent payment one is told to go on', async () => {
    const automation: Automation = await newAutomation(stage.world, stage.web)
    await automation.consented()
    const { id } = await automation.intended()
    const second = await newKeyed()
    const { code } = (await automation.device.call('POST', '/v1/app-devices/current/link-codes', { body: {} })).json
    expect(said(await joins(second.device, code, linkOf(second.key, second.device, { aud, code })))).toEqual([200])
    const claim = (device: TestDevice) =>
      device.call('POST', paymentPath(id, 'status'), { body: { status: 'approved' } })
    expect(said(await claim(second.device))).toEqual([200])
    expect(said(await claim(automation.device))).toEqual([409, 'invalid_transition'])
    const again = await claim(second.device)
    expect([again.status, again.json.data.repeated]).toEqual([200, true])
  })

  test('a request is told to every device that subscribed, and to none that was removed', async () => {
    const third = await newKeyed()
    const body = { link_jws: linkOf(tablet.key, tablet.device, { aud }) }
    const { code } = (await tablet.device.call('POST', '/v1/app-devices/current/link-codes', { body })).json
    expect(said(await joins(third.device, code, linkOf(third.key, third.device, { aud, code })))).toEqual([200])
    const [at_phone, at_tablet, at_third] = [
      await stage.subscribe(phone.device),
      await stage.subscribe(tablet.device),
      await stage.subscribe(third.device),
    ]
    expect(said(await phone.device.call('DELETE', `/v1/app-devices/${third.device.device_id}`))).toEqual([200])
    await phone.asked()
    const arrived = () => [at_phone, at_tablet, at_third].map(({ endpoint }) => stage.arrivedAt(endpoint).length)
    await until(() => arrived()[0] === 1 && arrived()[1] === 1, 20_000).catch(() => {})
    expect(arrived()).toEqual([1, 1, 0])
  })
})

/** Pages of any origin may call what declares it, and nothing else: made from the operation list. */
describe('calls of other origins', () => {
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
})
