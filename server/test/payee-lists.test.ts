/** What lists of payees tell at once: how each stands, who vouches for it, how much it is used, and who changed it last. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newStellarAddress, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const get = async (path: string, who = asking.operator) => (await who.call('GET', path)).json
const versionsOf = async () => (await get(`/v1/recipients/${asking.payee.recipient_id}/versions`)).recipient_versions

test('a list of payees shows the version that serves, its domain, and how the others stand', async () => {
  const { recipient_id, recipient_version_id, address, domain_id } = asking.payee
  const draft = await verifiedPayee(web, asking.operator, domain_id)
  const { recipients } = await get('/v1/recipients')
  expect(recipients).toMatchObject([
    { recipient_id: draft.recipient_id, status: 'verified', active_version: null, domain: null },
    {
      recipient_id,
      status: 'active',
      active_version: { recipient_version_id, address, status: 'active', request_count: 0 },
      domain: 'shop.test',
    },
  ])
  await asking.operator.call('PATCH', `/v1/recipients/${draft.recipient_id}`, { body: { status: 'retired' } })
  const { recipients: after } = await get('/v1/recipients')
  expect(after[0]).toMatchObject({ status: 'retired', active_version: null, domain: null })
})

test('evidence names the domain and the place where it was found', async () => {
  const { recipient_id, recipient_version_id } = asking.payee
  const { evidence } = await get(`/v1/recipients/${recipient_id}/versions/${recipient_version_id}`)
  expect(evidence[0]).toMatchObject({
    domain: 'shop.test',
    location: 'https://shop.test/.well-known/svc-recipients.json',
  })
})

test('requests are counted by the version that they name, once each, also when they are entered again', async () => {
  expect(await versionsOf()).toMatchObject([{ request_count: 0, last_request_at: null }])
  const first = await asking.asked()
  const second = await asking.asked()
  await asking.report(first.request_id, { status: 'rejected' })
  const counted = { request_count: 2, last_request_at: second.created_at }
  await until(async () => (await versionsOf())[0].request_count === 2)
  expect(await versionsOf()).toMatchObject([counted])
  const admin = world.database.admin
  await admin.query('select index_payment_requests(array_agg(merchant_id), array_agg(event_id)) from events')
  expect(await versionsOf()).toMatchObject([counted])
  const { recipient_id, recipient_version_id } = asking.payee
  const read = await get(`/v1/recipients/${recipient_id}/versions/${recipient_version_id}`)
  expect(read.recipient_version).toMatchObject(counted)
})

test('whoever is too late is told who changed the payee, and when', async () => {
  const { recipient_id, version } = asking.payee
  const change = (at: number) =>
    asking.operator.call('POST', `/v1/recipients/${recipient_id}/versions`, {
      body: { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress(), version: at },
    })
  expect((await change(version)).status).toBe(201)
  const late = await change(version)
  expect([late.status, late.json.error]).toMatchObject([
    409,
    {
      code: 'version_conflict',
      current_version: version + 1,
      changed_by: expect.stringMatching(/^acc_/),
      changed_at: expect.stringMatching(/^20.*Z$/),
    },
  ])
})
