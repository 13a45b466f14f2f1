/**
 * What a call costs does not grow with the tables. A new deployment is analysed while it is empty and then fills up: what is
 * asked most holds whatever the statistics say, with plans that were kept from then and with new ones; everything else once
 * the worker has noticed that tables grew, which takes seconds.
 *
 * The statements are those that the walk below makes the service run. A new one is covered by a call in the walk.
 */
import { randomBytes } from 'node:crypto'
import { setPushSubscription } from '@pursestrings/contract/devices/push-operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf } from './agent.ts'
import { type Asking, askingOver } from './asking.ts'
import { type Automation, newAutomation, passTime, paymentPath, policyPath } from './automation.ts'
import { type Answer, call } from './call.ts'
import { changeFacts } from './change-facts.ts'
import { newConnection } from './connection.ts'
import { activeEndpoint, deliveriesOf, readEndpoint, sendTest, untilDelivery, withStatuses } from './deliveries.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOwnAgent } from './own-agent.ts'
import { explainAll, grow, growingScans, letAnalyse, outgrown, type Plan, plansDuring, stopAnalysing } from './plans.ts'
import { DEVICE_PATH, PUSH_PATH } from './push-world.ts'
import { until } from './until.ts'
import { newTerms, newUsdcAsking, USDC_ENABLED } from './usdc.ts'
import { startWorld, type World } from './world.ts'

const ROWS = 5_000
const AT_ONCE = 8

let web: MerchantWeb
let world: World
let at: string
let asking: Asking
let automation: Automation
let buying: Asking
let endpoint: string
let grown: ReadonlySet<string>

beforeAll(async () => {
  web = await startMerchantWeb()
  // Few connections, so that each has kept its plans from when the tables were empty.
  const real = await startWorld({
    ...web.settings,
    ...USDC_ENABLED,
    DATABASE_POOL_MAX: '2',
    WEBHOOK_SECRET_KEYS: `one:${randomBytes(32).toString('base64url')}`,
    PUSH_KEYS: 'push-1:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
    LOG_LEVEL: 'silent',
    PENDING_MAX: '1000000',
  })
  at = real.url
  world = { ...real, call: (method, path, sent) => call(at, method, path, sent) }
  await stopAnalysing(world.database)
  await explainAll(world.database)
  await until(async () => (await world.call('GET', '/ready')).status === 200)
  automation = await newAutomation(world, web)
  asking = askingOver(automation, automation.payee)
  buying = await newUsdcAsking(world, web, 'quay.test')
  const { url } = web.webhooks.place(withStatuses(200))
  endpoint = (await activeEndpoint(automation.operator, { url })).webhook_endpoint_id
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const fine = async (answer: Promise<Answer>): Promise<Answer> => {
  const got = await answer
  expect([got.status < 300, got.json?.error]).toEqual([true, undefined])
  return got
}

const requests = async (): Promise<void> => {
  const { operator, device } = asking
  const key = `kept-${Math.random()}`
  const { request_id } = await asking.asked({ idempotency_key: key, request_id: `named-${key}` })
  await asking.asked({ idempotency_key: key, request_id: `named-${key}` }).catch(() => {})
  await Promise.all(Array.from({ length: AT_ONCE }, () => asking.asked()))
  const paid = await asking.asked()
  const transaction_hash = Array.from(key, (c) => c.charCodeAt(0).toString(16)).join('')
  for (const status of ['signed', 'broadcasted', 'confirmed']) {
    await fine(asking.report(paid.request_id, { status, ...(status !== 'signed' && { transaction_hash }) }))
  }
  await fine(asking.report((await asking.asked()).request_id, { status: 'rejected' }))
  for (const more of [{}, { request_id: `canceled-${key}` }]) {
    const { request_id: canceled } = await asking.asked(more)
    await fine(asking.call('POST', `/v1/payment-requests/${canceled}/cancel`))
  }
  const late = await asking.asked()
  await changeFacts(world.database.admin, [uuidOf('pr', late.request_id)], "expires_at = now() - interval '1s'")
  const read = (id: string) => fine(asking.call('GET', `/v1/payment-requests/${id}`))
  await until(
    async () =>
      (
        await world.database.admin.query(
          "select from payment_requests where payment_request_id = $1 and status = 'expired'",
          [uuidOf('pr', late.request_id)],
        )
      ).rowCount === 1,
  )
  await fine(asking.report(late.request_id, { status: 'broadcasted', transaction_hash: `${transaction_hash}0` }))
  await Promise.all([request_id, paid.request_id, late.request_id].map(read))
  await fine(device.call('GET', `/v1/payment-requests/${paid.request_id}`))
  for (const query of ['', '?limit=10', '?status=pending']) {
    await fine(device.call('GET', `/v1/payment-requests${query}`))
    await fine(operator.call('GET', `/v1/payment-requests${query}`))
  }
  // A status that is rare: whoever looks for it along the wrong index looks at everything.
  for (const of of ['', `recipient_id=${asking.payee.recipient_id}&`, `asked_by=${asking.agent.agent_id}&`]) {
    await fine(operator.call('GET', `/v1/payment-requests?${of}status=failed`))
  }
  await fine(operator.call('GET', '/v1/merchant/overview'))
}

const authorizations = async (): Promise<void> => {
  const { request_id } = await buying.asked({ terms: newTerms() })
  await fine(buying.report(request_id, { status: 'signed' }))
  const path = `/v1/payment-requests/${request_id}/authorization`
  for (let times = 0; times < 2; times++) await fine(buying.device.call('PUT', path, { body: { sealed: 'AQ' } }))
  await fine(buying.call('GET', path))
}

const searches = async (): Promise<void> => {
  const { operator } = asking
  const word = `rare${Math.random()}`
  const { request_id } = await asking.asked({ request_id: `named-${word}` })
  for (const q of ['named', request_id, word, 'ab'.repeat(32), asking.payee.recipient_id]) {
    await fine(operator.call('GET', `/v1/merchant/search?q=${q}`))
  }
  // A word that all have beside one that few have.
  await fine(operator.call('GET', `/v1/payment-requests?q=named%20${word}`))
  await fine(operator.call('GET', '/v1/payment-requests?standing=failed'))
}

const feeds = async (): Promise<void> => {
  const page = (query: string) => fine(asking.call('GET', `/v1/payment-requests/events?${query}`))
  const { json } = await page('since=0&limit=10')
  await Promise.all(['since=0&limit=10', `since=${json.next_since}&limit=10`, 'since=3&limit=100'].map(page))
}

const automations = async (): Promise<void> => {
  const { asProject, device } = automation
  const policy = await automation.consented({ cumulative_limit: '1000' })
  const intended = await automation.intended({ amount: '1', policy_id: policy.id })
  const transaction_hash = `ab${Date.now().toString(16).padStart(14, '0')}`
  await fine(automation.report(intended.id, { status: 'approved' }))
  await fine(automation.report(intended.id, { status: 'submitted', transaction_hash }))
  await fine(automation.report(intended.id, { status: 'settled', transaction_hash }))
  const canceled = await automation.intended({ amount: '1', policy_id: policy.id })
  await fine(asProject('POST', paymentPath(canceled.id, 'cancel')))
  const expiring = await automation.intended({ amount: '1', policy_id: policy.id })
  await passTime(world, expiring)
  await until(
    async () =>
      (
        await world.database.admin.query(
          "select from agent_payments where agent_payment_id = $1 and status = 'expired'",
          [uuidOf('apy', expiring.id)],
        )
      ).rowCount === 1,
  )
  await automation.intend({ amount: '1000', policy_id: policy.id })
  const attempts = await fine(asProject('GET', '/v1/agent-payments?status=refused'))
  await fine(asProject('GET', paymentPath(`refused/${attempts.json.data.refused_attempts[0].id}`)))
  for (const ask of [asProject, device.call]) {
    await fine(ask('GET', paymentPath(intended.id)))
    await fine(ask('GET', '/v1/agent-payments'))
    await fine(ask('GET', '/v1/automation-policies'))
    await fine(ask('GET', policyPath(policy.id)))
  }
  await fine(asProject('GET', policyPath(policy.id)))
  await fine(device.call('DELETE', policyPath(policy.id)))
}

const webhooks = async (): Promise<void> => {
  const { operator } = asking
  const sent = await sendTest(operator, endpoint)
  await untilDelivery(operator, sent, ({ status }) => status === 'delivered')
  await deliveriesOf(operator)
  await deliveriesOf(operator, `webhook_endpoint_id=${endpoint}`)
  await deliveriesOf(operator, 'status=delivered')
  await deliveriesOf(operator, `about=${endpoint}`)
  await deliveriesOf(operator, 'created_from=2026-01-01T00:00:00Z&created_to=2036-01-01T00:00:00Z')
  await readEndpoint(operator, endpoint)
}

/** The push service of the example does not exist: what is sent fails, and that is kept. */
const push = async (): Promise<void> => {
  const { device } = asking
  await fine(device.call('POST', PUSH_PATH, { body: setPushSubscription.example.body }))
  await asking.asked()
  const shown = async () => (await fine(device.call('GET', DEVICE_PATH))).json.push_subscription
  await until(async () => (await shown()).failing_since !== null)
  await fine(device.call('DELETE', PUSH_PATH))
  await fine(device.call('POST', PUSH_PATH, { body: setPushSubscription.example.body }))
}

const people = async (): Promise<void> => {
  await fine(asking.call('GET', '/v1/connections/current/recipients?limit=10'))
  const { operator, device, agent } = asking
  await agentTokenOf(world, agent)
  await newConnection(world, { operator, agent })
  await newOwnAgent(world, await newDevice(world))
  const lists = ['agents', 'recipients', 'merchant-domains', 'projects', 'webhook-endpoints', 'audit-events']
  for (const list of lists) await fine(operator.call('GET', `/v1/${list}`))
  await fine(operator.call('GET', `/v1/agents/${agent.agent_id}`))
  await fine(operator.call('GET', '/v1/audit-events/entries'))
  const { audit_events } = (await operator.call('GET', '/v1/audit-events?limit=1')).json
  const { actor, action, target, occurred_at } = audit_events[0]
  for (const filter of [`actor=${actor}`, `action=${action}`, `target=${target}`, `from=${occurred_at}`])
    await fine(operator.call('GET', `/v1/audit-events?${filter}`))
  for (const list of ['connections', 'connect-invitations', 'payee-changes', `connections/${asking.connection_id}`]) {
    await fine(device.call('GET', `/v1/${list}`))
  }
}

const requestsAndFeeds = async (): Promise<void> => {
  await requests()
  await feeds()
}

const walk = async (): Promise<void> => {
  await requestsAndFeeds()
  await authorizations()
  await searches()
  await automations()
  await webhooks()
  await push()
  await people()
}

/** Creates, reads of requests, pages of feeds and the sequencer, as far as they look at the tables that grow fastest. */
const HOT = [
  /with judged as materialized/,
  /i\.payment_request_id, \(select n/,
  /e\.event_id > event_id_at\(c\.connection_id, i\.since\)/,
  /delete from events_pending/,
]
const FASTEST = ['payment_requests', 'events', 'feed_entries']
/**
 * Statements of the queue's library, two whose blocks are those of functions that they call for each row, and two that count
 * up to a limit.
 */
const LEFT_OUT = [
  /pgboss/,
  /i\.status = s\.status limit/,
  /^select count\(\*\)::int as total, false as full/,
  /^SELECT name_transaction\(/,
  /agent_payment_has_evidence\(.*payee_verified\(/s,
]

const unboundedIn = (plans: readonly Plan[], tables: ReadonlySet<string>): string => {
  const found = plans
    .filter(({ statement }) => !LEFT_OUT.some((one) => one.test(statement)))
    .flatMap((plan) =>
      growingScans(plan, tables).map((scan) => `${scan}\n    in ${plan.statement.trim().slice(0, 300)}`),
    )
  return [...new Set(found)].join('\n')
}
const hotOf = (plans: readonly Plan[]) => plans.filter(({ statement }) => HOT.some((one) => one.test(statement)))

test('while the tables are empty, the walk runs every hot statement', async () => {
  const plans = await plansDuring(walk)
  for (const hot of HOT) expect(plans.map(({ statement }) => statement)).toContainEqual(expect.stringMatching(hot))
})

test('hot statements keep the plans of empty tables, and these stay good when the tables have grown', async () => {
  grown = await grow(world.database, ROWS)
  expect([...grown]).toEqual(expect.arrayContaining([...FASTEST, 'connections', 'agent_payments']))
  expect(unboundedIn(hotOf(await plansDuring(requestsAndFeeds)), new Set(FASTEST))).toBe('')
})

test('hot statements get good plans on grown tables that nobody analysed', async () => {
  at = (await world.another()).url as string
  expect(unboundedIn(hotOf(await plansDuring(requestsAndFeeds)), new Set(FASTEST))).toBe('')
})

test('a worker analyses what grew within seconds, and then every statement has a good plan', async () => {
  await letAnalyse(world.database)
  await until(async () => (await outgrown(world.database)) === 0, 15_000)
  // A session reads the catalogues for its first call of a function: what it did only then is not the plan's.
  const first = unboundedIn(await plansDuring(walk), grown)
  expect(first && unboundedIn(await plansDuring(walk), grown)).toBe('')
})

test('a statement that looks at a whole table would be found', async () => {
  const client = new pg.Client({ connectionString: world.database.url, options: '-c search_path=pursestrings' })
  await client.connect()
  const plans = await plansDuring(async () => {
    await client.query("select from payment_requests where amount = 'none'")
    await client.query('set enable_seqscan = off')
    // An index that does not begin with what is asked for, read from end to end four times over.
    await client.query(`select from generate_series(1, 4) n cross join lateral (select from payment_requests
      where idempotency_digest = '00000000-0000-0000-0000-000000000000' and amount <> n::text offset 0) r`)
  })
  await client.end()
  // The service goes on beside it.
  const own = plans.filter(({ statement }) => statement.includes("'none'") || statement.includes('generate_series'))
  const found = own.flatMap((plan) => growingScans(plan, grown))
  expect(found).toEqual([expect.stringMatching(/^Seq Scan/), expect.stringMatching(/Index/)])
})
