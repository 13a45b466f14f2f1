/** What a connected agent can look up and give back by itself: payees, and its connection. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAgent } from './agent.ts'
import { type Asking, activePayee, askingOver, newAsking } from './asking.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { proveHost, verifiedPayee } from './payee.ts'
import { startWorld, type World } from './world.ts'

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
