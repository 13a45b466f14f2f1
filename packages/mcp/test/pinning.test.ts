/** What a model is shown was signed with a pinned key, whoever stands between this server and the service. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { DISGUISES, type Disguise, startThief, THIEF, type Thief } from '../../sdk/test/thief.ts'
import { type Asking, getAsking } from './asking.ts'
import { expectRefusal, served } from './clients.ts'

const key = (kid: string): string => `${kid}:${randomBytes(32).toString('base64url')}`
const [K1, K2] = [key('k1'), key('k2')]

let asking: Asking
let thief: Thief
beforeAll(async () => {
  asking = await getAsking({ FACTS_KEYS: `${K2},${K1}` })
  thief = await startThief(asking.place.base_url)
})
afterAll(async () => {
  await thief?.[Symbol.asyncDispose]()
  await asking.place.stop()
})

const wanted = (task_ref: string) => ({
  recipient_id: asking.payee.recipient_id,
  amount: '2',
  task_ref,
  distinct: true,
})

describe('a proxy that swaps address, digest, signature and keys', () => {
  test.each(Object.keys(DISGUISES) as Disguise[])(
    'and serves its key %s is refused by every tool',
    async (disguise) => {
      thief.disguise = undefined
      const settings = { ...asking.settings, base_url: thief.base_url }
      await using warm_server = await served(settings)
      await using warm = await warm_server.client('2026-07-28')
      const { structured } = await warm.call('request_payment', wanted(`before ${disguise}`))
      const { request_id } = structured
      expect(structured.facts.to).toBe(asking.payee.address)
      thief.disguise = disguise
      await using cold_server = await served(settings)
      await using cold = await cold_server.client('2026-07-28')
      for (const client of [cold, warm]) {
        for (const [tool, input] of [
          ['get_payment_request', { request_id }],
          ...(client === cold ? [['wait_for_payment_request', { request_id, timeout_seconds: 1 }] as const] : []),
          ['request_payment', wanted(`during ${disguise}`)],
        ] as const) {
          const told = await client.call(tool, input)
          expectRefusal(told, 'facts_not_verified')
          expect(told.text).not.toContain(THIEF)
        }
      }
      thief.disguise = undefined
      for (const client of [cold, warm]) {
        const { structured: shown } = await client.call('get_payment_request', { request_id })
        expect(shown.facts.to).toBe(asking.payee.address)
      }
    },
  )
})

test('without a pin nothing is asked for, and the refusal names the setting, with which it works', async () => {
  const { agent, settings } = asking
  const before = await agent.events.latest()
  const unpinned = { ...settings, pinned_keys: undefined }
  await using server = await served(unpinned)
  await using client = await server.client('2025-11-25')
  const refused = await client.call('request_payment', wanted('without a pin'))
  expectRefusal(refused, 'key_not_pinned')
  expect(refused.text).toMatch(/compare .* publishes elsewhere/)
  expect(await agent.events.latest()).toBe(before)
  const [, pins = ''] = /PURSESTRINGS_PINNED_KEYS=(\S+)/.exec(refused.text) ?? []
  await using pinned = await served({ ...unpinned, pinned_keys: pins.split(',') })
  await using again = await pinned.client('2025-11-25')
  expect((await again.call('request_payment', wanted('with the pin'))).structured.status).toBe('pending')
})

test('a new key that the pinned one vouches for is accepted, another is not', async () => {
  const { place, settings } = asking
  const { request_id } = (await asking.ask('before the new key')).payment_request
  const at = async (FACTS_KEYS: string) => (await place.world.another({ FACTS_KEYS })).url ?? ''
  const pinned_keys = await pinKeys({ base_url: await at(K1) })
  const read = async (base_url: string) => {
    await using server = await served({ ...settings, pinned_keys, base_url })
    await using client = await server.client('2026-07-28')
    return await client.call('get_payment_request', { request_id })
  }
  expect((await read(place.base_url)).structured.facts.to).toBe(asking.payee.address)
  const refused = await read(await at(K2))
  expectRefusal(refused, 'facts_not_verified')
  expect(refused.text).toContain('no pinned key vouches for it')
})
