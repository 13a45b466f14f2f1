import { createTransactionContext } from '@pursestrings/contract/transaction-contexts/operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asking, freshKey, newAsking } from './asking.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, bearing, connectionPath, newConnection, said, type TestConnection } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** Transaction contexts (specification 4.4): revisions, who may read them, and that they name no payment fact. */
describe('contexts', () => {
  const PATH = '/v1/transaction-contexts'
  let world: World
  let ours: TestConnection
  /** Of another merchant, on the same wallet. */
  let theirs: TestConnection
  beforeAll(async () => {
    world = await sharedWorld()
    ours = await newConnection(world)
    theirs = await newConnection(world, { device: ours.device })
  })

  const add = ({ call }: Pick<TestConnection, 'call'>, body: object): Promise<Answer> =>
    call('POST', PATH, { body: { title: 'Order 1042', ...body } })
  const read = ({ call }: Pick<TestConnection, 'call'>, id: string, query = ''): Promise<Answer> =>
    call('GET', `${PATH}/${encodeURIComponent(id)}${query}`, { headers: { 'x-request-id': 'same' } })

  describe('a context', () => {
    test('comes back whole, with an id of ours where none was given', async () => {
      const { body } = createTransactionContext.example
      const made = await add(ours, body)
      expect(made.status).toBe(201)
      const { transaction_id, created_at, ...rest } = made.json.transaction_context
      expect(rest).toEqual({ ...body, connection_id: ours.connection_id, revision: 1 })
      expect([transaction_id, created_at]).toEqual([
        expect.stringMatching(/^txn_[0-9a-z]{26}$/),
        expect.stringMatching(/^\d{4}-.*Z$/),
      ])
      for (const reader of [ours, ours.device]) {
        expect((await read(reader, transaction_id)).json).toEqual({ ok: true, ...made.json })
      }
    })

    test('is added to, never changed: the same transaction again is the next revision, and the latest is read', async () => {
      for (const revision of [1, 2, 3]) {
        const made = await add(ours, { transaction_id: 'order:7', title: `Order 7, ${revision}` })
        expect(made.json.transaction_context).toMatchObject({ transaction_id: 'order:7', revision })
      }
      expect((await read(ours, 'order:7')).json.transaction_context).toMatchObject({ revision: 3, title: 'Order 7, 3' })
      const { rows } = await world.database.admin.query(
        "select words->>'title' as title from transaction_contexts where transaction_id = 'order:7' order by revision",
      )
      expect(rows.map((row) => row.title)).toEqual(['Order 7, 1', 'Order 7, 2', 'Order 7, 3'])
      for (const statement of ["update transaction_contexts set words = '{}'", 'delete from transaction_contexts']) {
        await expect(world.database.admin.query(statement)).rejects.toMatchObject({ code: '42501' })
      }
    })

    test('twenty sent at once are twenty revisions without a gap', async () => {
      const made = await Promise.all(Array.from({ length: 20 }, () => add(ours, { transaction_id: 'raced' })))
      const revisions = made.map((answer) => answer.json.transaction_context.revision as number)
      expect(revisions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    })
  })

  describe('who reads a context', () => {
    test("another connection's, another tenant's and an absent id are byte for byte alike", async () => {
      await add(theirs, { transaction_id: 'only-theirs' })
      const sister = await newConnection(world, { operator: ours.operator, device: ours.device })
      await add(sister, { transaction_id: 'only-hers' })
      const ids = ['only-theirs', 'only-hers', 'absent', '\0', 'ü', 'x'.repeat(161)]
      const answers = await Promise.all(ids.map((id) => read(ours, id)))
      const outsider = await newDevice(world)
      answers.push(
        await read(outsider, 'only-theirs'),
        await read(ours, 'order:7', `?connection_id=${theirs.connection_id}`),
      )
      for (const answer of answers) expect(said(answer)).toEqual([404, 'resource_not_found'])
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    })

    test('a wallet with two connections that use one id is asked which, and gets that one', async () => {
      await add(ours, { transaction_id: 'shared', title: 'Ours' })
      await add(theirs, { transaction_id: 'shared', title: 'Theirs' })
      expect((await read(ours, 'shared')).json.transaction_context.title).toBe('Ours')
      expect(said(await read(ours.device, 'shared'))).toEqual([409, 'transaction_id_ambiguous'])
      const named = await read(ours.device, 'shared', `?connection_id=${theirs.connection_id}`)
      expect(named.json.transaction_context).toMatchObject({ title: 'Theirs', connection_id: theirs.connection_id })
      expect(said(await read(ours.device, 'shared', '?connection_id=con_x'))).toEqual([404, 'resource_not_found'])
    })

    test('each direction needs its own scope', async () => {
      const without = (scope: string) => ALL_SCOPES.filter((s) => s !== scope)
      const mute = await newConnection(world, { requested: without('transaction_contexts.create') })
      const blind = await newConnection(world, { requested: without('transaction_contexts.read') })
      expect(said(await add(mute, {}))).toEqual([403, 'scope_missing'])
      const { transaction_id } = (await add(blind, {})).json.transaction_context
      expect(said(await read(blind, transaction_id))).toEqual([403, 'scope_missing'])
      expect(said(await read(blind.device, transaction_id))).toEqual([200])
    })

    test('a paused connection reads and cannot write; a revoked one does neither, and the wallet still reads', async () => {
      const made = await newConnection(world)
      const { transaction_id } = (await add(made, {})).json.transaction_context
      const path = `/v1/connections/${made.connection_id}`
      await made.device.call('PATCH', path, { body: { status: 'paused' } })
      expect([said(await add(made, {})), said(await read(made, transaction_id))]).toEqual([
        [403, 'connection_paused'],
        [200],
      ])
      expect((await made.device.call('DELETE', path)).status).toBe(200)
      const late = bearing(world, made.connection_token)
      expect(said(await read({ call: late }, transaction_id))).toEqual([403, 'connection_revoked'])
      expect(said(await read(made.device, transaction_id))).toEqual([200])
    })
  })

  describe('what a context may say', () => {
    test('no payment fact: every place is listed, also in JSON in a string', async () => {
      const references = { order: '1042', Pay_To: 'x', 'm\u0435mo': 'y', note: '{"recipientAddress":"z"}' }
      const answer = await add(ours, { summary: '{"issuer":1}', references })
      expect(said(answer)).toEqual([422, 'override_forbidden'])
      expect(answer.json.error.issues.map((i: { field: string }) => i.field)).toEqual([
        'summary.$.issuer',
        'references.Pay_To',
        'references.m\u0435mo',
        'references.note.$.recipientAddress',
      ])
    })

    test('texts are in NFC, and have nothing that cannot be seen', async () => {
      const { json } = await add(ours, { title: 'u\u0308', line_items: [{ label: 'e\u0301' }] })
      expect(json.transaction_context).toMatchObject({ title: 'ü', line_items: [{ label: 'é' }] })
      for (const body of [
        { title: 'x\u202ey' },
        { summary: 'x\0y' },
        { line_items: [{ label: 'x\u200by' }] },
        { references: { order: 'x\ny' } },
        { references: { 'or\u200bder': 'x' } },
        { transaction_id: 'x\u202ey' },
        { transaction_id: '..' },
        { transaction_id: '' },
        { line_items: Array.from({ length: 51 }, () => ({ label: 'x' })) },
        { references: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'x'])) },
        { line_items: Array.from({ length: 50 }, () => ({ label: 'ü'.repeat(120), amount_text: 'ü'.repeat(60) })) },
        { locale: 'not a locale' },
      ]) {
        expect([body, said(await add(ours, body))]).toEqual([body, [422, 'validation_failed']])
      }
    })
  })
})

/** The words that a person decided by stay those of the request: a later revision changes nothing about it. */
describe('pinned contexts', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
    asking = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const say = async (transaction_id: string, title: string) => {
    const made = await asking.call('POST', '/v1/transaction-contexts', { body: { transaction_id, title } })
    expect(made.status).toBe(201)
  }
  const contextOf = ({ transaction_context, transaction_revision }: Record<string, unknown>) => [
    transaction_context,
    transaction_revision,
  ]

  test('a request pins the revision that was the latest at its create, wherever it is shown', async () => {
    await say('order:7', 'Two books')
    await say('order:7', 'Two books, sent home')
    const key = freshKey()
    const body = { transaction_id: 'order:7', idempotency_key: key }
    const created = await asking.asked(body)
    expect(contextOf(created)).toEqual(['pinned', 2])
    await say('order:7', 'Two hundred books')
    const { request_id } = created
    const path = `/v1/payment-requests/${request_id}`
    const shown = [
      (await asking.ask(body)).json.payment_request,
      (await asking.call('GET', path)).json.payment_request,
      (await asking.call('GET', '/v1/payment-requests')).json.payment_requests[0],
      (await asking.device.call('GET', path)).json.payment_request,
      (await asking.operator.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request,
      (await asking.report(request_id, { status: 'signed' })).json.payment_request,
    ]
    for (const one of shown) expect(contextOf(one)).toEqual(['pinned', 2])

    const read = (revision: number | string) =>
      asking.device.call('GET', `/v1/transaction-contexts/order:7?revision=${revision}`)
    expect((await read(2)).json.transaction_context).toMatchObject({ revision: 2, title: 'Two books, sent home' })
    expect(
      (await asking.call('GET', '/v1/transaction-contexts/order:7?revision=1')).json.transaction_context.title,
    ).toBe('Two books')
    expect(said(await read(4))).toEqual([404, 'resource_not_found'])
    for (const wrong of [0, -1, 'x', 2 ** 31]) expect(said(await read(wrong))).toEqual([422, 'validation_failed'])
    await expect(
      world.database.admin.query('update payment_requests set context_revision = 3 where context_revision = 2'),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('a transaction that nobody said anything about is told as missing, also once words have come', async () => {
    const created = await asking.asked({ transaction_id: 'order:8' })
    expect(contextOf(created)).toEqual(['missing', undefined])
    await say('order:8', 'Too late')
    const read = await asking.device.call('GET', `/v1/payment-requests/${created.request_id}`)
    expect(contextOf(read.json.payment_request)).toEqual(['missing', undefined])
    expect(contextOf(await asking.asked())).toEqual([undefined, undefined])
  })

  test("another connection's words are not pinned", async () => {
    await say('order:9', 'Ours')
    const other = await newAsking(world, web, { device: asking.device })
    expect(contextOf(await other.asked({ transaction_id: 'order:9' }))).toEqual(['missing', undefined])
  })

  test('a wallet reads how the requests of a connection ended', async () => {
    const counted = await newAsking(world, web)
    const [paid, refused] = [await counted.asked(), await counted.asked(), await counted.asked()]
    const transaction_hash = 'ab'.repeat(32)
    await counted.report(paid.request_id, { status: 'signed' })
    for (const status of ['broadcasted', 'confirmed']) {
      expect((await counted.report(paid.request_id, { status, transaction_hash })).status).toBe(200)
    }
    await counted.report(refused.request_id, { status: 'rejected' })
    const read = async () => (await counted.device.call('GET', connectionPath(counted.connection_id))).json.connection
    const enteredIn = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0)
    // The index is a moment behind, and may have the first of them only.
    await until(async () => {
      const { request_counts } = await read()
      return request_counts.rejected === 1 && request_counts.confirmed === 1 && enteredIn(request_counts) === 3
    })
    expect((await read()).request_counts).toEqual({
      pending: 1,
      under_way: 0,
      confirmed: 1,
      rejected: 1,
      expired: 0,
      failed: 0,
    })
  })
})
