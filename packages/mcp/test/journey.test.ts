/** A model asks for a payment and learns how it ended: over stdio and HTTP, in both eras, with the official client. */
import { SECRET_PATTERN } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { reportUpTo } from '../../../tests/acceptance/steps/wallet.ts'
import { type Asking, getAsking, WALLET_URL } from './asking.ts'
import { answering, ERAS, type Era, overStdio, type Served, said, served, type TestClient } from './clients.ts'

const TOOLS = [
  'list_recipients',
  'request_payment',
  'get_payment_request',
  'wait_for_payment_request',
  'list_events',
  'connect_wallet',
  'connection_status',
]
const URL_MODE = { capabilities: { elicitation: { url: {} } } }

let asking: Asking
let http: Served
beforeAll(async () => {
  asking = await getAsking()
  http = await served(asking.settings)
})
afterAll(async () => {
  await http[Symbol.asyncDispose]()
  await asking.place.stop()
})

const WAYS = Object.keys(ERAS).flatMap((era) => [
  { era: era as Era, over: 'stdio' as const },
  { era: era as Era, over: 'http' as const },
])

describe.each(WAYS)('over $over in $era', ({ era, over }) => {
  let own: TestClient
  beforeAll(async () => {
    own = over === 'stdio' ? await overStdio(era, asking.env, URL_MODE) : await http.client(era, URL_MODE)
  })
  afterAll(() => own[Symbol.asyncDispose]())

  test('there are seven tools, none of which approves; each says what it does and returns', async () => {
    const { tools } = await own.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS)
    for (const { annotations, inputSchema, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ destructiveHint: false, readOnlyHint: expect.any(Boolean) })
      expect([inputSchema.additionalProperties, outputSchema?.type]).toEqual([false, 'object'])
      expect(description?.length).toBeGreaterThan(40)
    }
    expect(own.client.getNegotiatedProtocolVersion()).toBe(era)
  })

  test('asked once however often, approved in the wallet, and never called paid on its word', async () => {
    const { recipient_id, address } = asking.payee
    const { recipients } = (await own.call('list_recipients')).structured
    expect(recipients.map((one: { recipient_id: string }) => one.recipient_id)).toEqual([recipient_id])
    const since = await asking.agent.events.latest()
    const wanted = { recipient_id, amount: '12.5', task_ref: `order-${era}-${over}` }
    const shown: string[] = []
    answering(own, ({ url, mode }) => {
      shown.push(`${String(mode)} ${String(url)}`)
      return { action: 'accept' }
    })
    const asked = await own.call('request_payment', { ...wanted, purpose: 'Two books' })
    expect(asked.isError).toBe(false)
    expect(asked.text).toContain('Waiting for the user to approve it in their wallet; nothing is paid yet.')
    const { request_id, status, facts, approval_url, hand_off_uri } = asked.structured
    expect([status, facts.amount, facts.asset, facts.to, facts.payee_domain]).toEqual([
      'pending',
      '12.5',
      'XLM',
      address,
      'shop.test',
    ])
    // Over HTTP, the older era has no way to ask the user; the way to the wallet is told in words.
    const elicits = over === 'stdio' || era === '2026-07-28'
    expect(approval_url).toBe(`${WALLET_URL}/approve#${request_id}`)
    expect(shown).toEqual(elicits ? [`url ${approval_url}`] : [])
    expect(asked.text).toContain(`: ${approval_url}\n`)
    expect(asked.text).toContain(hand_off_uri)
    expect(asked.text).toContain('Give the user the link approval_url')

    const again = await own.call('request_payment', { ...wanted, amount: '12.50', purpose: 'The books, as said' })
    expect([again.structured.request_id, again.structured.replayed]).toEqual([request_id, true])
    expect(shown.length).toBe(elicits ? 1 : 0)

    const waiting = own.call('wait_for_payment_request', { request_id })
    const { facts: reviewed } = await asking.wallet.review(request_id)
    expect(reviewed.payment.to).toBe(facts.to)
    await reportUpTo(asking.wallet, request_id, 'confirmed')
    const { structured, text } = await waiting
    expect([structured.outcome, structured.status, structured.assurance]).toEqual([
      'reported',
      'confirmed',
      'wallet_reported',
    ])
    expect(text).toContain("Don't call it paid.")

    const { events, next_since } = (await own.call('list_events', { since })).structured
    expect(events.map((one: { status: string }) => one.status)).toEqual([
      'pending',
      'signed',
      'broadcasted',
      'confirmed',
    ])
    expect(next_since).toBe(since + 4)
    const read = await own.client.readResource({ uri: `pursestrings://requests/${request_id}` })
    expect(JSON.parse((read.contents[0] as { text: string }).text)).toMatchObject({
      request_id,
      facts,
      status: 'confirmed',
    })
  })

  test('the guide, the prompt and the state of the connection are there', async () => {
    const { contents } = await own.client.readResource({ uri: 'pursestrings://guide' })
    expect((contents[0] as { text: string }).text).toContain('request_payment')
    const given = { payee: 'Harbour "Books"\n\u202e', amount: '1', task_ref: 'order-1' }
    const { messages } = await own.client.getPrompt({ name: 'request_payment', arguments: given })
    const [text] = messages.map(({ content }) => (content.type === 'text' ? content.text : ''))
    expect(text).toContain('"Harbour \\"Books\\"\\n\\u202e"')
    const { structured } = await own.call('connection_status')
    expect([structured.status, structured.scopes]).toEqual([
      'active',
      expect.arrayContaining(['payment.requests.create']),
    ])
    expect(own.client.getInstructions()).toContain('never pays')
  })

  test('a user who does not open the wallet has decided nothing', async () => {
    answering(own, () => ({ action: 'decline' }))
    const wanted = {
      recipient_id: asking.payee.recipient_id,
      amount: '3',
      task_ref: `declined-${era}-${over}`,
      distinct: true,
    }
    const { structured, isError, text } = await own.call('request_payment', wanted)
    expect([isError, structured.status]).toEqual([false, 'pending'])
    expect(text.includes("didn't open their wallet")).toBe(over === 'stdio' || era === '2026-07-28')
    await asking.wallet.paymentRequests.reportStatus(structured.request_id, { status: 'rejected', reason: 'not mine' })
    await until(
      async () =>
        (await own.call('get_payment_request', { request_id: structured.request_id })).structured.status === 'rejected',
    )
  })
})

describe.each(Object.keys(ERAS) as Era[])('a client without URL elicitation in %s', (era) => {
  test.each([{}, { elicitation: {} }, { elicitation: { form: {} } }])(
    'that declares %j is told the link in words',
    async (capabilities) => {
      await using own = await overStdio(era, asking.env, { capabilities })
      const task_ref = `words-${era}-${JSON.stringify(capabilities)}`
      const { recipient_id } = asking.payee
      answering(own, () => ({ action: 'accept' }))
      const asked = await own.call('request_payment', { recipient_id, amount: '4', task_ref, distinct: true })
      const { request_id, approval_url, next } = asked.structured
      expect([asked.isError, approval_url]).toEqual([false, `${WALLET_URL}/approve#${request_id}`])
      expect(asked.text).toContain(`Link for the user, who approves or rejects there (approval_url): ${approval_url}\n`)
      expect(next).toMatch(/^Give the user the link approval_url.* wait_for_payment_request with this request_id/)
      expect(asked.text).not.toContain('agreed to open')

      const waited = await own.call('wait_for_payment_request', { request_id, timeout_seconds: 1 })
      expect([waited.structured.outcome, waited.structured.approval_url]).toEqual(['still_waiting', approval_url])
      expect(waited.structured.next).toContain('wait_for_payment_request again with the same request_id')

      await asking.wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
      await until(async () => {
        const ended = await own.call('get_payment_request', { request_id })
        return ended.structured.status === 'rejected' && !ended.text.includes('/approve#')
      })
    },
  )
})

test('no service chooses where the user is led: without an address of its own, the server offers another Stellar wallet', async () => {
  await using lying = await served({ ...asking.settings, wallet_url: undefined })
  await using own = await lying.client('2026-07-28', URL_MODE)
  const shown: unknown[] = []
  answering(own, ({ url }) => {
    shown.push(url)
    return { action: 'accept' }
  })
  const { recipient_id } = asking.payee
  const asked = await own.call('request_payment', { recipient_id, amount: '5', task_ref: 'no wallet', distinct: true })
  expect(asked.structured.approval_url).toBeUndefined()
  expect(shown).toEqual([asked.structured.hand_off_uri])
  expect(asked.text).toContain('The user agreed to open their wallet. That approves nothing')
  expect(asked.structured.status).toBe('pending')
})

test('nothing that was said holds a secret', () => {
  const all = said.join('\n')
  expect(said.length).toBeGreaterThan(30)
  expect(all.match(new RegExp(SECRET_PATTERN, 'g'))).toBeNull()
  expect(all).not.toContain(asking.connection_token)
})
