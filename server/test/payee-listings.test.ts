/** Payees on sight: an agent names a domain, and whoever the domain lists there can be paid, as long as it lists them. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Asking, askingOver } from './asking.ts'
import { call } from './call.ts'
import { newConnection, said } from './connection.ts'
import { type Listings, newFacts, SHOP, SPECIFIED, startListings } from './listings.ts'
import { newOperator, type Operator } from './operator.ts'
import { LIST_FILE, proveHost, verifiedPayee } from './payee.ts'
import { startWorld, type World } from './world.ts'

const VERSIONS = 'recipient_versions'

let stage: Listings
let world: World
let operator: Operator
beforeAll(async () => {
  stage = await startListings()
  world = stage.world
  operator = stage.operator
})
afterAll(() => stage.stop())
beforeEach(() => {
  stage.reads = 0
})

const payeeOf = async (asking: Asking, request_id: string) =>
  (await asking.device.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request.payee

test('what a domain lists can be asked for: named by its domain, marked in the signed facts, with evidence', async () => {
  const { facts, asking } = await stage.listed()
  const { json } = await stage.resolve(facts)
  expect(json).toMatchObject({
    standing: 'listed',
    evidence: { type: 'domain_listing', source_id: null, domain: SHOP, found_in: 'svc-recipients.json' },
  })
  const { request_id, facts_jws } = await asking.asked()
  const signed = JSON.parse(Buffer.from(facts_jws.split('.')[1], 'base64url').toString())
  expect(signed.payee).toEqual({ domain: SHOP, name: SHOP, standing: 'listed' })
  expect(await payeeOf(asking, request_id)).toMatchObject({
    name: SHOP,
    domain: SHOP,
    verified: true,
    standing: 'listed',
    domain_verified_since: null,
    evidence: { found_in: 'svc-recipients.json', evidence_digest: json.evidence.evidence_digest },
  })
  const report = await asking.report(request_id, { status: 'signed' })
  expect(said(report)).toEqual([200])
})

test('an equal payee is found again without another look, whoever of the organization asks and however often', async () => {
  const { facts, asking } = await stage.listed()
  const other = await stage.connected()
  const answers = await Promise.all([
    stage.resolve(facts),
    stage.resolve(facts, {}, other),
    stage.resolve({ ...facts, domain: 'BOOKS.test' }),
  ])
  expect(new Set(answers.map(({ json }) => json.recipient_version_id))).toEqual(
    new Set([asking.payee.recipient_version_id]),
  )
  expect(stage.reads).toBe(1)
  const { rows } = await world.database.admin.query('select from recipient_evidence where source_id = $1', [
    uuidOf('rcp', asking.payee.recipient_id),
  ])
  expect(rows).toHaveLength(1)
  // Other facts at the same domain are another payee.
  stage.shows(facts, { ...facts, memo: '7' })
  expect((await stage.resolve(facts, { memo: '7' })).json.recipient_id).not.toBe(asking.payee.recipient_id)
})

test('equal calls at once are one look and one payee', async () => {
  const facts = newFacts()
  stage.shows(facts)
  const answers = await Promise.all(Array.from({ length: 8 }, () => stage.resolve(facts)))
  expect(new Set(answers.map(({ json }) => json.recipient_id)).size).toBe(1)
  expect(stage.reads).toBe(1)
})

test('what the domain does not list is refused with what was seen, and leaves nothing behind', async () => {
  stage.shows(newFacts())
  const facts = newFacts()
  const refused = await stage.resolve(facts)
  expect(said(refused)).toEqual([422, 'payee_not_listed'])
  expect(refused.json.error.seen).toHaveLength(3)
  expect(refused.json.error.seen[0]).toContain('none of its 1 entries has exactly these facts')
  const { rowCount } = await world.database.admin.query('select from recipient_versions where address = $1', [
    facts['address'],
  ])
  expect(rowCount).toBe(0)
})

test('a listing that nobody saw for a day takes no new request, until resolve has looked again', async () => {
  const { facts, asking } = await stage.listed()
  await stage.seenBefore(asking, 24)
  const refused = await asking.ask()
  expect(said(refused)).toEqual([409, 'payee_listing_stale'])
  expect(said(await stage.resolve(facts))).toEqual([200])
  expect(stage.reads).toBe(2)
  await asking.asked()
})

test('a listing that is gone takes no new request, and nobody signs what waits, until the domain lists it again', async () => {
  const { facts, asking } = await stage.listed()
  const { request_id } = await asking.asked()
  stage.shows()
  // Within twelve hours nobody looks.
  expect(said(await stage.resolve(facts))).toEqual([200])
  await stage.seenBefore(asking, 12)
  expect(said(await stage.resolve(facts))).toEqual([422, 'payee_not_listed'])
  expect(said(await asking.ask())).toEqual([409, 'payee_listing_stale'])
  expect((await payeeOf(asking, request_id)).verified).toBe(false)
  expect(said(await asking.report(request_id, { status: 'signed' }))).toEqual([409, 'recipient_suspended'])
  stage.shows(facts)
  expect((await stage.resolve(facts)).json.recipient_version_id).toBe(asking.payee.recipient_version_id)
  expect((await payeeOf(asking, request_id)).verified).toBe(true)
  expect(said(await asking.report(request_id, { status: 'signed' }))).toEqual([200])
})

test('a site that cannot be read takes nothing back, and its listing lapses a day after it was seen', async () => {
  const { facts, asking } = await stage.listed()
  await asking.asked()
  // Without a name nobody answers; the files say nothing about it then.
  await world.runJob('listing-looks')
  const unreachable = { ...facts, domain: 'quay.test' }
  stage.web.files.set(`quay.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const away = askingOver(stage.agent, (await stage.resolve(unreachable)).json)
  await away.asked()
  await stage.seenBefore(away, 21)
  const { DNS_SERVERS = '', ...others } = stage.web.settings
  const [first = ''] = DNS_SERVERS.split(',')
  const cut = await startWorld({ ...others, DNS_SERVERS: first.replace(/\d+$/, '9') }, world.database)
  try {
    const refused = await call(cut.url, 'POST', '/v1/payees/resolve', {
      body: unreachable,
      headers: { authorization: `Bearer ${stage.agent.connection_token}` },
    })
    expect(said(refused)).toEqual([422, 'payee_not_listed'])
  } finally {
    for (const service of [cut.service]) await service.stop()
    await cut.mailbox.stop()
  }
  await away.asked()
})

test('listings that are used are looked at again before they lapse, and the others lapse unseen', async () => {
  const [used, unused] = [await stage.listed(), await stage.listed()]
  stage.shows(used.facts, unused.facts)
  await used.asking.asked()
  await world.runJob('listing-looks')
  for (const { asking } of [used, unused]) await stage.seenBefore(asking, 21)
  stage.reads = 0
  await world.runJob('listing-looks')
  expect(stage.reads).toBe(1)
  await stage.seenBefore(unused.asking, 24)
  await world.runJob('listing-looks')
  expect(stage.reads).toBe(1)
  await used.asking.asked()
  expect(said(await unused.asking.ask())).toEqual([409, 'payee_listing_stale'])
  stage.shows(unused.facts)
  await stage.seenBefore(used.asking, 21)
  await world.runJob('listing-looks')
  expect(said(await used.asking.ask())).toEqual([409, 'payee_listing_stale'])
})

test('a look that began before the listing was gone brings nothing back', async () => {
  const { facts, asking } = await stage.listed()
  await stage.seenBefore(asking, 13)
  await world.database.admin.query(`begin; set local session_replication_role = replica;
    update recipients set listing_gone_at = now() + interval '1 minute'
      where recipient_id = '${uuidOf('rcp', asking.payee.recipient_id)}'; commit`)
  const refused = await stage.resolve(facts)
  expect(said(refused)).toEqual([422, 'payee_not_listed'])
  expect(refused.json.error.seen[0]).toContain('withdrawn while we looked')
})

test('a listed payee never becomes the organization’s own, and nobody else is shown it', async () => {
  const { facts, asking } = await stage.listed()
  const { recipient_id, recipient_version_id } = asking.payee
  const path = `/v1/recipients/${recipient_id}`
  const { version } = (await operator.call('GET', path)).json.recipient
  const domain_id = await proveHost(stage.web, operator, SHOP)
  const verify = { recipient_version_id, type: 'domain_proof', source_id: domain_id, version }
  expect(said(await operator.call('POST', `${path}/verify`, { body: verify }))).toEqual([
    409,
    'recipient_version_state',
  ])
  const added = await operator.call('POST', `${path}/versions`, { body: { ...newFacts(), version } })
  expect(said(added)).toEqual([409, 'recipient_listed'])
  const renamed = await operator.call('PATCH', path, { body: { name: 'Our own till', version } })
  expect(said(renamed)).toEqual([409, 'recipient_listed'])
  const mark = { domain: SHOP, seen_at: expect.any(String) }
  const [first] = (await operator.call('GET', '/v1/recipients')).json.recipients
  expect(first).toMatchObject({ recipient_id, name: SHOP, domain: SHOP, listed: mark })
  expect((await operator.call('GET', path)).json.recipient.listed).toEqual(mark)
  const own = await stage.agent.call('GET', '/v1/connections/current/recipients')
  expect(said(own)).toEqual([200])
  expect(own.json.recipients.map((one: { recipient_id: string }) => one.recipient_id)).not.toContain(recipient_id)
  const found = await world.call('GET', `/v1/payees?network=stellar_testnet&address=${facts['address']}`)
  expect(found.json.payees).toEqual([])
  expect((await world.call('GET', `/v1/payees/${recipient_id}`)).status).toBe(404)
  const { rowCount } = await world.database.admin.query('select from payee_openings where recipient_version_id = $1', [
    uuidOf('rcv', recipient_version_id),
  ])
  expect(rowCount).toBe(0)
  const searched = await operator.call('GET', `/v1/merchant/search?q=${facts['address']}`)
  expect(searched.json.hits).toEqual([])
})

test('a listing that somebody’s agent found tells the owner of the address nothing, and its finder nothing of the owner', async () => {
  const { facts, asking } = await stage.listed()
  const owner = await newOperator(world, 'Quay Records')
  const owned = await verifiedPayee(
    stage.web,
    owner,
    await proveHost(stage.web, owner, 'quay.test'),
    'quay.test',
    facts,
  )
  const shared = async (who: Operator, recipient_id: string) =>
    (await who.call('GET', `/v1/recipients/${recipient_id}/ledger-findings`)).json.shared_address
  expect(await shared(owner, owned.recipient_id)).toBe(false)
  expect(await shared(operator, asking.payee.recipient_id)).toBe(false)
  expect((await world.database.admin.query('select from shared_addresses()')).rowCount).toBe(0)
})

test('the database lets nothing but its own listing vouch for a listed payee, and no listing for another', async () => {
  const { asking } = await stage.listed()
  const recipient = uuidOf('rcp', asking.payee.recipient_id)
  const merchant = (
    await world.database.admin.query('select merchant_id from recipients where recipient_id = $1', [recipient])
  ).rows[0].merchant_id
  const asApp = async (statement: string): Promise<string> => {
    const client = await world.database.admin.connect()
    try {
      await client.query(`begin; set local role pursestrings_app; set local svc.tenant = '${merchant}'`)
      await client.query(statement)
      return 'let through'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const of = `where merchant_id = '${merchant}' and recipient_id = '${recipient}'`
  expect(await asApp(`update recipients set listing_seen_at = clock_timestamp() ${of}`)).toContain(
    'evidence of this moment',
  )
  expect(await asApp(`update recipients set listed_by = null ${of}`)).toContain('permission denied')
  expect(await asApp(`update recipients set name = 'Our own till' ${of}`)).toContain('check constraint')
  expect(
    await asApp(`update recipient_versions set status = 'suspended', vouched_by = gen_random_uuid() ${of}`),
  ).toContain('vouched for by its listing alone')
  expect(
    await asApp(`insert into ${VERSIONS} (merchant_id, recipient_version_id, recipient_id, number, rail, network, asset,
      address, decimals, status) select merchant_id, gen_random_uuid(), recipient_id, 2, rail, network, asset, 'G', decimals,
      'draft' from recipient_versions ${of}`),
  ).toContain('one version')
})

test('only an agent that may find payees asks for one that was found', async () => {
  const { facts, asking } = await stage.listed()
  const narrow = await stage.connected(SPECIFIED)
  expect(said(await stage.resolve(facts, {}, narrow))).toEqual([403, 'scope_missing'])
  expect(said(await askingOver(narrow, asking.payee).ask())).toEqual([404, 'resource_not_found'])
})

test('an organization that retires a listed payee has it retired: nobody finds it again or signs what waits', async () => {
  const { facts, asking } = await stage.listed()
  const { request_id } = await asking.asked()
  const path = `/v1/recipients/${asking.payee.recipient_id}`
  expect(said(await operator.call('PATCH', path, { body: { status: 'retired' } }))).toEqual([200])
  stage.reads = 0
  expect(said(await stage.resolve(facts))).toEqual([409, 'recipient_retired'])
  expect(stage.reads).toBe(0)
  expect(said(await asking.ask())).toEqual([409, 'payee_listing_stale'])
  expect((await payeeOf(asking, request_id)).verified).toBe(false)
})

test('nobody is found on a network that is not served, or for an organization that has proven no domain', async () => {
  const { facts } = await stage.listed()
  expect(said(await stage.resolve(facts, { network: 'stellar_public' }))).toEqual([422, 'network_not_enabled'])
  const unproven = await newConnection(stage.world, { operator: await newOperator(stage.world) })
  expect(said(await stage.resolve(facts, {}, unproven))).toEqual([403, 'merchant_not_active'])
})
