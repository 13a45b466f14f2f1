/** Payees on sight, asked for by somebody who means harm: how much they cost, which hosts they name, what resolvers say. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from './call.ts'
import { newConnection, said } from './connection.ts'
import { type Facts, type Listings, newFacts, SHOP, startListings } from './listings.ts'
import { newOperator } from './operator.ts'
import { proveHost } from './payee.ts'
import type { World } from './world.ts'

let stage: Listings
let world: World
beforeAll(async () => {
  stage = await startListings()
  world = stage.world
})
afterAll(() => stage.stop())
beforeEach(() => {
  stage.reads = 0
})

test('twenty looks a day for new payees: listed or not, beyond them 429; those that are known stay free', async () => {
  const service = await world.another({ RATE_LIMIT_SCALE: '1' })
  const crowd = await newOperator(world, 'Quay Records')
  await proveHost(stage.web, crowd, 'quay.test')
  const who = await newConnection(world, { operator: crowd })
  const from = (facts: Facts) =>
    call(service.url as string, 'POST', '/v1/payees/resolve', {
      body: { domain: SHOP, ...facts },
      headers: { authorization: `Bearer ${who.connection_token}` },
    })
  const known = newFacts()
  stage.shows(known)
  expect(said(await from(known))).toEqual([200])
  const answers: unknown[] = []
  for (let i = 0; i < 20; i++) answers.push(said(await from(newFacts())))
  expect(answers.slice(0, 19)).toEqual(Array.from({ length: 19 }, () => [422, 'payee_not_listed']))
  expect(answers[19]).toEqual([429, 'rate_limited'])
  stage.reads = 0
  const refused = await from(newFacts())
  expect(said(refused)).toEqual([429, 'rate_limited'])
  expect(refused.json.error.retry_after).toBeGreaterThan(80_000)
  expect(Number(refused.headers.get('retry-after'))).toBe(refused.json.error.retry_after)
  expect(stage.reads).toBe(0)
  expect(said(await from(known))).toEqual([200])
})

test.each([
  ['a path', 'books.test/alice'],
  ['a port', 'books.test:8443'],
  ['a dot at the end', 'books.test.'],
  ['an address', '127.0.0.1'],
  ['a suffix under which others register', 'github.io'],
  ['a wildcard', '*.books.test'],
  ['a name without a suffix', 'localhost'],
])('a domain that is %s is refused before anybody looks', async (_what, domain) => {
  expect(said(await stage.resolve(newFacts(), { domain }))).toEqual([422, 'domain_invalid'])
  expect(stage.reads).toBe(0)
})

test('letters that look like others are shown as the host that they are', async () => {
  // A Cyrillic o: another host, which lists nothing.
  const refused = await stage.resolve(newFacts(), { domain: 'b\u043eoks.test' })
  expect(said(refused)).toEqual([422, 'payee_not_listed'])
  expect(refused.json.error.message).toContain('xn--')
})

test('a record in DNS counts only where every resolver has it', async () => {
  const facts = newFacts()
  stage.shows()
  await stage.web.publish({ [`_svc-recipient.${SHOP}`]: `svc-recipient=stellar_testnet:${facts['address']}` }, 'first')
  expect(said(await stage.resolve(facts))).toEqual([422, 'payee_not_listed'])
  await stage.web.publish({ [`_svc-recipient.${SHOP}`]: `svc-recipient=stellar_testnet:${facts['address']}` })
  expect((await stage.resolve(facts)).json.evidence.found_in).toBe('dns')
  await stage.web.publish({})
})

test('a host at an address inside is not read, whatever it lists', async () => {
  const { OUTBOUND_LOOPBACK = '' } = stage.web.settings
  const but_quay = OUTBOUND_LOOPBACK.split(',').filter((one) => !one.startsWith('quay.test'))
  const service = await world.another({ OUTBOUND_LOOPBACK: but_quay.join(',') })
  const facts = newFacts()
  stage.web.files.set('quay.test/.well-known/svc-recipients.json', JSON.stringify({ recipients: [facts] }))
  const refused = await call(service.url as string, 'POST', '/v1/payees/resolve', {
    body: { domain: 'quay.test', ...facts },
    headers: { authorization: `Bearer ${stage.agent.connection_token}` },
  })
  expect(said(refused)).toEqual([422, 'payee_not_listed'])
  expect(refused.json.error.seen[0]).toContain('is not at an address that may be called')
})

test('a domain that lists somebody else’s address gains nothing: the address is paid, and the payment bound to its request', async () => {
  const theirs = newFacts()
  stage.shows(theirs)
  const found = (await stage.resolve(theirs)).json
  stage.web.files.set('quay.test/.well-known/svc-recipients.json', JSON.stringify({ recipients: [theirs] }))
  const thief = (await stage.resolve(theirs, { domain: 'quay.test' })).json
  expect(thief.recipient_id).not.toBe(found.recipient_id)
  const facts = JSON.parse(thief.evidence.document)
  expect([facts.facts.address, facts.finding.domain]).toEqual([theirs['address'], 'quay.test'])
  const read = await stage.operator.call(
    'GET',
    `/v1/recipients/${thief.recipient_id}/versions/${thief.recipient_version_id}`,
  )
  // Whoever pays shows which request it is for.
  expect(read.json.recipient_version).toMatchObject({ address: theirs['address'], reference: 'memo_hash' })
})

test('nothing that the agent sends names the payee', async () => {
  const facts = newFacts()
  stage.shows({ ...facts, name: 'Your bank' })
  expect(said(await stage.resolve(facts, { name: 'Your bank' }))).toEqual([422, 'unknown_field'])
  const { recipient_id } = (await stage.resolve(facts)).json
  expect((await stage.operator.call('GET', `/v1/recipients/${recipient_id}`)).json.recipient.name).toBe(SHOP)
})
