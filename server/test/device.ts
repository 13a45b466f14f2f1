/** A wallet device, registered by doing. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect } from 'vitest'
import type { WalletIdentity } from '../src/platform/postgres/transaction.ts'
import type { Answer, Sent } from './call.ts'
import type { World } from './world.ts'

export interface TestDevice {
  readonly device_id: string
  readonly token: string
  /** A call with the token in the Authorization header, as our SDK sends it. */
  call(method: string, path: string, sent?: Sent): Promise<Answer>
}

/** Of a device that is not linked: a wallet of its own. */
export const identityOf = (device: Pick<TestDevice, 'device_id'>): WalletIdentity => {
  const device_id = uuidOf('dev', device.device_id)
  return { device_id, wallet_id: device_id }
}

export const deviceOf = (
  world: Pick<World, 'call'>,
  { device_id, token }: Pick<TestDevice, 'device_id' | 'token'>,
): TestDevice => ({
  device_id,
  token,
  call: (method, path, sent = {}) =>
    world.call(method, path, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } }),
})

export const newDevice = async (world: Pick<World, 'call'>, more: object = {}): Promise<TestDevice> => {
  const body = { name: "Ada's phone", platform: 'ios', ...more }
  const made = await world.call('POST', '/v1/app-devices', { body })
  expect(made.status).toBe(201)
  return deviceOf(world, { device_id: made.json.device.device_id, token: made.json.token })
}
