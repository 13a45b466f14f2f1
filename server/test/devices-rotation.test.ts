/** A rotation shuts nobody out, and leaves one token alive once the new one is used. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceOf, newDevice, type TestDevice } from './device.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.stop())

const CURRENT = '/v1/app-devices/current'
const read = async ({ call }: TestDevice) => (await call('GET', CURRENT)).status
const rotate = async (device: TestDevice): Promise<TestDevice> => {
  const { status, json } = await device.call('POST', `/v1/app-devices/${device.device_id}/rotate-token`)
  expect(status).toBe(200)
  return deviceOf(world, { device_id: device.device_id, token: json.token })
}
const passTenMinutes = ({ device_id }: TestDevice) =>
  world.database.admin.query('update device_tokens set next_until = now() where device_id = $1', [
    uuidOf('dev', device_id),
  ])

test('the old token works until the new one is first used, and rotating again gives the same new one', async () => {
  const old = await newDevice(world)
  const next = await rotate(old)
  expect(await read(old)).toBe(200)
  expect((await rotate(old)).token).toBe(next.token)
  expect(await read(next)).toBe(200)
  expect([await read(old), await read(next)]).toEqual([401, 200])
  const after = await rotate(next)
  expect(after.token).not.toBe(next.token)
  expect([await read(after), await read(next), await read(after)]).toEqual([200, 401, 200])
})

test('ten minutes after a rotation the old token is dead everywhere, whether or not the new one was used', async () => {
  const old = await newDevice(world)
  const next = await rotate(old)
  await passTenMinutes(old)
  expect(await read(old)).toBe(401)
  await until(async () => {
    const held = await world.database.admin.query(
      'select from device_tokens where device_id = $1 and next_until is null and next_nonce is null',
      [uuidOf('dev', old.device_id)],
    )
    return held.rowCount === 1
  }, 30_000)
  expect([await read(next), await read(old)]).toEqual([200, 401])
})

test('32 rotations with one token all answer with the same new one, and 32 first uses of it all succeed', async () => {
  for (let round = 0; round < 5; round++) {
    const device = await newDevice(world)
    const all = await Promise.all(Array.from({ length: 32 }, () => rotate(device)))
    expect(new Set(all.map(({ token }) => token)).size).toBe(1)
    const uses = await Promise.all(all.map(read))
    expect([new Set(uses), await read(device)]).toEqual([new Set([200]), 401])
  }
})

test('no call that starts after the first use of the new token succeeds with the old one: 30 rounds under load', {
  timeout: 60_000,
}, async () => {
  const other = (await world.another()).url as string
  let device = await newDevice(world)
  const readAt = async (base: string, token: string): Promise<number> => {
    const answer = await fetch(base + CURRENT, { headers: { authorization: `Bearer ${token}` } })
    await answer.text()
    return answer.status
  }
  for (let round = 0; round < 30; round++) {
    const { token } = device
    const next = await rotate(device)
    const used = { answered: false }
    const late: number[] = []
    const load = [world.url, other, world.url, other].map(async (base) => {
      while (!used.answered) expect([200, 401]).toContain(await readAt(base, token))
      late.push(await readAt(base, token))
    })
    expect(await read(next)).toBe(200)
    used.answered = true
    await Promise.all(load)
    expect(late).toEqual([401, 401, 401, 401])
    device = next
  }
})

test('no role that serves overwrites the token of a device: only its next token takes its place', async () => {
  const { rows } = await world.database.admin.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname like 'pursestrings%'
      and has_column_privilege(oid, 'device_tokens'::regclass, 'token_hash', 'update') order by 1`,
  )
  expect(rows.map(({ role }) => role)).toEqual(['pursestrings_creator', 'pursestrings_owner'])
})
