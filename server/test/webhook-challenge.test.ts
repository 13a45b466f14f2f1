/**
 * A challenge proves that whoever answers at a URL wants our webhooks: through HTTP, against a real HTTPS receiver.
 * The package standardwebhooks, which others use to receive, is the judge of the signature.
 */
import { randomBytes } from 'node:crypto'
import { WEBHOOKS } from '@pursestrings/contract/webhook-deliveries/webhook-events'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './call.ts'
import { act, activeEndpoint, change, newEndpoint, PATH, readEndpoint, said } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { type Answering, answerJson, challengeIn, holds } from './webhook-receiver.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
/** Two, since one has no room for so many endpoints. */
let operators: Operator[]
beforeAll(async () => {
  web = await startMerchantWeb()
  const WEBHOOK_SECRET_KEYS = `one:${randomBytes(32).toString('base64url')}`
  world = await startWorld({ ...web.settings, WEBHOOK_SECRET_KEYS })
  operators = [await newOperator(world), await newOperator(world)]
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const WRONG: Readonly<Record<string, readonly [Answering, string]>> = {
  // First, since the others run beside it.
  silence: [() => {}, 'took longer than'],
  'another challenge': [(_, r) => answerJson(r, { challenge: 'x' }), 'is not the one that was sent'],
  'the challenge and more behind it': [
    (h, r) => answerJson(r, { challenge: `${challengeIn(h)} ` }),
    'is not the one that was sent',
  ],
  'an echo of the whole message': [(h, r) => r.end(h.body), 'no JSON object with "challenge"'],
  'the bare challenge': [(h, r) => r.end(challengeIn(h)), 'no JSON'],
  'the challenge as a JSON string': [(h, r) => answerJson(r, challengeIn(h)), 'no JSON object'],
  null: [(_, r) => answerJson(r, null), 'no JSON object'],
  'a challenge in a list': [(h, r) => answerJson(r, { challenge: [challengeIn(h)] }), 'is not the one'],
  nothing: [(_, r) => r.writeHead(204).end(), 'status 204, but the body is no JSON'],
  'bytes that are no UTF-8': [(_, r) => r.end(Buffer.from([0x22, 0xff, 0x22])), 'no JSON'],
  'the challenge with status 500': [(h, r) => answerJson(r, { challenge: challengeIn(h) }, 500), 'status 500'],
  'the challenge with status 410': [(h, r) => answerJson(r, { challenge: challengeIn(h) }, 410), 'status 410'],
  'a redirect': [
    (_, r) => r.writeHead(307, { location: 'https://shop.test/webhooks' }).end(),
    'redirects are not followed',
  ],
  'a redirect inwards': [(_, r) => r.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'status 302'],
  'a closed connection': [(_, r) => r.destroy(), 'shop.test'],
  'more than is read': [(_, r) => r.end(Buffer.alloc(1024 ** 2, 'x')), 'answered with more than'],
}

test.concurrent.each(Object.keys(WRONG))('%s is no answer to a challenge, and changes nothing', async (name) => {
  const [answer, seen] = WRONG[name] as NonNullable<(typeof WRONG)[string]>
  const operator = operators[Object.keys(WRONG).indexOf(name) % operators.length] as Operator
  const { path, url } = web.webhooks.place(answer)
  const { webhook_endpoint_id: id } = await newEndpoint(operator, { url })
  const before = await readEndpoint(operator, id)
  const refused = await act(operator, id, 'verify')
  expect(said(refused)).toEqual([422, 'webhook_challenge_failed'])
  expect(refused.json.error.seen).toContain(seen)
  expect(refused.json.error.message).toContain(refused.json.error.seen)
  expect(refused.text).not.toContain(challengeIn(web.webhooks.lastAt(path)))
  expect(await readEndpoint(operator, id)).toEqual(before)
})

test('a host without an address, or at one that may not be called, is no answer either, and hears nothing', async () => {
  const operator = await newOperator(world)
  const { webhook_endpoint_id: nowhere } = await newEndpoint(operator, { url: 'https://nowhere.test/' })
  expect((await act(operator, nowhere, 'verify')).json.error).toMatchObject({
    code: 'webhook_challenge_failed',
    seen: 'nowhere.test has no address: nxdomain',
  })
  const { path } = web.webhooks.place()
  const { webhook_endpoint_id: inward } = await newEndpoint(operator, { url: `https://books.test${path}` })
  const strict = (await world.another({ OUTBOUND_LOOPBACK: '' })) as { url: string }
  const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
  const refused = await call(strict.url, 'POST', `${PATH}/${inward}/verify`, { headers })
  expect(refused.json.error).toMatchObject({
    code: 'webhook_challenge_failed',
    seen: 'books.test is not at an address that may be called',
  })
  expect(web.webhooks.lastAt(path)).toBeUndefined()
})

test('an endpoint that is changed while it is asked does not become active', async () => {
  const operator = await newOperator(world)
  let id = ''
  const { url } = web.webhooks.place(async (heard, response) => {
    await change(operator, id, { status: 'disabled', version: 1 })
    answerJson(response, { challenge: challengeIn(heard) })
  })
  id = (await newEndpoint(operator, { url })).webhook_endpoint_id
  const refused = await act(operator, id, 'verify')
  expect([...said(refused), refused.json.error.seen]).toEqual([
    422,
    'webhook_challenge_failed',
    'the endpoint was changed while it was asked',
  ])
  expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', version: 2 })
})

test('a challenge is signed over its exact bytes, fits its schema, and every other secret and changed byte is refused', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id, secret } = await activeEndpoint(operator, { url })
  const heard = web.webhooks.lastAt(path)
  const message = JSON.parse(heard.body)
  expect([...Compile(WEBHOOKS.webhook_endpoint_challenge).Errors(message)]).toEqual([])
  expect(message).toMatchObject({ type: 'webhook_endpoint.challenge', data: { webhook_endpoint_id } })
  expect(heard.headers).toMatchObject({
    'webhook-id': expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    'content-type': 'application/json',
  })
  expect(holds(secret, heard)).toBe(true)
  expect(holds((await newEndpoint(operator)).secret, heard)).toBe(false)
  expect(holds(secret, { ...heard, body: `${heard.body} ` })).toBe(false)
  const { headers } = heard
  expect(holds(secret, { ...heard, headers: { ...headers, 'webhook-id': `${headers['webhook-id']}0` } })).toBe(false)
  const later = String(Number(headers['webhook-timestamp']) + 1)
  expect(holds(secret, { ...heard, headers: { ...headers, 'webhook-timestamp': later } })).toBe(false)
  await act(operator, webhook_endpoint_id, 'verify')
  expect(challengeIn(web.webhooks.lastAt(path))).not.toBe(message.data.challenge)
})
