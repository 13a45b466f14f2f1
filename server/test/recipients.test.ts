/** Payees nobody can swap: facts fixed in versions, vouched for by a domain, activated by evidence (specification 1.2, 2.3, 3). */
import { createHash } from 'node:crypto'
import { RECIPIENT_VERSION_NEXT } from '@pursestrings/contract/recipients/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, LIST_FILE, moveAway, newStellarAddress, proveHost, verifiedPayee } from './payee.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operator: Operator
let domain_id: string
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  operator = await newOperator(world)
  domain_id = await proveHost(web, operator)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const facts = () => ({ network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() })
const create = (body: object, who = operator) => who.call('POST', '/v1/recipients', { body })
const verify = (recipient_id: string, recipient_version_id: string, version: number, source_id = domain_id) =>
  operator.call('POST', `/v1/recipients/${recipient_id}/verify`, {
    body: { recipient_version_id, type: 'domain_proof', source_id, version },
  })

test('register, verify through svc-recipients.json, activate: the version serves at once on the testnet', async () => {
  const payee = await verifiedPayee(web, operator, domain_id)
  const active = await activate(operator, payee)
  expect(active.json).toMatchObject({
    recipient: { recipient_id: payee.recipient_id, active_version_id: payee.recipient_version_id, version: 2 },
    recipient_version: { status: 'active', rail: 'stellar_xlm', decimals: 7, address: payee.address, memo: null },
  })
  const read = await operator.call('GET', `/v1/recipients/${payee.recipient_id}`)
  expect(read.json.active_version.recipient_version_id).toBe(payee.recipient_version_id)
  const again = await activate(operator, { ...payee, version: 2 })
  expect([again.status, again.json.error?.code, again.json.error.status]).toEqual([
    409,
    'recipient_version_state',
    'active',
  ])
})

test('stellar.toml vouches for a bare Stellar address, and TXT for any bare address', async () => {
  const toml = { ...facts(), name: 'Vouched by toml' }
  const one = (await create(toml)).json
  const missing = await verify(one.recipient.recipient_id, one.recipient_version.recipient_version_id, 1)
  expect([missing.status, missing.json.error?.code]).toEqual([422, 'recipient_proof_failed'])
  expect(missing.json.error.seen).toHaveLength(3)
  web.files.set(
    'shop.test/.well-known/stellar.toml',
    `VERSION="2.0.0"\nACCOUNTS=["${newStellarAddress()}", "${toml.address}"]\n`,
  )
  const first = await verify(one.recipient.recipient_id, one.recipient_version.recipient_version_id, 1)
  expect(first.json.evidence.found_in).toBe('stellar.toml')

  const txt = { ...facts(), name: 'Vouched by record' }
  const two = (await create(txt)).json
  await web.publish({ '_svc-recipient.shop.test': `svc-recipient=stellar_testnet:${txt.address}` })
  const second = await verify(two.recipient.recipient_id, two.recipient_version.recipient_version_id, 1)
  expect(second.json.evidence.found_in).toBe('dns')
})

test('a payee with a memo needs a listing with exactly its memo; an address alone does not vouch for it', async () => {
  const withMemo = { ...facts(), memo: 'id:42' }
  const { recipient, recipient_version } = (await create({ ...withMemo, name: 'With memo' })).json
  const { recipient_id } = recipient
  const { recipient_version_id } = recipient_version
  web.files.set('shop.test/.well-known/stellar.toml', `ACCOUNTS=["${withMemo.address}"]`)
  await web.publish({ '_svc-recipient.shop.test': `svc-recipient=stellar_testnet:${withMemo.address}` })
  for (const near of [
    { ...withMemo, memo: undefined },
    { ...withMemo, memo: 'id:43' },
    { ...withMemo, memo: 'id:42', asset: 'xlm' },
  ]) {
    web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [near] }))
    expect((await verify(recipient_id, recipient_version_id, 1)).json.error?.code).toBe('recipient_proof_failed')
  }
  for (const broken of ['nonsense', '[]', '{"recipients":{}}', '{"recipients":[null,1]}']) {
    web.files.set(`shop.test${LIST_FILE}`, broken)
    expect((await verify(recipient_id, recipient_version_id, 1)).json.error?.code).toBe('recipient_proof_failed')
  }
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [withMemo] }))
  expect((await verify(recipient_id, recipient_version_id, 1)).json.evidence.found_in).toBe('svc-recipients.json')
})

test('the evidence digest is the SHA-256 of the canonical document, which names facts and finding', async () => {
  const payee = await verifiedPayee(web, operator, domain_id)
  const { rows } = await world.database.admin.query('select document from recipient_evidence where digest = $1', [
    payee.evidence.evidence_digest,
  ])
  const { document } = rows[0]
  expect(createHash('sha256').update(document).digest('hex')).toBe(payee.evidence.evidence_digest)
  expect(JSON.parse(document)).toMatchObject({
    facts: { address: payee.address, memo: null },
    finding: { domain: 'shop.test', found_in: 'svc-recipients.json' },
  })
})

test('activation needs the latest evidence of that very version, and a domain that still proves itself', async () => {
  const [one, two] = [await verifiedPayee(web, operator, domain_id), await verifiedPayee(web, operator, domain_id)]
  for (const evidence of [
    two.evidence,
    { ...one.evidence, evidence_digest: '0'.repeat(64) },
    { ...one.evidence, evidence_id: 'x' },
  ]) {
    const refused = await activate(operator, { ...one, evidence })
    expect([refused.status, refused.json.error?.code]).toEqual([409, 'evidence_mismatch'])
  }
  const file = 'shop.test/.well-known/svc-challenge.txt'
  const challenge = web.files.get(file) as string
  web.files.delete(file)
  const unproven = await activate(operator, one)
  expect([unproven.status, unproven.json.error?.code]).toEqual([409, 'domain_not_verified'])
  expect(unproven.json.error.seen[0]).toContain('404')
  web.files.set(file, challenge)
  expect((await activate(operator, one)).status).toBe(200)
})

test('only an active merchant activates, and only a verified domain vouches', async () => {
  const pending = await newOperator(world, 'Quay Records')
  const registered = await pending.call('POST', '/v1/merchant-domains', {
    body: { domain: 'quay.test', method: 'https' },
  })
  const body = { name: 'Pending till', ...facts() }
  const { recipient, recipient_version } = (await create(body, pending)).json
  const { recipient_version_id } = recipient_version
  const vouch = await pending.call('POST', `/v1/recipients/${recipient.recipient_id}/verify`, {
    body: { recipient_version_id, type: 'domain_proof', source_id: registered.json.domain.domain_id, version: 1 },
  })
  expect([vouch.status, vouch.json.error?.code]).toEqual([409, 'domain_not_verified'])
  const refused = await activate(pending, {
    ...(await verifiedPayee(web, operator, domain_id)),
    recipient_id: recipient.recipient_id,
    recipient_version_id,
    version: 1,
  })
  expect([refused.status, refused.json.error?.code]).toEqual([403, 'merchant_not_active'])
})

test('a new version leaves the active one serving until it serves itself, and payers can learn of the change', async () => {
  const payee = await verifiedPayee(web, operator, domain_id)
  await activate(operator, payee)
  const { recipient_id } = payee
  const added = await operator.call('POST', `/v1/recipients/${recipient_id}/versions`, {
    body: { ...facts(), version: 2 },
  })
  expect(added.json).toMatchObject({ recipient: { version: 3 }, recipient_version: { number: 2, status: 'draft' } })
  expect((await operator.call('GET', `/v1/recipients/${recipient_id}`)).json.active_version.address).toBe(payee.address)
  const { recipient_version_id, version } = await moveAway(world, web, operator, payee)
  const versions = await operator.call('GET', `/v1/recipients/${recipient_id}/versions`)
  expect(versions.json.recipient_versions.map((v: { status: string }) => v.status)).toEqual([
    'active',
    'draft',
    'retired',
  ])
  const retired = await verify(recipient_id, payee.recipient_version_id, version)
  expect(retired.json.error?.code).toBe('recipient_version_state')
  const { rows } = await world.database.admin.query(
    `select data ->> 'previous_version_id' as previous from events
     where kind = 'recipient.version_activated' and subject_id = $1 order by event_id desc limit 1`,
    [uuidOf('rcp', recipient_id)],
  )
  expect(rows).toEqual([{ previous: uuidOf('rcv', payee.recipient_version_id) }])
  const one = await operator.call('GET', `/v1/recipients/${recipient_id}/versions/${recipient_version_id}`)
  expect(one.json.evidence).toHaveLength(1)
  expect((await operator.call('GET', `/v1/recipients/${recipient_id}/versions?cursor=x`)).json.error?.code).toBe(
    'cursor_invalid',
  )
  expect((await operator.call('GET', '/v1/recipients?cursor=x')).json.error?.code).toBe('cursor_invalid')
})

test('facts that do not fit their network are refused, every reason at once; other networks are not enabled here', async () => {
  const bad = await create({
    name: 'Bad',
    network: 'stellar_testnet',
    asset: 'USDC',
    address: 'GABC',
    memo: 'x'.repeat(29),
  })
  expect([bad.status, bad.json.error?.code]).toEqual([422, 'payment_facts_invalid'])
  expect(bad.json.error.issues.map((i: { field: string }) => i.field)).toEqual(['asset', 'address', 'memo'])
  const mainnet = await create({ name: 'Main', network: 'bitcoin_mainnet', asset: 'BTC', address: 'x' })
  expect(mainnet.json.error?.code).toBe('network_not_enabled')
  const { recipient_id } = await verifiedPayee(web, operator, domain_id)
  const add = (body: object) => operator.call('POST', `/v1/recipients/${recipient_id}/versions`, { body })
  expect((await add({ network: 'bitcoin_mainnet', asset: 'BTC', address: 'x', version: 1 })).json.error?.code).toBe(
    'network_not_enabled',
  )
  expect((await add({ ...facts(), address: 'GABC', version: 1 })).json.error?.code).toBe('payment_facts_invalid')
})

test('names that could be mistaken for another of the payees are refused, and say which', async () => {
  const who = await newOperator(world)
  expect((await create({ name: 'Harbour Books', ...facts() }, who)).status).toBe(201)
  const twins = [
    'harbour books',
    'HARBOUR BOOKS',
    'Harbour  Books',
    'Harbour-Books',
    'Hаrbour Books',
    'Harb0ur Books',
    'Ηarbour Books',
  ]
  for (const name of twins) {
    const refused = await create({ name, ...facts() }, who)
    expect([name, refused.status, refused.json.error?.code]).toEqual([name, 422, 'recipient_name_look_alike'])
  }
  expect((await create({ name: 'Harbour Boats', ...facts() }, who)).status).toBe(201)
  expect((await create({ name: '本とカフェ Harbour', ...facts() }, who)).status).toBe(201)
  expect((await create({ name: '!!!', ...facts() }, who)).json.error?.code).toBe('recipient_name_look_alike')
})

test('two writers with the same version: accepted updates equal versions gained', async () => {
  const payee = await verifiedPayee(web, operator, domain_id)
  const { recipient_id } = payee
  let accepted = 0
  for (let version = 1; version < 21; version++) {
    const add = () =>
      operator.call('POST', `/v1/recipients/${recipient_id}/versions`, { body: { ...facts(), version } })
    const answers = await Promise.all([add(), add()])
    accepted += answers.filter((a) => a.status === 201).length
    expect(answers.filter((a) => a.json.error?.code === 'version_conflict')).toHaveLength(1)
  }
  const { recipient } = (await operator.call('GET', `/v1/recipients/${recipient_id}`)).json
  expect(recipient.version - 1).toBe(accepted)
  const stale = await verify(recipient_id, payee.recipient_version_id, 2)
  expect(stale.json.error).toMatchObject({ code: 'version_conflict', current_version: 21 })
  expect((await activate(operator, payee)).json.error?.code).toBe('version_conflict')
})

test('no role of the service, nor the owner, can change or remove the facts of a version', async () => {
  const { recipient_version_id } = await verifiedPayee(web, operator, domain_id)
  expect(recipient_version_id).toBeDefined()
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test' })
  const { asTenant, asSystem } = transactionsOn(pool)
  const { rows } = await world.database.admin.query('select merchant_id from recipient_versions limit 1')
  const { rows: columns } = await world.database.admin.query(
    `select column_name from information_schema.columns where table_name = 'recipient_versions'
     and column_name not in ('status', 'vouched_by', 'activates_at', 'activated_at', 'retired_at',
       'suspended_at', 'retired_reason', 'recalled_at', 'recall_reason', 'requested_by', 'requested_at', 'approved_by')`,
  )
  expect(columns.length).toBe(16)
  const statements = [
    ...columns.map(
      ({ column_name: c }) => `update recipient_versions set ${c} = case when ${c} is null then null else ${c} end`,
    ),
    "update recipient_versions set address = 'G'",
    "update recipient_versions set memo = 'x'",
    'delete from recipient_versions',
    'truncate recipient_versions cascade',
    'alter table recipient_versions disable trigger all',
    "update recipient_evidence set digest = ''",
    'delete from recipient_evidence',
  ]
  for (const statement of statements) {
    await expect(asTenant(rows[0].merchant_id, (tx) => tx.client.query(statement))).rejects.toMatchObject({
      code: '42501',
    })
    await expect(asSystem((tx) => tx.client.query(statement))).rejects.toMatchObject({ code: '42501' })
  }
  for (const statement of [
    "update recipient_versions set address = 'G'",
    'delete from recipient_versions',
    'truncate recipient_versions cascade',
  ]) {
    await expect(world.database.admin.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  await pool.end()
})

test('a lapsed domain takes every version it vouched for out of service', async () => {
  const who = await newOperator(world, 'Quay Records')
  const by = await proveHost(web, who, 'quay.test')
  const payee = await verifiedPayee(web, who, by, 'quay.test')
  await activate(who, payee)
  web.files.delete('quay.test/.well-known/svc-challenge.txt')
  await world.database.admin.query(
    `update merchant_domains set verified_at = now() - interval '31 days', failing_since = now() - interval '25 hours'
     where domain = 'quay.test'`,
  )
  await world.runJob('domain-reproofs')
  const read = await who.call('GET', `/v1/recipients/${payee.recipient_id}`)
  expect(read.json).toMatchObject({ recipient: { active_version_id: null, version: 3 }, active_version: null })
  const version = await who.call('GET', `/v1/recipients/${payee.recipient_id}/versions/${payee.recipient_version_id}`)
  expect(version.json.recipient_version.status).toBe('suspended')
})

test('every status of a version can be reached, and none leaves retired', () => {
  expect(RECIPIENT_VERSION_NEXT.retired).toEqual([])
  const reached = new Set(Object.values(RECIPIENT_VERSION_NEXT).flat())
  expect([...reached].toSorted()).toEqual([
    'active',
    'awaiting_approval',
    'cooling',
    'retired',
    'suspended',
    'verified',
  ])
})
