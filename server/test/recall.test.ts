import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, activePayee, askingOver } from './asking.ts'
import { newAutomation, paymentPath } from './automation.ts'
import { newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, LIST_FILE, moveAway, newStellarAddress, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** What a payee's recall or suspension means for whoever is about to pay: nobody signs, and no transaction is lost. */
describe('recall', () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  interface Stage extends Asking {
    readonly operator: Operator
  }
  const newStage = async (): Promise<Stage> => {
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    return { ...askingOver(await newConnection(world, { operator }), payee), operator }
  }
  const pathOf = ({ payee }: Pick<Stage, 'payee'>, action = '') =>
    `/v1/recipients/${payee.recipient_id}/versions/${payee.recipient_version_id}${action}`
  const recall = async (stage: Stage) =>
    expect(
      (await stage.operator.call('POST', pathOf(stage, '/stop'), { body: { action: 'recall', reason: 'compromised' } }))
        .status,
    ).toBe(200)
  /** As a lapse leaves it, without the day that it takes. */
  const removeDomain = async ({ operator, payee }: Stage) =>
    expect((await operator.call('DELETE', `/v1/merchant-domains/${payee.domain_id}`)).status).toBe(200)
  const read = async ({ call }: Pick<Stage, 'call'>, request_id: string) =>
    (await call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request
  const eventsOf = async ({ call }: Stage, request_id: string) =>
    (await call('GET', '/v1/payment-requests/events?changes=all&limit=500')).json.events
      .filter((e: { request_id: string }) => e.request_id === request_id)
      .map((e: { type: string; status: string }) => [e.type.replace('payment_request.', ''), e.status])
  /** The worker stands still while something holds its job: readers must not need it. */
  const withoutWorker = async (work: () => Promise<void>) => {
    const { admin } = world.database
    await admin.query(
      "create function hold() returns trigger language plpgsql as 'begin new.start_after := now() + interval ''1 hour''; return new; end'",
    )
    await admin
      .query(
        "create trigger hold before insert on pgboss.job for each row when (new.name = 'recalled-recipient-version') execute function hold()",
      )
      .catch(() => {})
    try {
      await work()
    } finally {
      await admin.query('drop function hold() cascade')
    }
  }

  test('once a payee is recalled, requests that wait read as failed for everybody, and their events follow', async () => {
    const stage = await newStage()
    const waiting = await stage.asked()
    const signed = await stage.asked()
    await stage.report(signed.request_id, { status: 'signed' })
    expect(waiting.payee.verified).toBe(true)
    expect((await stage.operator.call('GET', pathOf(stage))).json.recall).toEqual({
      pending: 1,
      under_way: 1,
    })
    await recall(stage)
    const failed = { status: 'failed', reason: 'recipient_recalled', payee: { verified: false } }
    expect(await read(stage, waiting.request_id)).toMatchObject(failed)
    expect(await read(stage.device, waiting.request_id)).toMatchObject(failed)
    for (const by of [stage, stage.operator]) {
      const listed = async () => (await by.call('GET', '/v1/payment-requests?status=failed')).json.payment_requests
      // A filtered list is a moment behind.
      await until(async () => (await listed()).length > 0)
      expect(await listed()).toMatchObject([failed])
    }
    await until(async () => (await eventsOf(stage, waiting.request_id)).length === 2)
    expect(await eventsOf(stage, waiting.request_id)).toEqual([
      ['pending', 'pending'],
      ['failed', 'failed'],
    ])
    // What was signed before goes on: the chain decides.
    expect(await read(stage, signed.request_id)).toMatchObject({ status: 'signed', payee: { verified: false } })
    const sent = await stage.report(signed.request_id, { status: 'broadcasted', transaction_hash: 'aa11' })
    expect(sent.json.payment_request.status).toBe('broadcasted')
    expect(said(await stage.ask())).toEqual([409, 'recipient_version_not_active'])
  })

  test('a wallet that paid a recalled payee all the same is heard: the request stays failed, the transaction is kept', async () => {
    const stage = await newStage()
    const { request_id } = await stage.asked()
    await withoutWorker(async () => {
      await recall(stage)
      expect(said(await stage.report(request_id, { status: 'signed' }))).toEqual([409, 'invalid_transition'])
      const late = await stage.report(request_id, { status: 'signed', transaction_hash: 'bb22' })
      expect(late.json).toMatchObject({
        late: true,
        payment_request: { status: 'failed', reason: 'recipient_recalled' },
      })
    })
    expect(await eventsOf(stage, request_id)).toEqual([
      ['pending', 'pending'],
      ['failed', 'failed'],
      ['late_report', 'failed'],
    ])
    const { rows } = await world.database.admin.query(
      'select transaction_hash from late_reports where transaction_hash = $1',
      ['bb22'],
    )
    expect(rows).toHaveLength(1)
    const pending = 'select pending_count from connections where connection_id = $1'
    const { rows: counted } = await world.database.admin.query(pending, [uuidOf('con', stage.connection_id)])
    expect(counted).toEqual([{ pending_count: 0 }])
  })

  test('while the domain is not proven nobody signs, and a transaction that is named is kept', async () => {
    const stage = await newStage()
    const { request_id } = await stage.asked()
    await removeDomain(stage)
    expect(await read(stage.device, request_id)).toMatchObject({ status: 'pending', payee: { verified: false } })
    const refused = await stage.report(request_id, { status: 'signed' })
    expect([...said(refused), refused.json.error?.hash_kept]).toEqual([409, 'recipient_suspended', undefined])
    for (const _ of [1, 2]) {
      const kept = await stage.report(request_id, { status: 'signed', transaction_hash: 'cc33' })
      expect([...said(kept), kept.json.error?.hash_kept]).toEqual([409, 'recipient_suspended', true])
    }
    expect(await eventsOf(stage, request_id)).toEqual([
      ['pending', 'pending'],
      ['late_report', 'pending'],
    ])
    // Saying no is always possible.
    const other = await stage.report(request_id, { status: 'rejected' })
    expect(other.json.payment_request.status).toBe('rejected')
    const pending = 'select pending_count from connections where connection_id = $1'
    const { rows } = await world.database.admin.query(pending, [uuidOf('con', stage.connection_id)])
    expect(rows).toEqual([{ pending_count: 0 }])
  })

  test('a request that names a replaced or retired payee stays payable', async () => {
    const stage = await newStage()
    const { request_id } = await stage.asked()
    const retired = { body: { status: 'retired' } }
    const answer = await stage.operator.call('PATCH', `/v1/recipients/${stage.payee.recipient_id}`, retired)
    expect(answer.status).toBe(200)
    expect(await read(stage, request_id)).toMatchObject({ status: 'pending', payee: { verified: true } })
    expect((await stage.report(request_id, { status: 'signed' })).json.payment_request.status).toBe('signed')
  })

  test('what had expired before the recall stays expired', async () => {
    const stage = await newStage()
    const { request_id } = await stage.asked()
    await world.database.admin.query(`begin; set local session_replication_role = replica;
    update payment_requests set expires_at = now() - interval '1 second',
      pending_until = now() - interval '1 second' where merchant_id = '${uuidOf('mer', stage.operator.merchant_id)}'; commit`)
    await recall(stage)
    await until(async () => (await eventsOf(stage, request_id)).length === 2)
    expect((await eventsOf(stage, request_id)).at(-1)).toEqual(['expired', 'expired'])
  })

  test('an agent payment to a payee that is suspended cannot be claimed, by policy or by a person', async () => {
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    const automation = await newAutomation(world, web, { operator, payee })
    await automation.consented()
    const { id } = await automation.intended()
    await operator.call('DELETE', `/v1/merchant-domains/${payee.domain_id}`)
    const shown = await automation.device.call('GET', paymentPath(id))
    expect(shown.json.data.payee.verified).toBe(false)
    const claimed = await automation.report(id, { status: 'approved' })
    expect([claimed.status, claimed.json.error.code]).toEqual([409, 'recipient_suspended'])
    const kept = await automation.report(id, { status: 'approved', transaction_hash: 'dd44' })
    expect(kept.json.error.details).toMatchObject({ hash_kept: true })
  })

  test('a renamed payee: requests keep the name they were made with, new ones have the new name', async () => {
    const stage = await newStage()
    const before = await stage.asked()
    const at = `/v1/recipients/${stage.payee.recipient_id}`
    const { version } = (await stage.operator.call('GET', at)).json.recipient
    expect((await stage.operator.call('PATCH', at, { body: { name: 'Ferry tickets', version } })).status).toBe(200)
    const after = await stage.asked()
    expect([after.payee.name, (await read(stage, after.request_id)).payee.name]).toEqual([
      'Ferry tickets',
      'Ferry tickets',
    ])
    expect(await read(stage, before.request_id)).toEqual(before)
  })
})

/** Payees are renamed, discarded, held, retired and recalled, each by whoever may, and each final where it says so. */
describe('stops', () => {
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
})
