/** On networks other than the testnet an activation waits a day, so that nobody's payments are redirected at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { activate, LIST_FILE, newStellarAddress, proveHost } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('the version cools for 24 hours and then serves by itself', async () => {
  const operator = await newOperator(world)
  const domain_id = await proveHost(web, operator)
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  const { recipient, recipient_version } = (
    await operator.call('POST', '/v1/recipients', { body: { name: 'Till', ...facts } })
  ).json
  const { recipient_id } = recipient
  const { recipient_version_id } = recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const { evidence } = (
    await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, {
      body: { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 },
    })
  ).json
  const payee = { domain_id, recipient_id, recipient_version_id, evidence, version: 2, address: facts.address }
  const cooling = (await activate(operator, payee)).json
  expect(cooling).toMatchObject({ recipient: { active_version_id: null }, recipient_version: { status: 'cooling' } })
  const waits_ms = Date.parse(cooling.recipient_version.activates_at) - Date.now()
  expect(Math.abs(waits_ms - 24 * 3600_000)).toBeLessThan(60_000)

  const job = "select start_after - created_on as wait from pgboss.job where name = 'cooled-recipient-version'"
  expect((await world.database.admin.query(job)).rows[0].wait).toMatchObject({ days: 1 })
  await world.database.admin.query("update pgboss.job set start_after = now() where name = 'cooled-recipient-version'")
  const read = async () => (await operator.call('GET', `/v1/recipients/${recipient_id}`)).json
  await until(async () => (await read()).recipient.active_version_id === recipient_version_id)
  expect((await read()).active_version.status).toBe('active')
})
