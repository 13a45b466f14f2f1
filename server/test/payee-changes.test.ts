/** A wallet learns of changed payees in the order of the log, of its own merchants alone; members learn of them by letter. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, LIST_FILE, newStellarAddress } from './payee.ts'
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

/** A second version of the payee of a shop, verified and activated. */
const change = async (of: Asking, network: string) => {
  const { operator, payee } = of
  const facts = { network, asset: 'XLM', address: newStellarAddress() }
  const path = `/v1/recipients/${payee.recipient_id}`
  const { version } = (await operator.call('GET', path)).json.recipient
  const added = await operator.call('POST', `${path}/versions`, { body: { ...facts, version } })
  expect(added.status).toBe(201)
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const { recipient_version_id } = added.json.recipient_version
  const body = {
    recipient_version_id,
    type: 'domain_proof',
    source_id: payee.domain_id,
    version: added.json.recipient.version,
  }
  const { evidence, recipient } = (await operator.call('POST', `${path}/verify`, { body })).json
  const active = await activate(operator, { ...payee, recipient_version_id, evidence, version: recipient.version })
  expect(active.status).toBe(200)
  return { ...facts, recipient_version_id, version: active.json.recipient_version }
}

test('a wallet gets every change of its payees once, in the order of the log, and none of others', async () => {
  await until(async () => (await changes()).payee_changes.length === 1)
  const first = await changes()
  expect(first).toMatchObject({
    payee_changes: [
      { event: 'activated', number: 1, to: shop.payee.address, recipient_id: shop.payee.recipient_id, serves_at: null },
    ],
    next_since: first.payee_changes[0].log_index,
  })
  const next = await change(shop, 'stellar_testnet')
  await until(async () => (await changes()).payee_changes.length === 3)
  const more = await changes(`?since=${first.next_since}`)
  expect(more.payee_changes).toMatchObject([
    { event: 'retired', number: 1, to: shop.payee.address },
    { event: 'activated', number: 2, to: next.address, recipient_version_id: next.recipient_version_id },
  ])
  expect(await changes(`?since=${more.next_since}`)).toMatchObject({ payee_changes: [], next_since: more.next_since })

  const other = await newAsking(world, web)
  const theirs = async (): Promise<string[]> =>
    (await changes('', other)).payee_changes.map((one: { recipient_id: string }) => one.recipient_id)
  await until(async () => (await theirs()).includes(other.payee.recipient_id))
  expect(await theirs()).toEqual([other.payee.recipient_id])
  expect((await changes()).payee_changes).toHaveLength(3)
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
  const second = await change(at, 'stellar_testnet')
  await until(() => letters().length === 1)
  const third = await change(at, 'stellar_public')
  await until(() => letters().length === 2)
  const [now, later] = letters()
  expect(now?.text).toContain(`${email} changed where payments to`)
  expect(now?.text).toContain(`Before: ${at.payee.address} on stellar_testnet`)
  expect(now?.text).toContain(`From now on: ${second.address} on stellar_testnet`)
  expect(later?.text).toContain(`Before: ${second.address} on stellar_testnet`)
  expect(later?.text).toContain(`From ${third.version.activates_at}: ${third.address} on stellar_public`)
  expect(later?.text).toContain(`/recipients/${at.payee.recipient_id}`)
  expect(later?.text).toContain('hold the new version')
  await until(async () =>
    (await changes('', at)).payee_changes.some(({ event }: { event: string }) => event === 'cooling'),
  )
  const cooling = (await changes('', at)).payee_changes.at(-1)
  expect(cooling).toMatchObject({ event: 'cooling', number: 3, serves_at: third.version.activates_at })
})
