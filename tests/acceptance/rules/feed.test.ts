import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentClient, type PaymentEvent } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { newReady, refused } from '../stage.ts'
import type { Ready } from '../steps/ready.ts'

const COUNT = 6

/** Creates and rejects in turn: two events for each. */
const makeEvents = async ({ ask, wallet }: Ready): Promise<void> => {
  for (let i = 0; i < COUNT / 2; i++) {
    const { request_id } = (await ask(`event-${i}`)).payment_request
    await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  }
}
const expected = Array.from({ length: COUNT }, (_, i) => i + 1)

test('a cursor beyond the end of the feed is refused, and told where the end is', async () => {
  const { agent } = await newReady()
  const { details } = await refused(agent.events.list({ since: 1 }), 'cursor_ahead', 422)
  assert.equal(details['last_cursor'], 0)
})

test('by long poll the feed has every event once, in order, without gaps, as they happen', async () => {
  const ready = await newReady()
  const seen: PaymentEvent[] = []
  const reading = (async () => {
    for (let since = 0; seen.length < COUNT; ) {
      const { events, next_since } = await ready.agent.events.list({ since, wait: 20, limit: 2 })
      seen.push(...events)
      since = next_since
    }
  })()
  await makeEvents(ready)
  await reading
  assert.deepEqual(
    seen.map(({ cursor }) => cursor),
    expected,
  )
  assert.equal(new Set(seen.map(({ event_id }) => event_id)).size, COUNT)
  const { events } = await ready.agent.events.list({ since: 0 })
  assert.deepEqual(events, seen)
})

/** The first `count` events of the stream after `since`. */
const streamed = async (connection_token: string, since: number, count: number): Promise<readonly PaymentEvent[]> => {
  const over = new AbortController()
  const answer = await fetch(`${thePlace().base_url}/v1/payment-requests/events?since=${since}`, {
    headers: { authorization: `Bearer ${connection_token}`, accept: 'text/event-stream' },
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(30_000)]),
  })
  assert.ok(answer.body && answer.headers.get('content-type')?.startsWith('text/event-stream'))
  let text = ''
  const seen: PaymentEvent[] = []
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const [, id, data = ''] of blocks.map((block) => /^id: ?(.*)$[^]*^data: ?(.*)$/m.exec(block) ?? [])) {
      if (id === undefined) continue
      const event = JSON.parse(data) as PaymentEvent
      assert.equal(Number(id), event.cursor)
      seen.push(event)
    }
    if (seen.length >= count) break
  }
  over.abort()
  return seen
}

test('as a stream the feed has the same events, and goes on after the last one seen', async () => {
  const ready = await newReady()
  const { connection_token } = await ready.wallet.connections.rotateToken(ready.connection_id)
  ready.agent.useConnection(connection_token)
  const reading = streamed(connection_token, 0, COUNT)
  await makeEvents(ready)
  const agent = createAgentClient({ base_url: thePlace().base_url, connection_token })
  const { events } = await agent.events.list({ since: 0 })
  assert.deepEqual(await reading, events)
  assert.deepEqual(
    (await streamed(connection_token, 4, COUNT - 4)).map(({ cursor }) => cursor),
    [5, 6],
  )
})

test('the merchant lists what its agents asked for, page by page and one by one', async () => {
  const { merchant, ask } = await newReady()
  const asked: string[] = []
  for (let i = 0; i < 5; i++) asked.push((await ask(`listed-${i}`)).payment_request.request_id)
  const list = merchant.paymentRequests.list({ limit: 2 })
  const { data, response, request_id } = await list.page().withResponse()
  assert.deepEqual([data.payment_requests.length, response.status], [2, 200])
  assert.ok(request_id)
  const seen: string[] = []
  for await (const one of list) seen.push(one.request_id)
  assert.equal(new Set(seen).size, seen.length)
  // Newest first.
  assert.deepEqual(seen.slice(0, 5), asked.toReversed())
  assert.equal((await list.toArray({ limit: 3 })).length, 3)
})
