/** Several devices of one person: linked by a code, one wallet from then on, and removed one by one. */
import { hash } from 'node:crypto'
import { newConnectKey as newCode } from '@pursestrings/contract/connect-invitations/connect-key'
import { DEVICES_MAX } from '@pursestrings/contract/devices/link-operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { connectionPath, newConnection, newConnectKey, said } from './connection.ts'
import {
  addKey,
  type DeviceKey,
  linkOf,
  newDevice,
  newDeviceKey,
  rawKey,
  revokeKey,
  type TestDevice,
} from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

let world: World
let operator: Operator
let aud: string
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
  aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
})

const CODES = '/v1/app-devices/current/link-codes'
const LINKS = '/v1/app-devices/current/links'

const sql = async (text: string) => (await world.database.admin.query(text)).rows

const codeOf = async (device: TestDevice, link_jws?: string): Promise<string> => {
  const shown = await device.call('POST', CODES, { body: { link_jws } })
  expect(said(shown)).toEqual([201])
  return shown.json.code
}
const link = (device: TestDevice, code: string, link_jws?: string): Promise<Answer> =>
  device.call('POST', LINKS, { body: { code, link_jws } })

/** A second device of the wallet. */
const linkedTo = async (device: TestDevice): Promise<TestDevice> => {
  const second = await newDevice(world, { name: "Ada's tablet" })
  expect(said(await link(second, await codeOf(device)))).toEqual([200])
  return second
}
const withKey = async (): Promise<{ device: TestDevice; key: DeviceKey }> => {
  const key = newDeviceKey()
  return { device: await newDevice(world, { public_key: rawKey(key) }), key }
}
const namesOf = async (device: TestDevice): Promise<string[]> =>
  (await device.call('GET', '/v1/app-devices/current')).json.devices.map((one: { device_id: string }) => one.device_id)

describe('linked devices', () => {
  test('see and answer the same: connections, requests, policies, invitations and the feed', async () => {
    const phone = await newDevice(world)
    const connection = await newConnection(world, { operator, device: phone })
    const tablet = await linkedTo(phone)
    for (const device of [phone, tablet]) {
      const { connections } = (await device.call('GET', '/v1/connections')).json
      expect(connections.map((one: { connection_id: string }) => one.connection_id)).toEqual([connection.connection_id])
      await until(async () => (await device.call('GET', '/v1/events')).json.events.length === 4)
      expect(await namesOf(device)).toEqual([phone.device_id, tablet.device_id])
    }
    // What the one connects, the other can end.
    const later = await newConnection(world, { operator, device: tablet })
    expect(said(await phone.call('DELETE', connectionPath(later.connection_id)))).toEqual([200])
    expect(said(await later.call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
  })

  test('each keep their own token, keys and names', async () => {
    const phone = await newDevice(world)
    const tablet = await linkedTo(phone)
    const current = await tablet.call('GET', '/v1/app-devices/current')
    expect(current.json.device).toMatchObject({ device_id: tablet.device_id, name: "Ada's tablet" })
    expect(current.json.device.linked_at).toEqual(expect.any(String))
    const rotate = `/v1/app-devices/${tablet.device_id}/rotate-token`
    expect(said(await phone.call('POST', rotate))).toEqual([404, 'resource_not_found'])
    expect(said(await tablet.call('POST', rotate))).toEqual([200])
    expect(said(await addKey(tablet, newDeviceKey(), { aud }))).toEqual([201])
    expect((await phone.call('GET', '/v1/app-devices/current')).json.device_keys).toEqual([])
  })

  test('the code of a linked device leads into the same wallet, also once the first device is gone', async () => {
    const phone = await newDevice(world)
    const connection = await newConnection(world, { operator, device: phone })
    const tablet = await linkedTo(phone)
    expect((await phone.call('DELETE', '/v1/app-devices/current')).json.connections_ended).toBe(0)
    const third = await linkedTo(tablet)
    expect(await namesOf(third)).toEqual([tablet.device_id, third.device_id])
    expect(said(await third.call('GET', connectionPath(connection.connection_id)))).toEqual([200])
    expect(said(await connection.call('GET', '/v1/connections/current'))).toEqual([200])
    // And it can still connect.
    await newConnection(world, { operator, device: third })
  })
})

describe('a link code', () => {
  test('is used once: of many devices at once one is linked', async () => {
    const phone = await newDevice(world)
    const code = await codeOf(phone)
    const others = await Promise.all(Array.from({ length: 8 }, () => newDevice(world)))
    const answers = await Promise.all(others.map((one) => link(one, code)))
    expect(answers.map(said).filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.map(said).filter(([, why]) => why === 'link_code_unknown')).toHaveLength(7)
    expect(await namesOf(phone)).toHaveLength(2)
  })

  test('sent again by the device that used it changes nothing', async () => {
    const [phone, tablet] = [await newDevice(world), await newDevice(world)]
    const code = await codeOf(phone)
    const [first, second] = [await link(tablet, code), await link(tablet, code.toLowerCase().replaceAll('-', ' '))]
    expect([first.status, second.json]).toEqual([200, first.json])
  })

  test('ends after ten minutes, with the next one, and with its device', async () => {
    const [phone, tablet] = [await newDevice(world), await newDevice(world)]
    const old = await codeOf(phone)
    const next = await codeOf(phone)
    expect(said(await link(tablet, old))).toEqual([404, 'link_code_unknown'])
    const device_id = uuidOf('dev', phone.device_id)
    await sql(
      `update device_codes set expires_at = expires_at - interval '10 minutes' where device_id = '${device_id}'`,
    )
    expect(said(await link(tablet, next))).toEqual([404, 'link_code_unknown'])
    const last = await codeOf(phone)
    const other = await linkedTo(await newDevice(world))
    const of_other = await codeOf(other)
    await phone.call('DELETE', '/v1/app-devices/current')
    await other.call('DELETE', '/v1/app-devices/current')
    for (const code of [last, of_other]) expect(said(await link(tablet, code))).toEqual([404, 'link_code_unknown'])
  })

  test('of a device that was removed at that moment links nothing, even if the code is still there', async () => {
    const [phone, tablet] = [await newDevice(world), await newDevice(world)]
    const code = await codeOf(phone)
    const device_id = uuidOf('dev', phone.device_id)
    await sql(`update devices set revoked_at = now() where device_id = '${device_id}'`)
    expect(said(await link(tablet, code))).toEqual([404, 'link_code_unknown'])
  })

  test('stands nowhere in clear', async () => {
    const phone = await newDevice(world)
    const code = await codeOf(phone)
    const [row] = await sql(`select code_hash from device_codes where device_id = '${uuidOf('dev', phone.device_id)}'`)
    expect(row?.code_hash).toEqual(hash('sha256', code, 'buffer'))
  })

  test('that is mistyped is told so, and costs no try; guesses are counted', async () => {
    const limited = await startWorld({ LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1' })
    const tablet = await newDevice(limited)
    const wrong = newCode()
    const mistyped = `${wrong.slice(0, -1)}${wrong.endsWith('0') ? '1' : '0'}`
    for (let i = 0; i < 7; i += 1) {
      const answer = await link(tablet, mistyped)
      expect([said(answer), answer.json.error.issues[0].code]).toEqual([[422, 'validation_failed'], 'mistyped'])
    }
    const guesses = await Promise.all(Array.from({ length: 7 }, () => link(tablet, newCode())))
    expect(guesses.map(said).filter(([, why]) => why === 'link_code_unknown')).toHaveLength(5)
    expect(guesses.map(said).filter(([, why]) => why === 'rate_limited')).toHaveLength(2)
    await limited.stop()
  })
})

describe('no link', () => {
  test('for a device that has a wallet of its own', async () => {
    const phone = await newDevice(world)
    const connected = (await newConnection(world, { operator })).device
    expect(said(await link(connected, await codeOf(phone)))).toEqual([409, 'device_in_use'])
    // Its own code, a device that is linked, and one that others are linked to.
    expect(said(await link(phone, await codeOf(phone)))).toEqual([409, 'device_in_use'])
    const tablet = await linkedTo(phone)
    const stranger = await newDevice(world)
    for (const device of [tablet, phone]) {
      expect(said(await link(device, await codeOf(stranger)))).toEqual([409, 'device_in_use'])
    }
    expect(await namesOf(stranger)).toEqual([stranger.device_id])
  })

  test('between two devices that link to each other at once: one of them joins the other', async () => {
    const [one, other] = [await newDevice(world), await newDevice(world)]
    const [code_of_one, code_of_other] = [await codeOf(one), await codeOf(other)]
    const answers = await Promise.all([link(one, code_of_other), link(other, code_of_one)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect(await namesOf(one)).toHaveLength(2)
    expect(await namesOf(other)).toEqual(await namesOf(one))
  })

  test(`beyond ${DEVICES_MAX} devices, until one is removed`, async () => {
    const phone = await newDevice(world)
    const others: TestDevice[] = []
    for (let i = 1; i < DEVICES_MAX; i += 1) others.push(await linkedTo(phone))
    const [code, late] = [await codeOf(phone), await newDevice(world)]
    expect(said(await link(late, code))).toEqual([409, 'too_many_devices'])
    expect(said(await phone.call('DELETE', `/v1/app-devices/${others[0]?.device_id}`))).toEqual([200])
    expect(said(await link(late, code))).toEqual([200])
  })

  test('leaves a Connect Key of the device open', async () => {
    const [phone, tablet] = [await newDevice(world), await newDevice(world)]
    await newConnectKey(tablet)
    expect(said(await link(tablet, await codeOf(phone)))).toEqual([200])
    const device_id = uuidOf('dev', tablet.device_id)
    expect(await sql(`select from connect_keys where device_id = '${device_id}'`)).toHaveLength(0)
  })
})

describe('a wallet with keys', () => {
  test('takes codes and devices that are signed for, each by its own key', async () => {
    const [phone, tablet] = [await withKey(), await withKey()]
    const code = await codeOf(phone.device, linkOf(phone.key, phone.device, { aud }))
    const signed = linkOf(tablet.key, tablet.device, { aud, code })
    expect(said(await link(tablet.device, code, signed))).toEqual([200])
    expect(said(await link(tablet.device, code, signed))).toEqual([200])
  })

  test('gives whoever has the token alone no code', async () => {
    const { device, key } = await withKey()
    const other = await withKey()
    const refused = async (link_jws: string | undefined) =>
      expect(said(await device.call('POST', CODES, { body: { link_jws } }))).toEqual([422, 'link_signature_invalid'])
    await refused(undefined)
    await refused(linkOf(other.key, device, { aud }))
    await refused(linkOf(key, other.device, { aud }))
    await refused(linkOf(key, device, { aud: 'https://elsewhere.example' }))
    await refused(linkOf(key, device, { aud, code: newCode() }))
    await refused(linkOf(key, device, { aud, at: new Date(Date.now() - 301_000) }))
    await refused(linkOf(key, device, { aud, at: new Date(Date.now() + 120_000) }))
    expect(said(await revokeKey(device, key))).toEqual([200])
    expect(said(await device.call('POST', CODES, { body: {} }))).toEqual([422, 'device_key_required'])
  })

  test('lets no device join without its key, nor with a statement about another code', async () => {
    const [phone, tablet] = [await withKey(), await withKey()]
    const code = await codeOf(phone.device, linkOf(phone.key, phone.device, { aud }))
    expect(said(await link(await newDevice(world), code))).toEqual([422, 'device_key_required'])
    for (const jws of [undefined, linkOf(tablet.key, tablet.device, { aud, code: newCode() })]) {
      expect(said(await link(tablet.device, code, jws))).toEqual([422, 'link_signature_invalid'])
    }
    expect(await namesOf(phone.device)).toEqual([phone.device.device_id])
  })

  test('lets a device without one neither plant a key nor let others in', async () => {
    const [phone, tablet] = [await newDevice(world), await withKey()]
    const code = await codeOf(phone)
    expect(said(await link(tablet.device, code, linkOf(tablet.key, tablet.device, { aud, code })))).toEqual([200])
    expect(said(await phone.call('POST', CODES, { body: {} }))).toEqual([422, 'device_key_required'])
    expect(said(await addKey(phone, newDeviceKey(), { aud }))).toEqual([422, 'device_key_required'])
  })
})

describe('a removed device', () => {
  test('opens nothing from the answer on, while the others and their connections go on', async () => {
    const phone = await newDevice(world)
    const connection = await newConnection(world, { operator, device: phone })
    const tablet = await linkedTo(phone)
    const removed = await tablet.call('DELETE', `/v1/app-devices/${phone.device_id}`)
    expect([removed.status, removed.json.connections_ended]).toEqual([200, 0])
    const again = await tablet.call('DELETE', `/v1/app-devices/${phone.device_id}`)
    expect([again.status, again.json]).toEqual([200, removed.json])
    for (const path of ['/v1/app-devices/current', '/v1/connections', '/v1/events']) {
      expect(said(await phone.call('GET', path))).toEqual([401, 'credential_invalid'])
    }
    expect(said(await phone.call('POST', CODES, { body: {} }))).toEqual([401, 'credential_invalid'])
    expect(await namesOf(tablet)).toEqual([tablet.device_id])
    expect(said(await connection.call('GET', '/v1/connections/current'))).toEqual([200])
    // The last one takes the connections with it.
    const last = await tablet.call('DELETE', '/v1/app-devices/current')
    expect(last.json.connections_ended).toBe(1)
    expect(said(await connection.call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
  })

  test('is one of the same wallet: others are not there', async () => {
    const [phone, stranger] = [await newDevice(world), await newDevice(world)]
    const tablet = await linkedTo(phone)
    for (const device_id of [phone.device_id, tablet.device_id, 'dev_nonsense']) {
      const answer = await stranger.call('DELETE', `/v1/app-devices/${device_id}`)
      expect(said(answer)).toEqual([404, 'resource_not_found'])
    }
    expect(await namesOf(tablet)).toHaveLength(2)
  })

  test('two that remove each other at once leave one device or none, and no connection without a device', async () => {
    const phone = await newDevice(world)
    const connection = await newConnection(world, { operator, device: phone })
    const tablet = await linkedTo(phone)
    await Promise.all([
      phone.call('DELETE', `/v1/app-devices/${tablet.device_id}`),
      tablet.call('DELETE', `/v1/app-devices/${phone.device_id}`),
    ])
    const left = await sql(
      `select from devices where device_id in ('${uuidOf('dev', phone.device_id)}', '${uuidOf('dev', tablet.device_id)}')
        and revoked_at is null`,
    )
    const status = (await connection.call('GET', '/v1/connections/current')).status
    expect(left.length > 0).toBe(status === 200)
  })
})
