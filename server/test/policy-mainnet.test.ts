/** A payee on a mainnet cannot be paid on this surface, although no call names the network (specification 1.8). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAutomation, policyPath } from './automation.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, endCooling, LIST_FILE, newStellarAddress } from './payee.ts'
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

test('a version that serves on a mainnet is refused for agents, people and dry runs, and nothing is kept', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  const { operator, payee } = mine
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  const made = (await operator.call('POST', '/v1/recipients', { body: { name: 'Vault', ...facts } })).json
  const { recipient_id } = made.recipient
  const { recipient_version_id } = made.recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const proof = { recipient_version_id, type: 'domain_proof', source_id: payee.domain_id, version: 1 }
  const { evidence } = (await operator.call('POST', `/v1/recipients/${recipient_id}/verify`, { body: proof })).json
  await activate(operator, { ...payee, recipient_id, recipient_version_id, evidence, version: 1 })
  await endCooling(world.database)
  const read = async () => (await operator.call('GET', `/v1/recipients/${recipient_id}`)).json.recipient
  await until(async () => (await read()).active_version_id === recipient_version_id)

  const named = { recipient_id, recipient_version_id, amount: '1' }
  const answers = [
    await mine.intend(named),
    await mine.intend({ ...named, initiator: 'human' }),
    await mine.intend({ ...named, idempotency_key: undefined, connection_id: 'con_x' }, { 'idempotency-key': 'k' }),
    await mine.asProject('POST', policyPath(policy.id, 'simulate'), { body: named }),
  ]
  for (const { status, json } of answers) {
    expect([status, json.error.code]).toEqual([409, 'phase_0_mainnet_disabled'])
    expect(json.error.details.field).toBe('recipient_version_id')
  }
  const { rows } = await world.database.admin.query('select from agent_payments union all select from policy_decisions')
  expect(rows).toEqual([])
  const listed = await mine.asProject('PATCH', policyPath(policy.id), {
    body: { version: 1, allowlist: [recipient_id] },
  })
  expect(listed.json.data).toMatchObject({
    status: 'active',
    proposed: { missing: ['allowlist'], policy_digest: null },
  })
})
