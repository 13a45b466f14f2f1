import { SEARCH_HITS_MAX } from '@pursestrings/contract/merchant-search/operations'
import { OVERVIEW_MEASURES } from '@pursestrings/contract/overview/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draftAgent } from './agent.ts'
import { type Asking, activePayee, askingOver, freshKey, newAsking } from './asking.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { newMerchantKey } from './project.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** A merchant finds its requests by what it knows of them, counted, page by page, and never another's. */
describe('merchant search', () => {
  let web: MerchantWeb
  let world: World
  let one: Asking
  /** Another agent, another wallet, another payee. */
  let two: Asking
  const HASH = 'ef'.repeat(32)
  const task = `task ${freshKey()}`
  const ids: Record<'waiting' | 'paid' | 'rejected' | 'other' | 'named' | 'twin', string> = {
    waiting: '',
    paid: '',
    rejected: '',
    other: '',
    named: '',
    twin: '',
  }

  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    one = await newAsking(world, web)
    const { operator } = one
    two = askingOver(await newConnection(world, { operator }), await activePayee(web, operator))
    ids.waiting = (await one.asked({ payment: { amount: '9.5' } })).request_id
    ids.paid = (await one.asked({ metadata: { task_ref: task, nested: { task_ref: 'no' } } })).request_id
    ids.rejected = (await one.asked()).request_id
    ids.other = (await two.asked({ metadata: { task_ref: 7 } })).request_id
    ids.named = (await two.asked({ request_id: `order/1%_${freshKey()}` })).request_id
    ids.twin = (await two.asked({ request_id: `order/2${freshKey()}`, payment: { amount: '100.0000001' } })).request_id
    await one.report(ids.paid, { status: 'signed' })
    await one.report(ids.paid, { status: 'broadcasted', transaction_hash: HASH })
    await one.report(ids.rejected, { status: 'rejected' })
    const moved = "select from payment_request_index where status in ('broadcasted', 'rejected')"
    await until(async () => (await world.database.admin.query(moved)).rowCount === 2)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const list = async (query: Record<string, string | string[]>, by = one) => {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((v): [string, string] => [name, v])),
    )
    const { json } = await by.operator.call('GET', `/v1/payment-requests?${search.toString()}`)
    return json
  }
  const found = async (query: Record<string, string | string[]>, by = one) => {
    const json = await list(query, by)
    expect(json.error).toBeUndefined()
    expect(json.total).toBe(json.payment_requests.length)
    return json.payment_requests.map((r: { request_id: string }) => r.request_id) as string[]
  }
  test('an agent says when it last asked, whatever became of that', async () => {
    const asked = async (by: Asking) =>
      (await by.operator.call('GET', `/v1/agents/${by.agent.agent_id}`)).json.last_asked_at
    const [newest] = (await list({ asked_by: one.agent.agent_id })).payment_requests
    expect(newest.request_id).toBe(ids.rejected)
    expect(await asked(one)).toBe(newest.created_at)
    const fresh = await newConnection(world, { operator: one.operator })
    expect(await asked({ ...one, agent: fresh.agent })).toBeNull()
  })

  test('each filter finds what it says, newest first', async () => {
    const everything = [ids.twin, ids.named, ids.other, ids.rejected, ids.paid, ids.waiting]
    expect(await found({})).toEqual(everything)
    expect(await found({ status: 'rejected' })).toEqual([ids.rejected])
    expect(await found({ status: ['rejected', 'broadcasted'] })).toEqual([ids.rejected, ids.paid])
    expect(await found({ assurance: 'wallet_reported' })).toEqual([ids.paid])
    expect(await found({ connection_id: one.connection_id })).toEqual([ids.rejected, ids.paid, ids.waiting])
    expect(await found({ asked_by: two.agent.agent_id })).toEqual([ids.twin, ids.named, ids.other])
    expect(await found({ recipient_id: one.payee.recipient_id })).toEqual([ids.rejected, ids.paid, ids.waiting])
    expect(await found({ task_ref: task })).toEqual([ids.paid])
    expect(await found({ task_ref: '7' })).toEqual([])
    expect(await found({ transaction_hash: HASH.toUpperCase() })).toEqual([ids.paid])
    expect(await found({ request_id: 'order/1%_' })).toEqual([ids.named])
    expect(await found({ request_id: 'order/' })).toEqual([ids.twin, ids.named])
    expect(await found({ request_id: ids.paid.slice(0, 28) })).toContain(ids.paid)
    expect(await found({ request_id: ids.paid })).toEqual([ids.paid])
    expect(await found({ request_id: 'pr_' })).toEqual([ids.other, ids.rejected, ids.paid, ids.waiting])
    const [first] = (await list({ task_ref: task })).payment_requests
    expect(await found({ created_from: first.created_at })).toEqual(everything.slice(0, 5))
    expect(await found({ created_to: first.created_at })).toEqual([ids.waiting])
  })

  test('words find requests by title, id, task and amount, all of them and each from its beginning', async () => {
    const q = (text: string) => found({ q: text })
    const title = `Ördér 77${freshKey()}: signed first edition, 東京`
    const { request_id } = await two.asked({ display: { title, note: 'hidden' }, payment: { amount: '31.2500' } })
    await until(async () => (await q(request_id)).length === 1)
    for (const words of ['first signed', 'EDIT', 'örd sig', '東京', '31.25 edition', '31.2500', 'first 31'])
      expect([words, await q(words)]).toEqual([words, [request_id]])
    for (const words of ['first missing', 'edition order', 'dition', 'hidden', '31.26', "'", '%', ':'])
      expect([words, await q(words)]).toEqual([words, []])
    expect(await q('order/1%')).toContain(ids.named)
    expect(await q(task)).toEqual([ids.paid])
    expect(await q(HASH.toUpperCase())).toEqual([ids.paid])
    expect(await found({ q: 'first', status: 'rejected' })).toEqual([])
    expect(await found({ q: task, transaction_hash: HASH })).toEqual([ids.paid])
    expect(await found({ q: 'signed', transaction_hash: HASH })).toEqual([])
    const { json } = await two.operator.call('GET', '/v1/merchant/search?q=edition')
    expect(json.hits).toMatchObject([{ type: 'payment_request', id: request_id, name: title }])
    // What it is called may be no JSON object, and no text at all.
    const other = await two.asked({ display: { title: { deep: 'lantern' }, summary: 'lantern' } })
    await until(async () => (await q(other.request_id)).length === 1)
    expect(await q('lantern')).toEqual([])
    await two.report(request_id, { status: 'rejected' })
    await until(async () => (await list({ status: 'rejected' })).total === 2)
    expect(await q('edition')).toEqual([request_id])
  })

  test('a list by where requests stand has as many as the overview counts, in every standing', async () => {
    const { buckets } = (await one.operator.call('GET', '/v1/merchant/overview')).json.overview
    const all = new Set(
      (await list({ limit: '100' })).payment_requests.map((r: { request_id: string }) => r.request_id),
    )
    let listed = 0
    for (const standing of OVERVIEW_MEASURES) {
      const counted = buckets.reduce((sum: number, bucket: Record<string, number>) => sum + (bucket[standing] ?? 0), 0)
      const these = await found({ standing })
      expect([standing, these.length]).toEqual([standing, counted])
      listed += these.length
    }
    expect(listed).toBe(all.size)
    expect(await found({ standing: ['under_way', 'rejected'], status: 'broadcasted' })).toEqual([ids.paid])
  })

  test('amounts are compared as numbers, to the last digit', async () => {
    expect(await found({ amount_min: '100' })).toEqual([ids.twin])
    expect(await found({ amount_min: '100.0000001', amount_max: '100.0000001' })).toEqual([ids.twin])
    expect(await found({ amount_min: '100.00000011' })).toEqual([])
    expect(await found({ amount_max: '9.50' })).toEqual([ids.waiting])
    expect(await found({ amount_max: '10', status: 'pending', connection_id: one.connection_id })).toEqual([
      ids.waiting,
    ])
    expect(await found({ amount_max: '10', status: 'rejected' })).toEqual([])
    expect(await found({ amount_min: '9.6', request_id: 'order/' })).toEqual([ids.twin, ids.named])
    for (const amount of ['0', '-1', '1e9', 'NaN', '1,5', '']) {
      expect([amount, (await list({ amount_min: amount })).error.code]).toEqual([amount, 'validation_failed'])
    }
    const { text } = await one.operator.call(
      'GET',
      '/v1/merchant/exports/payment-requests?format=ndjson&amount_min=100',
    )
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).request_id),
    ).toEqual([ids.twin])
  })

  test('filters are combined', async () => {
    expect(await found({ status: 'pending', connection_id: one.connection_id })).toEqual([ids.waiting])
    expect(await found({ status: 'pending', asked_by: one.agent.agent_id })).toEqual([ids.waiting])
    expect(await found({ recipient_id: two.payee.recipient_id, connection_id: one.connection_id })).toEqual([])
    expect(await found({ task_ref: task, status: ['pending'] })).toEqual([])
    expect(await found({ transaction_hash: HASH, status: 'rejected' })).toEqual([])
    expect(await found({ request_id: 'order/', assurance: 'none', asked_by: two.agent.agent_id })).toEqual([
      ids.twin,
      ids.named,
    ])
  })

  test('pages go on where the last one ended, with the total on the first, and cursors of another list are refused', async () => {
    for (const query of [{ status: 'pending' }, { request_id: 'order/' }, { assurance: 'none', status: 'pending' }]) {
      const whole = await found(query)
      const seen: string[] = []
      let cursor: string | null | undefined
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const page = await list({ ...query, limit: '1', ...(cursor && { cursor }) })
        expect(page.total).toBe(cursor === undefined ? whole.length : undefined)
        seen.push(...page.payment_requests.map((r: { request_id: string }) => r.request_id))
        cursor = page.next_cursor
      }
      expect(seen).toEqual(whole)
    }
    const { next_cursor } = await list({ limit: '1' })
    expect((await list({ status: 'pending', cursor: next_cursor })).error.code).toBe('cursor_invalid')
    expect((await list({ cursor: `f1_${uuidOf('pr', ids.waiting)}` })).error.code).toBe('cursor_invalid')
  })

  test('a request that has moved on is not shown under what it was, though the index still says so', async () => {
    const { request_id } = await two.asked()
    const at = () => list({ request_id, status: 'pending' })
    await until(async () => (await at()).payment_requests.length === 1)
    const holder = await world.database.admin.connect()
    await holder.query('begin')
    await holder.query("select pg_advisory_xact_lock(hashtext('sequence_events'))")
    await two.report(request_id, { status: 'rejected' })
    expect((await at()).payment_requests).toEqual([])
    await holder.query('rollback')
    holder.release()
    await until(async () => (await list({ request_id, status: 'rejected' })).payment_requests.length === 1)
  })

  test('nobody finds what is another merchant’s, by any filter', async () => {
    const stranger = await newAsking(world, web)
    const queries = [
      { transaction_hash: HASH },
      { task_ref: task },
      { request_id: ids.paid },
      { q: 'edition' },
      { q: HASH },
      { request_id: 'order/' },
      { connection_id: one.connection_id },
      { asked_by: one.agent.agent_id },
      { recipient_id: one.payee.recipient_id },
      { status: ['pending', 'rejected', 'broadcasted'] },
      { assurance: 'none' },
      { amount_min: '1' },
      { created_from: '2020-01-01T00:00:00.000Z' },
    ]
    for (const query of queries) expect([query, await found(query, stranger)]).toEqual([query, []])
  })

  test('a wallet lists by several statuses, by payee and by connection', async () => {
    const listed = async (by: Asking, query: string) =>
      (await by.device.call('GET', `/v1/payment-requests?${query}`)).json.payment_requests.map(
        (r: { request_id: string }) => r.request_id,
      )
    expect(await listed(one, 'status=rejected&status=broadcasted')).toEqual([ids.rejected, ids.paid])
    expect(await listed(one, `recipient_id=${one.payee.recipient_id}`)).toEqual([ids.rejected, ids.paid, ids.waiting])
    expect(await listed(one, `recipient_id=${two.payee.recipient_id}`)).toEqual([])
    expect(await listed(one, `connection_id=${one.connection_id}&status=pending`)).toEqual([ids.waiting])
    expect(await listed(one, `connection_id=${two.connection_id}`)).toEqual([])
  })
})

/** One search over what an organization has: by ids, names, tasks, transactions and addresses; bounded, and never another's. */
describe('all kinds', () => {
  interface Hit {
    readonly type: string
    readonly id: string
    readonly name: string
    readonly status: string
    readonly connection_id?: string
    readonly task_ref?: string
    readonly payment?: object
    readonly domain?: string
  }

  let web: MerchantWeb
  let world: World
  let one: Asking
  let stranger: Operator
  const HASH = 'c5'.repeat(32)
  const task = `task ${freshKey()}`

  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
    one = await newAsking(world, web)
    stranger = await newOperator(world, 'Quay Records')
    for (const number of [1, 2, 3, 4, 5, 6, 7]) await one.asked({ request_id: `search-100${number}` })
    const paid = await one.asked({ request_id: 'other%_1', metadata: { task_ref: task } })
    for (const report of [{ status: 'signed' }, { status: 'broadcasted', transaction_hash: HASH }]) {
      expect((await one.report(encodeURIComponent(paid.request_id), report)).status).toBe(200)
    }
    await one.asked()
    const settled = "select from payment_request_index where status = 'broadcasted'"
    await until(async () => (await world.database.admin.query(settled)).rowCount === 1)
    const all = 'select from payment_request_index'
    await until(async () => (await world.database.admin.query(all)).rowCount === 9)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const find = async (q: string, by: Operator = one.operator): Promise<Hit[]> => {
    const { status, json } = await by.call('GET', `/v1/merchant/search?${new URLSearchParams({ q }).toString()}`)
    expect([status, json.error]).toEqual([200, undefined])
    return json.hits
  }
  const ids = async (q: string, by?: Operator): Promise<string[]> => (await find(q, by)).map(({ id }) => id)

  test('requests are found by how their id begins, the last numbers first and no more than a few', async () => {
    const hits = await find('search-10')
    expect(hits.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3].map((number) => `search-100${number}`))
    expect(hits).toHaveLength(SEARCH_HITS_MAX)
    expect(hits[0]).toEqual({
      type: 'payment_request',
      id: 'search-1007',
      name: 'search-1007',
      status: 'pending',
      connection_id: one.connection_id,
      payment: { amount: '12.5', asset: 'XLM', payee: expect.any(String) },
    })
    expect(await ids('other%')).toEqual(['other%_1'])
    expect(await ids('%')).toEqual([])
  })

  test('requests are found by their task and by the transaction that they name', async () => {
    expect(await find(task)).toMatchObject([{ id: 'other%_1', task_ref: task, status: 'broadcasted' }])
    expect(await ids(HASH)).toEqual(['other%_1'])
    expect(await ids(HASH.toUpperCase())).toEqual(['other%_1'])
    const { json } = await one.operator.call('GET', '/v1/payment-requests?limit=1')
    const [{ request_id }] = json.payment_requests
    expect(request_id).toMatch(/^pr_/)
    expect(await ids(request_id)).toEqual([request_id])
  })

  test('payees, agents and domains are found by name, by id, and payees by their address', async () => {
    const { operator, payee } = one
    const { json } = await operator.call('GET', `/v1/recipients/${payee.recipient_id}`)
    const { name } = json.recipient
    const versions = await operator.call('GET', `/v1/recipients/${payee.recipient_id}/versions`)
    const [{ address }] = versions.json.recipient_versions
    const found = { type: 'recipient', id: payee.recipient_id, name, status: 'active', domain: expect.any(String) }
    for (const q of [name.toUpperCase(), name.slice(2, 8), payee.recipient_id, payee.recipient_version_id, address]) {
      expect((await find(q)).filter(({ type }) => type === 'recipient')).toContainEqual(found)
    }
    const agent_id = await draftAgent(operator)
    expect(await find(agent_id)).toMatchObject([{ type: 'agent', id: agent_id, status: 'draft' }])
    expect(await ids('checkout ag')).toContain(agent_id)
    const { domains } = (await operator.call('GET', '/v1/merchant-domains')).json
    const [{ domain, domain_id }] = domains
    for (const q of [domain.slice(0, 5), domain_id]) {
      expect(await find(q)).toContainEqual({ type: 'merchant_domain', id: domain_id, name: domain, status: 'verified' })
    }
  })

  test('nothing of another organization is found, by whatever it is called', async () => {
    const { payee, operator } = one
    const versions = await operator.call('GET', `/v1/recipients/${payee.recipient_id}/versions`)
    const [{ address }] = versions.json.recipient_versions
    const agents = (await operator.call('GET', '/v1/agents')).json.agents
    for (const q of [
      'search-10',
      task,
      HASH,
      payee.recipient_id,
      payee.recipient_version_id,
      address,
      agents[0].agent_id,
    ]) {
      expect(await find(q, stranger)).toEqual([])
    }
  })

  test('a key finds payees only with the scope that reads them, and neither agents nor domains', async () => {
    const { payee, operator } = one
    const { domain } = (await find(payee.recipient_id))[0] as Hit
    const { agents } = (await operator.call('GET', '/v1/agents')).json
    const wanted = [payee.recipient_id, payee.recipient_version_id, payee.address, agents[0].agent_id, domain ?? '']
    const by = async (scopes: Parameters<typeof newMerchantKey>[1]) => {
      const { headers } = await newMerchantKey(operator, scopes)
      const answers = wanted.map((q) => world.call('GET', `/v1/merchant/search?q=${q}`, { headers }))
      return (await Promise.all(answers)).map(({ json }) => json.hits.map(({ type }: Hit) => type))
    }
    expect(domain).toBe('shop.test')
    expect(await by(['payment_requests:read'])).toEqual([[], [], [], [], []])
    const payees = ['recipient']
    expect(await by(['payment_requests:read', 'recipients:read'])).toEqual([payees, payees, payees, [], []])
  })

  test('a key needs the scope that reads requests, and a search needs words', async () => {
    const call = async (scope: 'payment_requests:read' | 'audit:read', q: string) => {
      const { headers } = await newMerchantKey(one.operator, [scope])
      const answer = await world.call('GET', `/v1/merchant/search?q=${q}`, { headers })
      return [answer.status, answer.json.error?.code]
    }
    expect(await call('payment_requests:read', 'search')).toEqual([200, undefined])
    expect(await call('audit:read', 'search')).toEqual([403, 'scope_missing'])
    expect(await call('payment_requests:read', '')).toEqual([422, 'validation_failed'])
  })
})
