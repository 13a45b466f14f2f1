import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { type Asking, activePayee, askingOver, newAsking } from './asking.ts'
import {
  ALL_SCOPES,
  bearing,
  type Call,
  connectionPath,
  newConnection,
  said,
  type TestConnection,
} from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'
import { sharedWorld, startWorld, type World } from './world.ts'

/** Connection tokens live 90 days, and the agent renews its own without being cut off. */
describe('connection tokens', () => {
  let world: World
  let operator: Operator
  beforeAll(async () => {
    world = await sharedWorld()
    operator = await newOperator(world)
  })

  const asAgent = async ({ agent }: TestConnection): Promise<Call> => bearing(world, await agentTokenOf(world, agent))
  const renew = async (made: TestConnection): Promise<Call> => {
    const { status, json } = await (await asAgent(made))('POST', connectionPath(made.connection_id, 'rotate-token'))
    expect(status).toBe(200)
    return bearing(world, json.connection_token)
  }
  const current = async (call: Call) => said(await call('GET', '/v1/connections/current'))
  const set = ({ connection_id }: TestConnection, what: string) =>
    world.database.admin.query(`update connections set ${what} where connection_id = $1`, [
      uuidOf('con', connection_id),
    ])
  const DEAD = [401, 'credential_invalid']

  test('the old token works until the renewed one is first used; a renewal whose answer was lost costs nothing', async () => {
    const made = await newConnection(world, { operator })
    const lost = await renew(made)
    expect(await current(made.call)).toEqual([200])
    const next = await renew(made)
    expect(await current(lost)).toEqual(DEAD)
    const uses = await Promise.all(Array.from({ length: 16 }, () => current(next)))
    expect(uses).toEqual(Array.from({ length: 16 }, () => [200]))
    expect([await current(made.call), await current(next)]).toEqual([DEAD, [200]])
  })

  test('ten minutes after a renewal the old token has ended, used or not', async () => {
    const made = await newConnection(world, { operator })
    const next = await renew(made)
    await set(made, 'next_until = now()')
    await until(async () => (await current(made.call))[0] === 401, 30_000)
    expect(await current(next)).toEqual([200])
  })

  test('a token of 90 days has ended, and the agent gets another with its key', async () => {
    const made = await newConnection(world, { operator })
    const shown = (await made.call('GET', '/v1/connections/current')).json.connection
    const days = (Date.parse(shown.token_expires_at) - Date.parse(shown.created_at)) / 86_400_000
    expect(days).toBeCloseTo(90, 2)
    await set(made, "token_expires_at = now() - interval '1 second'")
    expect(await current(made.call)).toEqual(DEAD)
    const next = await renew(made)
    await until(async () => (await current(next))[0] === 200, 30_000)
  })

  // Each finds the token in a statement of its own, once the process knows it.
  test.each([
    ['GET', ''],
    ['GET', '/order-1'],
    ['GET', '/events?since=0'],
  ] as const)(
    'a token of 90 days has ended where it was used a moment ago: %s /v1/payment-requests%s',
    async (method, rest) => {
      const made = await newConnection(world, { operator })
      expect(await current(made.call)).toEqual([200])
      await set(made, "token_expires_at = now() - interval '1 second'")
      expect(said(await made.call('GET', `/v1/payment-requests${rest}`))).toEqual(DEAD)
    },
  )

  test('after the wallet has rotated the token the agent gets its own again, and nothing that was renewed before works', async () => {
    const made = await newConnection(world, { operator })
    const before = await renew(made)
    expect((await made.device.call('POST', connectionPath(made.connection_id, 'rotate-token'))).status).toBe(200)
    expect([await current(made.call), await current(before)]).toEqual([DEAD, DEAD])
    expect(await current(await renew(made))).toEqual([200])
  })

  test('only the agent of the connection renews it, and not once the user has revoked it', async () => {
    const made = await newConnection(world, { operator })
    const other = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    const stranger = await newConnection(world, { operator: await newOperator(world, 'Quay Records') })
    const path = connectionPath(made.connection_id, 'rotate-token')
    for (const call of [bearing(world, await agentTokenOf(world, other)), await asAgent(stranger)]) {
      expect(said(await call('POST', path))).toEqual([404, 'resource_not_found'])
    }
    await made.device.call('DELETE', connectionPath(made.connection_id))
    expect(said(await (await asAgent(made))('POST', path))).toEqual([409, 'connection_ended'])
  })

  test('the wallet sees the last use, written once a minute at most', async () => {
    const made = await newConnection(world, { operator })
    const lastUse = async () =>
      (await made.device.call('GET', connectionPath(made.connection_id))).json.connection.last_used_at
    expect(await lastUse()).toBe(null)
    await current(made.call)
    const first = await lastUse()
    await current(made.call)
    expect([typeof first, await lastUse()]).toEqual(['string', first])
    await set(made, "last_used_at = now() - interval '2 minutes'")
    await current(made.call)
    expect(Date.parse(await lastUse())).toBeGreaterThanOrEqual(Date.parse(first))
  })
})

/** What a connected agent can look up and give back by itself: payees, and its connection. */
describe('connected agent', () => {
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

  const payees = (query = '', { call }: Pick<Asking, 'call'> = asking) =>
    call('GET', `/v1/connections/current/recipients${query}`)
  const end = ({ call }: Pick<Asking, 'call'>) => call('DELETE', '/v1/connections/current')

  test("an agent sees its merchant's active payees, page by page, and no drafts", async () => {
    const { operator, payee } = asking
    const second = await activePayee(web, operator)
    await verifiedPayee(web, operator, await proveHost(web, operator))
    const first = (await payees('?limit=1')).json
    expect(first.recipients).toMatchObject([
      { recipient_id: second.recipient_id, active_version_id: second.recipient_version_id, number: 1 },
    ])
    const rest = (await payees(`?limit=1&cursor=${first.next_cursor}`)).json
    expect([rest.next_cursor, rest.recipients.map((one: { recipient_id: string }) => one.recipient_id)]).toEqual([
      null,
      [payee.recipient_id],
    ])
    expect(Object.keys(rest.recipients[0]).toSorted()).toEqual(
      ['active_version_id', 'asset', 'domain', 'name', 'network', 'number', 'recipient_id'].toSorted(),
    )
    expect(said(await payees('?cursor=nonsense'))).toEqual([422, 'cursor_invalid'])
  })

  test('a stranger sees only its own, and an agent that may not ask sees none', async () => {
    const operator = await newOperator(world, 'Quay Records')
    const other = await newConnection(world, { operator })
    expect((await payees('', other)).json.recipients).toEqual([])
    const agent = await newAgent(asking.operator, { allowed_scopes: ALL_SCOPES })
    const reader = await newConnection(world, { operator: asking.operator, agent, granted: ['payment.requests.read'] })
    expect(said(await payees('', reader))).toEqual([403, 'scope_missing'])
  })

  test('a version that serves no more is refused with the one that does', async () => {
    const { recipient_version_id } = asking.payee
    const answer = await asking.ask({ recipient_version_id: 'rcv_01k0000000e008000000000000' })
    expect(said(answer)).toEqual([409, 'recipient_version_not_active'])
    expect(answer.json.error.active_version_id).toBe(recipient_version_id)
    expect((await asking.ask({ recipient_version_id: answer.json.error.active_version_id })).status).toBe(201)
  })

  test('an agent ends its connection, also a paused one: its token is dead at once, and the wallet sees it', async () => {
    const { operator, payee } = asking
    for (const paused of [false, true]) {
      const own = askingOver(await newConnection(world, { operator }), payee)
      const { request_id } = await own.asked()
      const path = connectionPath(own.connection_id)
      if (paused) await own.device.call('PATCH', path, { body: { status: 'paused' } })
      const ended = await end(own)
      expect(ended.json.connection).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) })
      expect((await own.device.call('GET', path)).json.connection.status).toBe('revoked')
      for (const answer of [await own.ask(), await end(own), await payees('', own)]) {
        expect(said(answer)).toEqual([403, 'connection_revoked'])
      }
      expect((await own.report(request_id, { status: 'rejected' })).status).toBe(200)
      const { rows } = await world.database.admin.query(
        "select count(*)::int as n from events where kind = 'connection.revoked' and subject_id = (select connection_id from connections where revoked_at is not null order by revoked_at desc limit 1)",
      )
      expect(rows).toEqual([{ n: 1 }])
    }
  })
})
