/** What linked devices do to one payment: each signs with its own key, one of them pays, and all are told. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, activePayee, askingOver } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { newConnection, said } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { type DeviceKey, decisionFor, linkOf, newDeviceKey, rawKey } from './device-key.ts'
import { newOperator } from './operator.ts'
import { type PushWorld, startPushWorld } from './push-world.ts'
import { until } from './until.ts'

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
  const claim = (device: TestDevice) => device.call('POST', paymentPath(id, 'status'), { body: { status: 'approved' } })
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
