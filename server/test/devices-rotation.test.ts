/** Rotation leaves one token alive, the last one answered, however many calls are under way (W9, I2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceOf, newDevice } from './device.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.stop())

const CURRENT = '/v1/app-devices/current'

test('no call that starts after a rotation was answered succeeds with the old token: 50 rounds under load', {
  timeout: 60_000,
}, async () => {
  const other = (await world.another()).url as string
  let device = await newDevice(world)
  const path = `/v1/app-devices/${device.device_id}/rotate-token`
  const read = async (base: string, token: string): Promise<number> => {
    const answer = await fetch(base + CURRENT, { headers: { authorization: `Bearer ${token}` } })
    await answer.text()
    return answer.status
  }
  let calls = 0
  for (let round = 0; round < 50; round++) {
    const { token } = device
    const rotation = { answered: false }
    const late: number[] = []
    const load = [world.url, other, world.url, other].map(async (base) => {
      while (!rotation.answered) {
        calls++
        expect([200, 401]).toContain(await read(base, token))
      }
      late.push(await read(base, token))
    })
    const rotated = await device.call('POST', path)
    rotation.answered = true
    await Promise.all(load)
    expect([rotated.status, late]).toEqual([200, [401, 401, 401, 401]])
    device = deviceOf(world, { device_id: device.device_id, token: rotated.json.token })
    expect((await device.call('GET', CURRENT)).status).toBe(200)
  }
  expect(calls).toBeGreaterThan(200)
})

test('of 32 rotations with one token one succeeds, and the token that it answered is alive', async () => {
  for (let round = 0; round < 5; round++) {
    const device = await newDevice(world)
    const path = `/v1/app-devices/${device.device_id}/rotate-token`
    const answers = await Promise.all(Array.from({ length: 32 }, () => device.call('POST', path)))
    const won = answers.filter((a) => a.status === 200)
    const lost = answers.filter((a) => a.status !== 200)
    expect(won.length).toBe(1)
    expect(new Set(lost.map((a) => `${a.status} ${a.json.error.code}`))).toEqual(new Set(['401 credential_invalid']))
    const token = won[0]?.json.token as string
    expect((await deviceOf(world, { ...device, token }).call('GET', CURRENT)).status).toBe(200)
  }
})
