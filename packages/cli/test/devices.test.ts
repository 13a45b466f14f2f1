/** The test wallet on two machines: linked by a code, listed on both, and removed from one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
beforeAll(async () => {
  place = await startCliPlace()
})
afterAll(() => place.stop())

interface Shown {
  readonly devices: readonly { readonly device_id: string; readonly name: string }[]
}

test('wallet devices links two profiles, lists both and removes one', async () => {
  const [first, second] = [await place.home(), await place.home()]
  await first.json(['wallet', 'register', '--name', 'Phone'])
  await second.json(['wallet', 'register', '--name', 'Tablet'])
  const { code } = await first.json<{ code: string }>(['wallet', 'devices', 'link-code'])
  await second.json(['wallet', 'devices', 'link', code])
  const { devices } = await first.json<Shown>(['wallet', 'devices', 'list'])
  expect(devices.map(({ name }) => name)).toEqual(['Phone', 'Tablet'])
  const again = await second.run(['wallet', 'devices', 'link', code])
  expect([again.code, again.stderr]).toEqual([0, ''])
  const tablet = devices[1]?.device_id ?? ''
  const removed = await first.run(['wallet', 'devices', 'revoke', tablet])
  expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('go on with the other devices')])
  const refused = await second.run(['wallet', 'devices', 'list'])
  expect([refused.code, refused.stdout]).toEqual([3, ''])
})
