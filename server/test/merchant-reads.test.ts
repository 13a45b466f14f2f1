import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAgent, type TestAgent } from './agent.ts'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { changeFacts } from './change-facts.ts'
import { ALL_SCOPES, connectionPath, newConnection, said, type TestConnection } from './connection.ts'
import { raceChange } from './connection-races.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { newMerchantKey } from './project.ts'
import { until } from './until.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** A merchant's back end reads one request as it is: its facts, every step, what came late, and what is known of the payee. */
describe('merchant reads', () => {
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

  const HASH = 'ab'.repeat(32)
  const pathOf = (request_id: string, query = '') => `/v1/payment-requests/${encodeURIComponent(request_id)}${query}`
  const read = (request_id: string, query = '') => asking.operator.call('GET', pathOf(request_id, query))
  const expire = (request_id: string) =>
    changeFacts(world.database.admin, [uuidOf('pr', request_id)], "expires_at = now() - interval '1s'")

  /** Nothing gets its place in a feed, or in the index, while the work runs. */
  const withoutSequencer = async (work: () => Promise<void>): Promise<void> => {
    const holder = await world.database.admin.connect()
    await holder.query('begin')
    await holder.query("select pg_advisory_xact_lock(hashtext('sequence_events'))")
    try {
      await work()
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }

  test('every step is told in order, with who says so, the reason and the transaction, to merchant and wallet alike', async () => {
    const { request_id } = await asking.asked()
    await asking.report(request_id, { status: 'signed' })
    await asking.report(request_id, { status: 'broadcasted', transaction_hash: HASH })
    await asking.report(request_id, { status: 'failed', reason: 'no funds' })
    const { status, json } = await read(request_id)
    expect([status, json.error]).toEqual([200, undefined])
    const { payment_request: told } = json
    expect(told.history).toMatchObject([
      { type: 'payment_request.pending', previous_status: null, status: 'pending', said_by: 'agent' },
      { type: 'payment_request.signed', previous_status: 'pending', status: 'signed', said_by: 'wallet' },
      { status: 'broadcasted', said_by: 'wallet', transaction_hash: HASH },
      { status: 'failed', previous_status: 'broadcasted', said_by: 'wallet', reason: 'no funds' },
    ])
    const cursors: number[] = told.history.map((step: { cursor: number }) => step.cursor)
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b))
    expect(told).toMatchObject({ status: 'failed', late_reports: [], replay_count: 0, request_id })
    expect(told.facts_jws).toMatch(/^eyJ/)
    const { replay_count, ...shown } = told
    expect(replay_count).toBe(0)
    expect((await asking.device.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request).toEqual(shown)
  })

  test('a request that its agent took back says so', async () => {
    const { request_id } = await asking.asked()
    await asking.call('POST', `/v1/payment-requests/${request_id}/cancel`)
    expect((await read(request_id)).json.payment_request.history).toMatchObject([
      { status: 'pending', said_by: 'agent' },
      { status: 'failed', said_by: 'agent', reason: 'canceled_by_agent' },
    ])
  })

  test('what happened a moment ago is there, also while nothing is sequenced, and stays there once', async () => {
    const named = `order ${freshKey()}`
    await withoutSequencer(async () => {
      await asking.asked({ request_id: named })
      await asking.report(encodeURIComponent(named), { status: 'rejected', reason: 'too dear' })
      const history = [{ status: 'pending' }, { status: 'rejected', reason: 'too dear', said_by: 'wallet' }]
      expect((await read(named)).json).toMatchObject({ payment_request: { history } })
    })
    const sequenced = "select from payment_request_index where request_id = $1 and status = 'rejected'"
    await until(async () => (await world.database.admin.query(sequenced, [named])).rowCount === 1)
    expect((await read(named)).json.payment_request.history).toHaveLength(2)
  })

  test('a transaction that is named after the expiry is shown by every read, in the feed and in its history', async () => {
    const { request_id } = await asking.asked()
    await expire(request_id)
    const late_hash = 'cd'.repeat(32)
    const reported = await asking.report(request_id, {
      status: 'broadcasted',
      transaction_hash: late_hash,
      reason: 'was offline',
    })
    const late_reports = [
      {
        reported_status: 'broadcasted',
        transaction_hash: late_hash,
        reason: 'was offline',
        reported_at: expect.any(String),
      },
    ]
    expect(reported.json).toMatchObject({ late: true, payment_request: { status: 'expired', late_reports } })
    const { operator, device } = asking
    for (const by of [asking, device])
      expect((await by.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request).toMatchObject({
        late_reports,
      })
    expect((await read(request_id)).json.payment_request).toMatchObject({
      late_reports,
      history: [
        { status: 'pending' },
        { type: 'payment_request.expired', said_by: 'clock' },
        { type: 'payment_request.late_report', said_by: 'wallet', transaction_hash: late_hash, reason: 'was offline' },
      ],
    })
    const listed = [
      await device.call('GET', '/v1/payment-requests'),
      await asking.call('GET', '/v1/payment-requests'),
      await operator.call('GET', '/v1/payment-requests'),
    ]
    for (const { json } of listed) {
      const found = json.payment_requests.find((one: { request_id: string }) => one.request_id === request_id)
      expect(found).toMatchObject({ late_reports })
    }
    const feed = (await asking.call('GET', '/v1/payment-requests/events?changes=all&limit=500')).json.events
    expect(feed).toContainEqual(
      expect.objectContaining({ type: 'payment_request.late_report', request_id, transaction_hash: late_hash }),
    )
  })

  test('two connections with the same id are told apart by connection_id, and refused without', async () => {
    const { operator, agent, payee } = asking
    const beside = askingOver(await newConnection(world, { operator, agent }), payee)
    const request_id = `twin.${freshKey()}`
    const [one, other] = [await asking.asked({ request_id }), await beside.asked({ request_id })]
    for (const sequenced of [false, true]) {
      if (sequenced) {
        const both = 'select from payment_request_index where request_id = $1'
        await until(async () => (await world.database.admin.query(both, [request_id])).rowCount === 2)
      }
      for (const rest of ['', '/evidence', '/receipt']) {
        const refused = await read(request_id, rest)
        expect([refused.status, refused.json.error.code]).toEqual([409, 'request_id_ambiguous'])
      }
      for (const { connection_id } of [one, other]) {
        const { json } = await read(request_id, `?connection_id=${connection_id}`)
        expect(json.payment_request).toMatchObject({ connection_id, request_id })
      }
    }
    const chosen = 'pr_01jcqr6t9vfj2t7b7zq5xv0m2n'
    for (const by of [asking, beside]) await by.asked({ request_id: chosen })
    expect((await read(chosen)).status).toBe(409)
    expect((await read(chosen, `?connection_id=${other.connection_id}`)).json.payment_request).toMatchObject({
      connection_id: other.connection_id,
      history: [{ status: 'pending' }],
    })
  })

  test('replays are counted, and the payee tells its number, since when it serves and what the domain says', async () => {
    const key = freshKey()
    const { request_id } = await asking.asked({ idempotency_key: key })
    for (let i = 0; i < 2; i++) await asking.ask({ idempotency_key: key })
    const { payment_request } = (await read(request_id)).json
    expect(payment_request).toMatchObject({
      replay_count: 2,
      payee: {
        number: 1,
        changed_at: null,
        previous: null,
        serving_since: expect.stringMatching(/Z$/),
        domain_verified_since: expect.stringMatching(/Z$/),
        evidence: { evidence_digest: asking.payee.evidence.evidence_digest, seen_at: expect.stringMatching(/Z$/) },
      },
    })
  })

  test('another merchant and strangers are told that there is no such request', async () => {
    const other = await newAsking(world, web)
    const request_id = `mine.${freshKey()}`
    const mine = [(await asking.asked({ request_id })).request_id, (await asking.asked()).request_id]
    const absent = await other.operator.call('GET', pathOf('never.made'), { headers: { 'x-request-id': 'alike' } })
    expect(absent.status).toBe(404)
    for (const id of mine) {
      for (const query of ['', `?connection_id=${asking.connection_id}`]) {
        const answer = await other.operator.call('GET', pathOf(id, query), { headers: { 'x-request-id': 'alike' } })
        expect([answer.status, answer.text]).toEqual([404, absent.text])
      }
      expect((await world.call('GET', pathOf(id))).status).toBe(401)
    }
  })
})

/** What a merchant sees of its agents' connections, and how it ends one. */
describe('connections', () => {
  const CONNECTIONS = '/v1/connections'
  let world: World
  let operator: Operator
  let agent: TestAgent
  let connections: TestConnection[]
  beforeAll(async () => {
    world = await sharedWorld()
    operator = await newOperator(world)
    agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    connections = []
    for (let i = 0; i < 3; i++) connections.push(await newConnection(world, { operator, agent }))
    connections.push(await newConnection(world, { operator }))
    const [first] = connections as [TestConnection]
    await first.device.call('PATCH', connectionPath(first.connection_id), { body: { status: 'paused' } })
  })

  const idsOf = ({ json }: { json: { connections: { connection_id: string }[] } }) =>
    json.connections.map((one) => one.connection_id)

  test('all of them, newest first, by agent and by status, with counts that the status does not narrow', async () => {
    const ids = connections.map((one) => one.connection_id).toReversed()
    const all = await operator.call('GET', CONNECTIONS)
    expect([idsOf(all), all.json.counts]).toEqual([ids, { active: 3, paused: 1, revoked: 0 }])
    const paused = await operator.call('GET', `${CONNECTIONS}?status=paused`)
    expect([idsOf(paused), paused.json.counts]).toEqual([[ids[3]], { active: 3, paused: 1, revoked: 0 }])
    const asked = await operator.call('GET', `${CONNECTIONS}?asked_by=${agent.agent_id}`)
    expect([idsOf(asked), asked.json.counts]).toEqual([ids.slice(1), { active: 2, paused: 1, revoked: 0 }])
    const first = await operator.call('GET', `${CONNECTIONS}?limit=3`)
    const rest = await operator.call('GET', `${CONNECTIONS}?limit=3&cursor=${first.json.next_cursor}`)
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids)
  })

  test('a wallet names no agent and no status: what narrows the list of a merchant is no field of its own', async () => {
    const { device, connection_id } = connections[1] as TestConnection
    expect(idsOf(await device.call('GET', CONNECTIONS))).toEqual([connection_id])
    for (const query of ['status=active', `asked_by=${agent.agent_id}`]) {
      expect(said(await device.call('GET', `${CONNECTIONS}?${query}`))).toEqual([422, 'unknown_field'])
    }
  })

  test('another merchant sees none of them and ends none, and neither does a key without the scope', async () => {
    const other = await newOperator(world, 'Quay Records')
    expect((await other.call('GET', CONNECTIONS)).json).toMatchObject({
      connections: [],
      counts: { active: 0, paused: 0, revoked: 0 },
    })
    const path = `${CONNECTIONS}/${connections[1]?.connection_id}`
    expect(said(await other.call('DELETE', path))).toEqual([404, 'resource_not_found'])
    const { headers } = await newMerchantKey(operator, ['payment_requests:read'])
    expect(said(await world.call('DELETE', path, { headers }))).toEqual([403, 'scope_missing'])
  })

  test('a key ends a connection: its token is dead, the wallet and the merchant are told, and it is audited once', async () => {
    const { connection_id, call, device } = connections[3] as TestConnection
    const { headers, merchant_key_id } = await newMerchantKey(operator, ['connections:manage'])
    const end = () => world.call('DELETE', `${CONNECTIONS}/${connection_id}`, { headers })
    const ended = await end()
    expect(ended.json.connection).toMatchObject({ connection_id, status: 'revoked', revoked_at: expect.any(String) })
    expect((await end()).json).toEqual(ended.json)
    expect(said(await call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
    const wallet = await device.call('GET', connectionPath(connection_id))
    expect(wallet.json.connection.status).toBe('revoked')
    const told = async () => {
      const merchant = await operator.call('GET', '/v1/events?limit=500')
      const owner = await device.call('GET', '/v1/events?limit=500')
      return [merchant, owner].map(
        ({ json }) =>
          json.events.filter(
            (e: { type: string; data: { connection_id: string } }) =>
              e.type === 'connection.revoked' && e.data.connection_id === connection_id,
          ).length,
      )
    }
    await until(async () => (await told()).every((count) => count > 0))
    expect(await told()).toEqual([1, 1])
    const { json } = await operator.call('GET', '/v1/audit-events')
    const about = json.audit_events.filter((e: { target: string }) => e.target === connection_id)
    expect(about.map((e: { action: string; actor: string }) => [e.action, e.actor])).toEqual([
      ['connection.revoked', merchant_key_id],
    ])
  })

  test('of calls that start after the acknowledgement none succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const { connection_id, call } = await newConnection(world, { operator, agent })
      const attempt = async () => said(await call('GET', '/v1/connections/current'))
      const revoke = () => operator.call('DELETE', `${CONNECTIONS}/${connection_id}`)
      const { before, after } = await raceChange(attempt, revoke)
      expect(before).toBeGreaterThan(0)
      expect(after).toBe(0)
    }
  })
})
