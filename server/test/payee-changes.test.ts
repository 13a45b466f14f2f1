/** A wallet learns of changed payees in the order of the log, of its own merchants alone; members learn of them by letter. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, moveAway, nextVersion } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let shop: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({
    ...web.settings,
    LOG_KEY: randomBytes(32).toString('base64url'),
    NETWORKS_ENABLED: 'stellar_testnet,stellar_public',
  })
  shop = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const changes = async (query = '', { device }: Asking = shop) =>
  (await device.call('GET', `/v1/payee-changes${query}`)).json

test('a wallet gets every change of its payees once, in the order of the log, and none of others', async () => {
  await until(async () => (await changes()).payee_changes.length === 1)
  const first = await changes()
  expect(first).toMatchObject({
    payee_changes: [
      { event: 'activated', number: 1, to: shop.payee.address, recipient_id: shop.payee.recipient_id, serves_at: null },
    ],
    next_since: first.payee_changes[0].log_index,
  })
  const next = await moveAway(world, web, shop.operator, shop.payee)
  await until(async () => (await changes()).payee_changes.length === 4)
  const more = await changes(`?since=${first.next_since}`)
  expect(more.payee_changes).toMatchObject([
    { event: 'cooling', number: 2, to: next.address, serves_at: expect.any(String) },
    { event: 'retired', number: 1, to: shop.payee.address },
    { event: 'activated', number: 2, to: next.address, recipient_version_id: next.recipient_version_id },
  ])
  expect(await changes(`?since=${more.next_since}`)).toMatchObject({ payee_changes: [], next_since: more.next_since })

  const other = await newAsking(world, web)
  const theirs = async (): Promise<string[]> =>
    (await changes('', other)).payee_changes.map((one: { recipient_id: string }) => one.recipient_id)
  await until(async () => (await theirs()).includes(other.payee.recipient_id))
  expect(await theirs()).toEqual([other.payee.recipient_id])
  expect((await changes()).payee_changes).toHaveLength(4)
  expect((await shop.device.call('GET', '/v1/payee-changes?since=-1')).status).toBe(422)

  const { connection_id } = shop
  expect((await shop.device.call('DELETE', `/v1/connections/${connection_id}`)).status).toBe(200)
  expect(await changes()).toMatchObject({ payee_changes: [], next_since: null })
})

test('every member gets a letter about a new address, with who, from where to where, when, and the way to stop it', async () => {
  const at = await newAsking(world, web)
  const { email } = at.operator
  const letters = () =>
    world.mailbox.mails.filter(({ to, text }) => to === email && text.includes('changed where payments'))
  // The first address replaces nothing.
  expect(letters()).toEqual([])
  // The same one once more moves nothing, and still is a change of what is served.
  const second = await nextVersion(web, at.operator, at.payee, { address: at.payee.address })
  expect((await activate(at.operator, second)).json.recipient_version.status).toBe('active')
  await until(() => letters().length === 1)
  const third = await nextVersion(web, at.operator, at.payee, { network: 'stellar_public', memo: 'till 7' })
  const { activates_at } = (await activate(at.operator, third)).json.recipient_version
  await until(() => letters().length === 2)
  const [now, later] = letters()
  expect(now?.text).toContain(`${email} changed where payments to`)
  expect(now?.text).toContain(`From now on: ${second.address} on stellar_testnet, XLM\n`)
  expect(later?.text).toContain(`Before: ${second.address} on stellar_testnet, XLM\n`)
  expect(later?.text).toContain(`From ${activates_at}: ${third.address} on stellar_public, XLM, memo till 7\n`)
  expect(later?.text).toContain(`/recipients/${at.payee.recipient_id}`)
  expect(later?.text).toContain('hold the new version')
  await until(async () =>
    (await changes('', at)).payee_changes.some(({ event }: { event: string }) => event === 'cooling'),
  )
  const cooling = (await changes('', at)).payee_changes.at(-1)
  expect(cooling).toMatchObject({ event: 'cooling', number: 3, serves_at: activates_at })
})
