import { randomBytes } from 'node:crypto'
import { isTextAnswer } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftAgent } from './agent.ts'
import { type Asking, newAsking } from './asking.ts'
import type { Answer } from './call.ts'
import { said } from './connection.ts'
import { type LedgerWorld, startLedgerWorld } from './ledger-world.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { asOperator, grantFor, newOperator, type Operator } from './operator.ts'
import { activate, moveAway, newStellarAddress, nextVersion, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** A wallet learns of changed payees in the order of the log, of its own merchants alone; members learn of them by letter. */
describe('payee changes', () => {
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
        {
          event: 'activated',
          number: 1,
          to: shop.payee.address,
          recipient_id: shop.payee.recipient_id,
          serves_at: null,
        },
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
})

/** What lists of payees tell at once: how each stands, who vouches for it, how much it is used, and who changed it last. */
describe('payee lists', () => {
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
      { recipient_id: draft.recipient_id, status: 'verified', active_version: null, activates_at: null, domain: null },
      {
        recipient_id,
        status: 'active',
        active_version: { recipient_version_id, address, status: 'active', request_count: 0 },
        activates_at: null,
        domain: 'shop.test',
      },
    ])
    // What serves goes on while its new address waits, and the list says until when.
    await activate(asking.operator, draft)
    const next = await activate(asking.operator, await nextVersion(web, asking.operator, draft))
    const { status, activates_at } = next.json.recipient_version
    expect(status).toBe('cooling')
    const { recipients: changing } = await get('/v1/recipients')
    expect(changing[0]).toMatchObject({ status: 'active', active_version: { address: draft.address }, activates_at })
    await asking.operator.call('PATCH', `/v1/recipients/${draft.recipient_id}`, { body: { status: 'retired' } })
    const { recipients: after } = await get('/v1/recipients')
    expect(after[0]).toMatchObject({ status: 'retired', active_version: null, activates_at: null, domain: null })
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
})

/** Payments that no request asked for, and addresses that several organizations list: what the merchant and the operator see of them. */
describe('payee findings', () => {
  let on: LedgerWorld
  let shop: Asking
  beforeAll(async () => {
    on = await startLedgerWorld()
    shop = await on.asking()
  })
  afterAll(() => on.stop())

  const findings = async (operator: Operator, recipient_id: string) => {
    const { status, json } = await operator.call('GET', `/v1/recipients/${recipient_id}/ledger-findings`)
    return { status, ...json }
  }

  /** Until so many are kept of an address. */
  const kept = (address: string, n: number) =>
    until(async () => {
      const text = 'select from payee_findings where payee = $1'
      return (await on.world.database.admin.query(text, [address])).rowCount === n
    })

  test('what reached the address without a request is counted and listed, newest first', async () => {
    const { operator, payee } = shop
    expect(await findings(operator, payee.recipient_id)).toMatchObject({
      status: 200,
      found: 0,
      findings: [],
      shared_address: false,
    })
    // While a request is open, the address is looked at.
    await shop.asked()
    const first = on.include(on.transaction({ to: payee.address, amount: '0.0000001' }))
    await kept(payee.address, 1)
    const second = on.include(on.transaction({ to: payee.address, amount: '3' }))
    await kept(payee.address, 2)
    const told = await findings(operator, payee.recipient_id)
    expect(told.found).toBe(2)
    expect(told.findings).toMatchObject([
      { transaction_hash: second, place: 'op/0', amount: '3', asset: 'XLM', from: on.payer.publicKey() },
      { transaction_hash: first, amount: '0.0000001' },
    ])
    const stranger = await newOperator(on.world)
    expect((await findings(stranger, payee.recipient_id)).status).toBe(404)
  })

  test('an address that another organization lists is told without its name; one that nobody vouched for tells nothing', async () => {
    expect(await asOperator(on.world, 'payee', 'shared-addresses')).toBe(
      'no address is listed by several organizations',
    )
    const other = await newOperator(on.world)
    const facts = { name: 'Quay till', network: 'stellar_testnet', asset: 'XLM', address: shop.payee.address }
    const draft = await other.call('POST', '/v1/recipients', { body: facts })
    expect(draft.status).toBe(201)
    expect(await findings(other, draft.json.recipient.recipient_id)).toMatchObject({
      found: 0,
      findings: [],
      shared_address: false,
    })
    expect((await findings(shop.operator, shop.payee.recipient_id)).shared_address).toBe(false)

    const domain_id = await proveHost(on.web, other, 'quay.test')
    const payee = await verifiedPayee(on.web, other, domain_id, 'quay.test', { address: shop.payee.address })
    expect((await activate(other, payee)).status).toBe(200)
    const told = await findings(shop.operator, shop.payee.recipient_id)
    expect(told.shared_address).toBe(true)
    expect(JSON.stringify(told)).not.toContain(other.merchant_id)
    expect((await findings(other, payee.recipient_id)).shared_address).toBe(true)

    const listed = await asOperator(on.world, 'payee', 'shared-addresses')
    expect(listed).toContain(`stellar_testnet  ${shop.payee.address}  `)
    for (const { merchant_id } of [shop.operator, other]) expect(listed).toContain(merchant_id)
    await expect(asOperator(on.world, 'payee', 'list')).rejects.toThrow('usage')
  })
})

/** Names that deceive are refused wherever one is given, and a merchant's name never stands without its proven domain. */
describe('names', () => {
  let world: World
  let operator: Operator
  beforeAll(async () => {
    world = await sharedWorld()
    operator = await newOperator(world)
  })

  /** Two letters of the first are Cyrillic. */
  const DECEIVING = ['PаyPаl Support', 'Support of paypal.com', 'PayPal (verified)', 'Official PayPal ✔']

  const expectRefused = (answer: Answer): void => {
    expect(said(answer)).toEqual([422, 'name_misleading'])
    expect(answer.json.error).toMatchObject({ field: 'name', issues: [{ code: 'name_misleading', field: 'name' }] })
  }

  test('an organization takes no deceiving name, neither at first nor later, and its grant is not used up by trying', async () => {
    const { grant } = await grantFor(world, 'names@merchant.example')
    const create = (name: string) => world.call('POST', '/v1/merchants', { body: { grant, name } })
    for (const name of DECEIVING) expectRefused(await create(name))
    expect(said(await create('Harbour Books'))).toEqual([201])
    const path = `/v1/merchants/${operator.merchant_id}`
    for (const name of DECEIVING) expectRefused(await operator.call('PATCH', path, { body: { name, version: 1 } }))
    expect((await operator.call('GET', path)).json.merchant).toMatchObject({ name: 'Harbour Books', version: 1 })
  })

  test('nor does an agent, whose runtime claims nothing either', async () => {
    const given = { runtime: 'node-24', environment: 'testnet', allowed_scopes: ['payment.requests.read'] }
    const create = (body: object) => operator.call('POST', '/v1/agents', { body: { name: 'Till', ...given, ...body } })
    for (const name of DECEIVING) expectRefused(await create({ name }))
    const runtime = await create({ runtime: 'node-24 ✔ verified by PayPal' })
    expect([...said(runtime), runtime.json.error.field]).toEqual([422, 'name_misleading', 'runtime'])
    const agent_id = await draftAgent(operator)
    for (const name of DECEIVING) {
      expectRefused(await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { name, version: 1 } }))
    }
    expect(
      said(await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { name: 'Till 2', version: 1 } })),
    ).toEqual([200])
  })

  test('nor does a payee', async () => {
    const address = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
    const create = (name: string) =>
      operator.call('POST', '/v1/recipients', { body: { name, network: 'stellar_testnet', asset: 'XLM', address } })
    for (const name of DECEIVING.slice(1)) expectRefused(await create(name))
    expect(said(await create(DECEIVING[0] as string))).toEqual([422, 'recipient_name_look_alike'])
    const { recipient } = (await create('Harbour Books')).json
    const path = `/v1/recipients/${recipient.recipient_id}`
    for (const name of DECEIVING.slice(1))
      expectRefused(await operator.call('PATCH', path, { body: { name, version: 1 } }))
    expect((await operator.call('GET', path)).json.recipient.name).toBe('Harbour Books')
  })

  test("wherever an answer has a merchant's name beside an agent's, the proven domains stand with it", () => {
    const alone: string[] = []
    let together = 0
    const walk = (id: string, node: unknown): void => {
      if (node === null || typeof node !== 'object') return
      const { properties } = node as { properties?: Record<string, unknown> }
      if (properties && 'merchant_name' in properties) {
        const proven = Object.keys(properties).some((name) => /^verified_domains?$/.test(name))
        if (proven) together++
        else alone.push(id)
      }
      for (const inner of Object.values(node)) walk(id, inner)
    }
    for (const { id, answer } of operations) if (!isTextAnswer(answer.body)) walk(id, answer.body)
    expect(alone).toEqual([])
    expect(together).toBeGreaterThan(8)
  })
})
