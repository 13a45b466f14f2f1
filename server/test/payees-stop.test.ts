/** Payees are renamed, discarded, held, retired and recalled, each by whoever may, and each final where it says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, LIST_FILE, moveAway, newStellarAddress, proveHost, verifiedPayee } from './payee.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let who: Operator
let domain_id: string
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, NETWORKS_ENABLED: 'stellar_testnet,stellar_public' })
  who = await newOperator(world)
  domain_id = await proveHost(web, who)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

interface Named {
  readonly recipient_id: string
  readonly recipient_version_id: string
}
const stop = ({ recipient_id, recipient_version_id }: Named, how: string, body?: object, by = who) =>
  by.call('POST', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}/stop`, {
    body: { ...body, action: how },
  })
const recall = (payee: Named, reason = 'compromised', by = who) => stop(payee, 'recall', { reason }, by)
const versionOf = async ({ recipient_id, recipient_version_id }: Named) =>
  (await who.call('GET', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}`)).json.recipient_version
const rename = (recipient_id: string, name: string, version: number) =>
  who.call('PATCH', `/v1/recipients/${recipient_id}`, { body: { name, version } })

test('a renamed payee has the new name; the old one stays taken, and a look-alike is refused', async () => {
  const { recipient_id } = await verifiedPayee(web, who, domain_id)
  const before = (await who.call('GET', `/v1/recipients/${recipient_id}`)).json.recipient
  const renamed = await rename(recipient_id, 'Front desk', before.version)
  expect(renamed.json.recipient).toMatchObject({ name: 'Front desk', version: before.version + 1 })
  expect((await rename(recipient_id, 'Back desk', before.version)).json.error.code).toBe('version_conflict')
  const other = await verifiedPayee(web, who, domain_id)
  for (const taken of ['Fr0nt desk', before.name]) {
    const refused = await rename(other.recipient_id, taken, 1)
    expect([refused.status, refused.json.error.code]).toEqual([422, 'recipient_name_look_alike'])
  }
  // It may have its own old name back.
  expect((await rename(recipient_id, before.name, before.version + 1)).json.recipient.name).toBe(before.name)
})

test('a draft or verified version is discarded, and one that serves is not', async () => {
  const payee = await verifiedPayee(web, who, domain_id)
  const active = await verifiedPayee(web, who, domain_id)
  await activate(who, active)
  const discarded = await stop(payee, 'discard')
  expect(discarded.json.recipient_version).toMatchObject({ status: 'retired', retired_reason: 'discarded' })
  expect((await stop(payee, 'discard')).json).toEqual(discarded.json)
  const refused = await stop(active, 'discard')
  expect([refused.json.error.code, refused.json.error.status]).toEqual(['recipient_version_state', 'active'])
  expect((await recall(payee)).json.error.code).toBe('recipient_version_state')
})

test('a version that cools off is held and never serves', async () => {
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  const made = (await who.call('POST', '/v1/recipients', { body: { name: 'Cold store', ...facts } })).json
  const { recipient_id } = made.recipient
  const { recipient_version_id } = made.recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const proof = { recipient_version_id, type: 'domain_proof', source_id: domain_id, version: 1 }
  const { evidence } = (await who.call('POST', `/v1/recipients/${recipient_id}/verify`, { body: proof })).json
  const payee = { domain_id, recipient_id, recipient_version_id, evidence, version: 1, address: facts.address }
  expect((await activate(who, payee)).json.recipient_version.status).toBe('cooling')
  expect((await stop(payee, 'hold')).json.recipient_version).toMatchObject({
    status: 'retired',
    retired_reason: 'held',
  })
  expect((await stop(payee, 'hold')).status).toBe(200)
  expect((await activate(who, { ...payee, version: 3 })).json.error.code).toBe('recipient_version_state')
  web.files.delete(`shop.test${LIST_FILE}`)
})

test('a recalled version is recalled for good, also one that was replaced before', async () => {
  const payee = await verifiedPayee(web, who, domain_id)
  await activate(who, payee)
  const recalled = await recall(payee)
  expect(recalled.json).toMatchObject({
    recipient: { active_version_id: null },
    recipient_version: { status: 'retired', retired_reason: 'recalled', recall_reason: 'compromised' },
  })
  const again = await recall(payee, 'mistake')
  expect([again.status, again.json.recipient_version]).toEqual([200, recalled.json.recipient_version])

  const old = await verifiedPayee(web, who, domain_id)
  await activate(who, old)
  const next = await moveAway(world, web, who, old)
  expect(await versionOf(old)).toMatchObject({ status: 'retired', retired_reason: 'replaced', recalled_at: null })
  expect((await recall(old, 'mistake')).json).toMatchObject({
    recipient: { active_version_id: next.recipient_version_id },
    recipient_version: { retired_reason: 'recalled', recall_reason: 'mistake', recalled_at: expect.any(String) },
  })
})

test('a retired payee takes all its versions with it and gets no new ones', async () => {
  const payee = await verifiedPayee(web, who, domain_id)
  await activate(who, payee)
  const at = `/v1/recipients/${payee.recipient_id}`
  const retire = () => who.call('PATCH', at, { body: { status: 'retired' } })
  const retired = await retire()
  expect(retired.json.recipient).toMatchObject({ active_version_id: null, retired_at: expect.any(String) })
  expect((await retire()).json).toEqual(retired.json)
  expect(await versionOf(payee)).toMatchObject({ status: 'retired', retired_reason: 'recipient_retired' })
  const { version } = retired.json.recipient
  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress(), version }
  expect((await who.call('POST', `${at}/versions`, { body: facts })).json.error.code).toBe('recipient_retired')
  expect((await rename(payee.recipient_id, 'Another name', version)).json.error.code).toBe('recipient_retired')
})

test("nobody stops another organization's payee, and a version is stopped under its own recipient only", async () => {
  const payee = await verifiedPayee(web, who, domain_id)
  const other = await verifiedPayee(web, who, domain_id)
  await activate(who, payee)
  const stranger = await newOperator(world, 'Somebody Else')
  for (const how of ['discard', 'hold']) expect((await stop(payee, how, undefined, stranger)).status).toBe(404)
  expect((await recall(payee, 'mistake', stranger)).status).toBe(404)
  expect((await recall({ ...payee, recipient_id: other.recipient_id })).status).toBe(404)
  expect((await versionOf(payee)).status).toBe('active')
})

test('a recall says why, and only what is held has a note', async () => {
  const payee = await verifiedPayee(web, who, domain_id)
  const wrong = async (how: string, body?: object) => {
    const { status, json } = await stop(payee, how, body)
    return [status, json.error.code, json.error.field]
  }
  expect(await wrong('recall')).toEqual([422, 'validation_failed', 'reason'])
  expect(await wrong('discard', { reason: 'mistake' })).toEqual([422, 'validation_failed', 'reason'])
  expect(await wrong('recall', { reason: 'mistake', note: 'Not ours' })).toEqual([422, 'validation_failed', 'note'])
  expect((await versionOf(payee)).status).toBe('verified')
})
