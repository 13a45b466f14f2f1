/** Whoever is rejected several times in a row is paused where the user wants that, says so, and only the user lets it go on. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { newAutomation } from './automation.ts'
import { changeFacts } from './change-facts.ts'
import { connectionPath, said } from './connection.ts'
import { activeEndpoint } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const wants = async ({ device, connection_id }: Asking, pause_after_rejections: boolean) => {
  const { json } = await device.call('PATCH', connectionPath(connection_id), { body: { pause_after_rejections } })
  expect(json.connection.pause_after_rejections).toBe(pause_after_rejections)
}
const newWary = async (): Promise<Asking> => {
  const asking = await newAsking(world, web)
  await wants(asking, true)
  return asking
}
const decide = async (asking: Asking, ...statuses: readonly string[]): Promise<void> => {
  for (const status of statuses) {
    const { request_id } = await asking.asked()
    expect((await asking.report(request_id, { status })).status).toBe(200)
  }
}
const rejected = (times: number): string[] => Array.from({ length: times }, () => 'rejected')
const currentOf = async ({ call }: Asking) => (await call('GET', '/v1/connections/current')).json.connection
const shownTo = async ({ device, connection_id }: Asking) =>
  (await device.call('GET', connectionPath(connection_id))).json.connection

test('rejections pause nothing unless the user switches that on, and none any more once it is off again', async () => {
  const asking = await newAsking(world, web)
  await decide(asking, ...rejected(6))
  expect(await shownTo(asking)).toMatchObject({ status: 'active', pause_after_rejections: false })
  await wants(asking, true)
  await decide(asking, ...rejected(4))
  await wants(asking, false)
  await wants(asking, true)
  await decide(asking, ...rejected(4))
  expect((await currentOf(asking)).status).toBe('active')
  await wants(asking, false)
  await decide(asking, 'rejected')
  expect((await currentOf(asking)).status).toBe('active')
})

test('five rejections in a row pause the connection, everybody is told why, and the user resumes it', async () => {
  const asking = await newWary()
  const { url, path } = web.webhooks.place()
  await activeEndpoint(asking.operator, { url, event_types: ['connection.paused'] })
  await decide(asking, ...rejected(4))
  expect(await shownTo(asking)).toMatchObject({ status: 'active', paused_at: null, paused_by: null })
  await decide(asking, 'rejected')
  for (const shown of [await shownTo(asking), await currentOf(asking)]) {
    expect(shown).toMatchObject({ status: 'paused', paused_at: expect.any(String), paused_by: 'rejections' })
  }
  const refused = await asking.ask()
  expect([...said(refused), refused.json.error.paused_by]).toEqual([403, 'connection_paused', 'rejections'])
  expect(refused.json.error.message).toMatch(/rejected several requests in a row.*PATCH .v1.connections/)
  const context = await asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
  expect([...said(context), context.json.error.paused_by]).toEqual([403, 'connection_paused', 'rejections'])
  await until(() => web.webhooks.lastAt(path)?.body.includes('connection.paused'))
  expect(JSON.parse(web.webhooks.lastAt(path).body)).toMatchObject({
    type: 'connection.paused',
    data: { connection_id: asking.connection_id, paused_by: 'rejections' },
  })

  const resume = { body: { status: 'active' } }
  const resumed = await asking.device.call('PATCH', connectionPath(asking.connection_id), resume)
  expect(resumed.json.connection).toMatchObject({ status: 'active', paused_at: null, paused_by: null })
  // From zero: what was rejected before the user's word counts no more.
  await decide(asking, ...rejected(4))
  expect((await currentOf(asking)).status).toBe('active')
  await asking.device.call('PATCH', connectionPath(asking.connection_id), { body: { status: 'paused' } })
  const stopped = await asking.ask()
  expect([...said(stopped), stopped.json.error.paused_by]).toEqual([403, 'connection_paused', 'wallet'])
  await until(() => web.webhooks.lastAt(path)?.body.includes('"wallet"'))
  expect(JSON.parse(web.webhooks.lastAt(path).body).data.paused_by).toBe('wallet')
})

test('anything else that the wallet reports ends the row; what expires does not', async () => {
  const asking = await newWary()
  await decide(asking, ...rejected(4), 'signed', ...rejected(4))
  expect((await currentOf(asking)).status).toBe('active')
  const { request_id } = await asking.asked()
  await changeFacts(world.database.admin, [uuidOf('pr', request_id)], 'expires_at = now()')
  await until(
    async () => (await asking.call('GET', '/v1/payment-requests/events')).json.events.at(-1).status === 'expired',
  )
  expect((await asking.call('GET', `/v1/payment-requests/${request_id}`)).json.payment_request.status).toBe('expired')
  await decide(asking, 'rejected')
  expect((await currentOf(asking)).paused_by).toBe('rejections')
})

test('five in a row that are spread over more than ten minutes pause nothing; the last five count', async () => {
  const asking = await newWary()
  const age = (interval: string) =>
    world.database.admin.query(
      `update connections set rejected_at = array(select t - $1::interval from unnest(rejected_at) with ordinality r (t, n) order by n)`,
      [interval],
    )
  await decide(asking, 'rejected')
  await age('10 minutes')
  await decide(asking, ...rejected(4))
  expect((await currentOf(asking)).status).toBe('active')
  await decide(asking, 'rejected')
  expect((await currentOf(asking)).paused_by).toBe('rejections')
})

test('five rejections at once pause it once; a repeated report counts once', async () => {
  const asking = await newWary()
  const { request_id } = await asking.asked()
  for (let i = 0; i < 6; i++) await asking.report(request_id, { status: 'rejected' })
  expect((await currentOf(asking)).status).toBe('active')
  const requests = await Promise.all(Array.from({ length: 6 }, () => asking.asked()))
  const reports = await Promise.all(requests.map((r) => asking.report(r.request_id, { status: 'rejected' })))
  expect(reports.map((report) => report.status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect((await currentOf(asking)).paused_by).toBe('rejections')
  const { rows } = await world.database.admin.query(
    `select data ->> 'paused_by' as paused_by from events where kind = 'connection.paused' and connection_id =
      (select connection_id from connections order by connection_id desc limit 1)`,
  )
  expect(rows).toEqual([{ paused_by: 'rejections' }])
})

test('an API key is told the same of the connection that it asks for', async () => {
  const mine = await newAutomation(world, web)
  await mine.device.call('PATCH', connectionPath(mine.connection_id), { body: { status: 'paused' } })
  const { error } = (await mine.intend({ amount: '1', initiator: 'human' })).json
  expect([error.code, error.details.paused_by]).toEqual(['connection_paused', 'wallet'])
})
