/** A profile believes the keys that the service showed when it was set up, and those that they vouch for. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIENCE } from '../../../server/test/agent.ts'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { startProxy } from '../../sdk/test/proxy.ts'
import { startThief, THIEF } from '../../sdk/test/thief.ts'
import { type Home, newHome } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

const key = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`
const [K1, K2, K3] = [key('k1'), key('k2'), key('k3')]

let place: CliPlace
let home: Home
let service: string
let between: Awaited<ReturnType<typeof startProxy>>
beforeAll(async () => {
  place = await startCliPlace({ FACTS_KEYS: K1 })
  service = place.world.url
  between = await startProxy(() => service)
  home = await place.home(between.base_url)
  await home.json(place.demo)
})
afterAll(async () => {
  await between?.[Symbol.asyncDispose]()
  await place.stop()
})

const profile = () => JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8'))
const forget = (): void => {
  const { pinned_keys: _, ...others } = profile()
  writeFileSync(join(home.folder, 'default.json'), JSON.stringify(others))
}
const ask = async (task: string): Promise<string> => {
  const asked = ['requests', 'create', '--amount', '2', '--task', task]
  return (await home.json<{ payment_request: { request_id: string } }>(asked)).payment_request.request_id
}
const restart = async (FACTS_KEYS: string): Promise<void> => {
  service = (await place.world.another({ FACTS_KEYS })).url ?? ''
}
const line = (text: string): string[] => (/pursestrings (init --pin \S+)/.exec(text)?.[1] ?? '').split(' ')

test('init and demo save the key on first use, and nobody types it', async () => {
  expect(profile().pinned_keys).toEqual(await pinKeys({ base_url: service }))
  const { stdout } = await home.run(['init'])
  expect(stdout).toContain(`service key  ${profile().pinned_keys[0]} pinned\n`)
})

test('where the person is led is kept on first use, and another address of the service changes nothing', async () => {
  const own = newHome()
  const at = async (settings: Record<string, string>) =>
    (await place.world.another({ FACTS_KEYS: K1, ...settings })).url ?? ''
  const real = service
  service = await at({ WALLET_URL: 'https://wallet.example' })
  const kept = () => JSON.parse(readFileSync(join(own.folder, 'default.json'), 'utf8')).wallet_url
  const { stdout } = await own.run(['init', '--base-url', between.base_url, '--audience', AUDIENCE])
  expect([kept(), stdout]).toEqual([
    'https://wallet.example',
    expect.stringMatching(/^wallet +https:\/\/wallet\.example$/m),
  ])
  service = await at({ WALLET_URL: 'https://evil.example' })
  expect((await own.run(['init'])).code).toBe(0)
  expect(kept()).toBe('https://wallet.example')
  await own.json(['init', '--wallet-url', 'https://other.example/'])
  expect(kept()).toBe('https://other.example')
  expect((await own.run(['init', '--wallet-url', 'http://other.example'])).code).toBe(2)
  own.remove()
  service = real
})

test('init works before the service does, says that nothing is pinned, and connect, pair or demo pin later', async () => {
  const early = newHome()
  const { code, stdout, stderr } = await early.run(['init', '--base-url', 'http://127.0.0.1:9'])
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringMatching(/service key +none pinned yet\n$/),
    expect.stringContaining("Can't reach"),
  ])
  early.remove()
  forget()
  expect((await home.run(['connect', 'AAAA-BBBB-CCCC-DDDD-E'])).code).toBe(1)
  expect(profile().pinned_keys).toEqual(await pinKeys({ base_url: service }))
  forget()
  await home.json(place.demo)
  expect(profile().pinned_keys).toEqual(await pinKeys({ base_url: service }))
})

test('without a pin a wallet answers nothing; the line that is printed pins, and then it does', async () => {
  const request_id = await ask('no pin')
  forget()
  const refused = await home.run(['wallet', 'approve', request_id])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("hasn't pinned the service's key")])
  expect(refused.stderr).toMatch(/Compare \S+ with what the operator publishes elsewhere/)
  const doctor = await home.run(['doctor'])
  expect(doctor.stdout).toMatch(/^warn {2}service key +\S+ \(kid k1\), not pinned$/m)
  await home.json(line(refused.stderr))
  expect((await home.run(['wallet', 'approve', request_id])).code).toBe(0)
})

test('somebody who stands between and swaps address, signature and keys is refused, by every set-up command too', async () => {
  await using thief = await startThief(service)
  const real = service
  const request_id = await ask('swapped')
  thief.disguise = 'alone, under the name of the real key'
  service = thief.base_url
  const { code, stdout, stderr } = await home.run(['wallet', 'approve', request_id])
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining("Don't pay")])
  expect(stderr).not.toContain(THIEF)
  for (const command of [['init'], ['connect', 'AAAA-BBBB-CCCC-DDDD-E'], ['pair'], place.demo]) {
    const told = await home.run(command)
    expect([command[0], told.code, told.stderr]).toEqual([
      command[0],
      1,
      expect.stringContaining("keys that this profile doesn't trust"),
    ])
  }
  expect((await home.run(['doctor'])).stdout).toMatch(
    /^fail {2}service key +\S+ sends keys that this profile doesn't trust/m,
  )
  service = real
  expect((await home.run(['wallet', 'approve', request_id])).code).toBe(0)
})

test('a request of a service that calls itself otherwise is not answered, and the line that trusts it works', async () => {
  const request_id = await ask('other address')
  await home.json(['init', '--audience', 'https://pay.example.com'])
  const refused = await home.run(['wallet', 'approve', request_id])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /from the service at (\S+), and you trust the one at https:\/\/pay\.example\.com\.[^]*pursestrings init --audience <url>/,
    ),
  ])
  const [, address = ''] = /from the service at (\S+),/.exec(refused.stderr) ?? []
  await home.json(['init', '--audience', address])
  expect((await home.run(['wallet', 'approve', request_id])).code).toBe(0)
})

test('a new key that the pinned one vouches for needs nothing, and init saves it; another needs a new pin', async () => {
  const pinned = profile().pinned_keys
  await restart(`${K2},${K1}`)
  expect((await home.run(['wallet', 'approve', await ask('new key')])).code).toBe(0)
  expect(profile().pinned_keys).toEqual(pinned)
  await home.json(['init'])
  expect(profile().pinned_keys.toSorted()).toEqual([...(await pinKeys({ base_url: service }))].toSorted())
  // The first key is no longer served: the pin has moved on.
  await restart(K2)
  expect((await home.run(['wallet', 'approve', await ask('old key gone')])).code).toBe(0)
  const request_id = await ask('unknown key')
  await restart(K3)
  const unchecked = 'nobody could check it'
  expect((await home.run(['requests', 'create', '--amount', '2', '--task', unchecked])).code).toBe(1)
  const refused = await home.run(['wallet', 'approve', request_id])
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("a key that this profile doesn't trust")])
  await home.json(line(refused.stderr))
  expect(profile().pinned_keys).toEqual(await pinKeys({ base_url: service }))
  expect((await home.run(['requests', 'list', '--limit', '100', '--json'])).stdout).not.toContain(unchecked)
})

test('the line names the profile that it is for; a mistyped thumbprint is wrong usage', async () => {
  const own = newHome()
  await own.json(['init', '--profile', 'shop', '--base-url', service, '--audience', AUDIENCE])
  const real = service
  await restart(key('k4'))
  const moved = JSON.parse(readFileSync(join(own.folder, 'shop.json'), 'utf8'))
  writeFileSync(join(own.folder, 'shop.json'), JSON.stringify({ ...moved, base_url: service }))
  const { stderr } = await own.run(['init', '--profile', 'shop'])
  expect(stderr).toMatch(/pursestrings init --pin \S{43} --profile shop\n/)
  expect((await own.run(['init', '--pin', 'facts-1'])).code).toBe(2)
  own.remove()
  service = real
})
