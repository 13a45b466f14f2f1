/** Whatever goes wrong, a model is told what happened and what to do next; unknown is never called failed. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import type { PaymentRequest } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fate, type Passing, startProxy } from '../../sdk/test/proxy.ts'
import type { Settings } from '../src/settings.ts'
import { closed, guarded, inputOf } from '../src/tool.ts'
import { type Asking, getAsking } from './asking.ts'
import { expectRefusal, type Served, served, type TestClient, type Told } from './clients.ts'

let asking: Asking
let http: Served
let own: TestClient
let wanted: { recipient_id: string; amount: string; task_ref: string }
beforeAll(async () => {
  asking = await getAsking()
  http = await served(asking.settings)
  own = await http.client('2026-07-28')
  wanted = { recipient_id: asking.payee.recipient_id, amount: '12.5', task_ref: 'order-1' }
})
afterAll(async () => {
  await own[Symbol.asyncDispose]()
  await http[Symbol.asyncDispose]()
  await asking.place.stop()
})

/** One call to a server with other settings. */
const callAs = async (
  settings: Partial<Settings>,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Told> => {
  await using place = await served({ ...asking.settings, ...settings })
  await using client = await place.client('2026-07-28')
  return await client.call(name, input)
}

/** One call through a proxy that decides what becomes of what passes. */
const callBehind = async (fate: (passing: Passing) => Fate, name: string, input: Record<string, unknown>) => {
  await using proxy = await startProxy(asking.place.base_url, fate)
  return await callAs({ base_url: proxy.base_url }, name, input)
}

/** Of the right form, and nobody's. */
const NOBODY = 'rcp_01k0000000e008000000000000'

test.each([
  ['request_payment', { recipient_id: NOBODY, amount: '1', task_ref: 'a' }],
  ['get_payment_request', { request_id: 'pr_1' }],
  ['wait_for_payment_request', { request_id: 'pr_1' }],
  ['list_events', {}],
])('%s without a wallet asks for one', async (name, input) => {
  expectRefusal(await callAs({ connection_token: undefined }, name, input), 'not_connected')
})

test('without a wallet the state says so, and how to get one', async () => {
  const none = { connection_token: undefined }
  const { structured, isError } = await callAs(none, 'connection_status')
  expect([isError, structured.status, structured.next]).toEqual([
    false,
    'not_connected',
    expect.stringContaining('must add an agent'),
  ])
  expectRefusal(await callAs(none, 'list_recipients'), 'not_connected')
  expectRefusal(await callAs(none, 'connect_wallet', { connect_key: 'AAAA' }), 'agent_not_set_up')
})

test.each([
  [{ amount: '1e3' }],
  [{ amount: '0.00' }],
  [{ amount: '012.5' }],
  [{ amount: '9'.repeat(79) }],
  [{ recipient_id: 'Harbour Books' }],
  [{ amount: 12.5 }],
  [{ task_ref: '' }],
  [{ idempotency_key: 'mine' }],
  [{ to: 'GEVIL' }],
])('arguments that do not fit are refused: %j', async (more) => {
  const { isError, text } = await own.call('request_payment', { ...wanted, ...more })
  expect([isError, text]).toEqual([true, expect.stringContaining('Next: fix the arguments')])
})

test('payees, amounts, tasks, ids and cursors that are none', async () => {
  expectRefusal(await own.call('request_payment', { ...wanted, recipient_id: NOBODY }), 'recipient_unknown')
  expectRefusal(await own.call('request_payment', { ...wanted, amount: '0.12345678' }), 'amount_invalid')
  expectRefusal(await own.call('request_payment', { ...wanted, task_ref: '\u200b' }), 'task_ref_empty')
  expectRefusal(await own.call('get_payment_request', { request_id: 'pr_absent' }), 'resource_not_found')
  expectRefusal(await own.call('wait_for_payment_request', { request_id: 'pr_absent' }), 'resource_not_found')
  expectRefusal(await own.call('list_events', { since: 1_000_000 }), 'cursor_ahead')
  for (const id of ['..', 'events', '', ' a', 'a\u0000b', 'a'.repeat(161)]) {
    const { isError, text } = await own.call('get_payment_request', { request_id: id })
    expect([id, isError, text]).toEqual([id, true, expect.stringContaining('Next: fix')])
  }
  const read = (id: string) => own.client.readResource({ uri: `pursestrings://requests/${id}` })
  await expect(read('pr_absent')).rejects.toThrow(/resource_not_found.*\nNext: /)
  for (const id of ['a%00b', '%']) await expect(read(id)).rejects.toThrow(/request_id_invalid.*\nNext: /)
})

test('what looks like the same payment under another name is asked for only when that is meant', async () => {
  const first = await own.call('request_payment', { ...wanted, amount: '20', task_ref: 'order 7' })
  const renamed = { ...wanted, amount: '20.0', task_ref: 'Order #7' }
  const held = await own.call('request_payment', renamed)
  expectRefusal(held, 'similar_request_pending')
  expect(held.text).toContain(first.structured.request_id)
  const second = await own.call('request_payment', { ...renamed, distinct: true })
  expect([second.structured.status, second.structured.replayed]).toEqual(['pending', false])
  expect(second.structured.request_id).not.toBe(first.structured.request_id)
  expect(second.text).toContain('a different payment from one that is pending')
  await asking.wallet.paymentRequests.reportStatus(first.structured.request_id, { status: 'rejected' })
  const again = await own.call('request_payment', { ...wanted, amount: '20', task_ref: ' order\n7 ' })
  expectRefusal(again, 'similar_request_pending')
})

test('another amount for the same task is refused, and replaces what waits only when that is meant', async () => {
  const first = await own.call('request_payment', { ...wanted, amount: '5', task_ref: 'order 8' })
  const other = { ...wanted, amount: '6', task_ref: 'order 8' }
  const held = await own.call('request_payment', other)
  expectRefusal(held, 'task_conflict')
  expect(held.text).toContain(first.structured.request_id)
  const second = await own.call('request_payment', { ...other, replace: true })
  expect([second.structured.status, second.structured.replayed]).toEqual(['pending', false])
  const taken = await own.call('get_payment_request', { request_id: first.structured.request_id })
  expect(taken.structured.status).toBe('failed')
})

test('a wait that ends before the person decides still waits, and nothing is called failed', async () => {
  const { request_id } = (await own.call('request_payment', { ...wanted, amount: '31', task_ref: 'order-31' }))
    .structured
  const { isError, structured, text } = await own.call('wait_for_payment_request', { request_id, timeout_seconds: 1 })
  expect([isError, structured.outcome, structured.status]).toEqual([false, 'still_waiting', 'pending'])
  expect(text).toContain('may still be paid')
  const down = await callBehind(() => 'drop', 'wait_for_payment_request', { request_id, timeout_seconds: 1 })
  expect([down.isError, down.structured]).toEqual([
    false,
    { outcome: 'still_waiting', request_id, next: expect.any(String) },
  ])
})

test('an answer that is lost is unknown, and the same call finds what was made', async () => {
  const input = { ...wanted, amount: '41', task_ref: 'order-lost' }
  const lost = await callBehind(({ method }) => (method === 'POST' ? 'lose' : 'pass'), 'request_payment', input)
  expectRefusal(lost, 'outcome_unknown')
  expect(lost.text).not.toContain('idempotency')
  expect((await own.call('request_payment', input)).structured.replayed).toBe(true)
  expectRefusal(await callBehind(() => 'drop', 'connection_status', {}), 'service_not_reached')
})

test('facts that were changed on the way are not shown', async () => {
  const { request_id } = (await own.call('request_payment', { ...wanted, amount: '51', task_ref: 'order-51' }))
    .structured
  const { payment_request } = await asking.agent.paymentRequests.read(request_id)
  const { payment } = payment_request
  const changes: Partial<PaymentRequest>[] = [
    { payment: { ...payment, to: 'GEVIL' } },
    { payment: { ...payment, amount: '0.51' } },
    { payee: { ...payment_request.payee, domain: 'evil.test' } },
    { facts_jws: payment_request.facts_jws?.replace(/.$/, '') ?? '' },
  ]
  const told = (change: object) => {
    const body = { ok: true, payment_request: { ...payment_request, ...change } }
    const fate = ({ path }: Passing): Fate => (path.includes('/payment-requests/') ? { status: 200, body } : 'pass')
    return callBehind(fate, 'get_payment_request', { request_id })
  }
  for (const change of changes) {
    const { text, ...rest } = await told(change)
    expectRefusal({ text, ...rest }, 'facts_not_verified')
    expect(text).not.toMatch(/GEVIL|evil/)
  }
  // A link of the service is nobody's word: the one that is shown is built from the facts.
  const { text, structured } = await told({ handoff: { uri: 'web+stellar:pay?destination=GEVIL&amount=51' } })
  expect(text).not.toContain('GEVIL')
  expect(new URL(structured.hand_off_uri).searchParams.get('destination')).toBe(payment.to)
})

test('a connection that is paused or ended says what the user can do', async () => {
  const { connection_id } = (await asking.agent.connections.read('current')).connection
  await asking.wallet.connections.update(connection_id, { status: 'paused' })
  expectRefusal(
    await own.call('request_payment', { ...wanted, amount: '61', task_ref: 'order-61' }),
    'connection_paused',
  )
  expect((await own.call('connection_status')).structured.status).toBe('paused')
  await asking.wallet.connections.update(connection_id, { status: 'active' })
  await asking.wallet.connections.rotateToken(connection_id)
  const ended = await own.call('connection_status')
  expectRefusal(ended, 'credential_invalid')
  expect(ended.text).toContain('connect_wallet')
})

test('what nobody meant is an answer too, and shows nothing of the inside', async () => {
  const server = new McpServer({ name: 'broken', version: '1.0.0' })
  const input = closed({})
  const run = (): never => {
    throw new Error('svc_conn_inside')
  }
  const tool = { name: 'broken', title: '', description: '', input, output: input, annotations: {}, run }
  server.registerTool('broken', { inputSchema: inputOf(input) }, guarded(tool))
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(ours)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(theirs)
  const { isError, content } = await client.callTool({ name: 'broken', arguments: {} })
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringMatching(/internal_error.*Next: /)])
  expect(JSON.stringify(content)).not.toContain('svc_conn')
  await client.close()
})
