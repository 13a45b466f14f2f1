/**
 * A backup is restored: what the mirror knows keeps the database from being served, until an operator opens it as a new epoch.
 * From then on nothing that was handed out for a short time counts, no cursor comes twice, and what was revoked stays revoked.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { createEgress } from '../src/platform/egress/create-egress.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { receiptSignerOf } from '../src/transparency/facts-keys/facts-keys.ts'
import { headReaderOf } from '../src/transparency/restore/service-head.ts'
import { type HeadWriter, writeServiceHead } from '../src/transparency/restore/write-service-head.ts'
import { agentTokenOf, assertionOf, exchange, newAgent, opensAsAgent } from './agent.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, bearing, newConnection, newConnectKey, newInvitation, said, startPairing } from './connection.ts'
import { activeEndpoint, answerJson, challengeIn } from './deliveries.ts'
import { newDevice } from './device.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { follow } from './events-reader.ts'
import { grantFor, linkFor, newMember, type Operator } from './operator.ts'
import { newApiKey, newMerchantKey, revokeKey, revokeMerchantKey } from './project.ts'
import { restorable } from './restorable.ts'
import { until } from './until.ts'

const JUMP = 1_000_000
const seed = () => randomBytes(32).toString('base64url')
const folder = mkdtempSync(join(tmpdir(), 'pursestrings-mirror-'))
const RECEIPT_KEYS = `receipts:${seed()}`
const BY = ['--actor', 'support', '--reason', 'the disk died']

let feed: FeedWorld
let automation: Automation
let operator: Operator
let server: { headers: Record<string, string> }
let old: Awaited<ReturnType<typeof makeBefore>>
/** Of each feed: the last cursor that the backup has, and the last that its reader has seen. */
const ends = new Map<string, { kept: number; seen: number }>()
let hooked: string
let heard_before: number
let signed_before: string

const admin = (...words: string[]) => runAdmin(readConfig(feed.world.settings), words)
const sql = async (text: string) => (await feed.world.database.admin.query(text)).rows
const sequenced = () => until(async () => (await sql('select from events_pending')).length === 0)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const feeds = () => [
  ['connection', '/v1/payment-requests/events', bearer(automation.connection_token)] as const,
  ['merchant', '/v1/events', server.headers] as const,
  ['wallet', '/v1/events', bearer(automation.device.token)] as const,
  ['project', '/v1/events', automation.api_key] as const,
]
const get = async (path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await feed.world.call('GET', path, { headers })
  return { ...answer, json: answer.json.data ?? answer.json } as Answer
}
const endOf = async (path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  (await get(`${path}?limit=500`, headers)).json.next_since
const detailsOf = ({ json: { error } }: Answer) => error.details ?? error
const heardNow = () => feed.web.webhooks.heard.filter((one) => one.path === hooked).length
const headNow = () =>
  JSON.parse(
    Buffer.from(readFileSync(join(folder, 'service/head'), 'utf8').split('.')[1] ?? '', 'base64url').toString(),
  )

const makeBefore = async () => {
  const { world } = feed
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const credential = await newAgent(operator)
  return {
    agent,
    credential,
    credential_token: await agentTokenOf(world, credential),
    agent_token: await agentTokenOf(world, agent),
    connection: await newConnection(world, { operator }),
    device: await newDevice(world),
    member: await newMember(world, operator, 'admin'),
    merchant_key: await newMerchantKey(operator, ['payment_requests:read']),
    api_key: await newApiKey(operator),
    invitation: await newInvitation(world, {
      asAgent: bearing(world, await agentTokenOf(world, agent)),
      device: await newDevice(world),
    }),
    pairing: await startPairing(bearing(world, await agentTokenOf(world, agent))),
    link: await linkFor(world, operator.email),
    grant: (await grantFor(world, operator.email)).grant,
    connect_key: await newConnectKey(automation.device),
  }
}

const doAfter = async () => {
  await feed.create(automation, 3)
  await automation.intended()
  expect((await operator.call('DELETE', `/v1/connections/${old.connection.connection_id}`)).status).toBe(200)
  expect((await old.device.call('DELETE', '/v1/app-devices/current')).status).toBe(200)
  expect((await operator.call('DELETE', `/v1/members/${old.member.member_id}`)).status).toBe(200)
  expect((await revokeMerchantKey(operator, old.merchant_key)).status).toBe(200)
  expect((await revokeKey(operator, old.api_key)).status).toBe(200)
  const { agent_id, credential_id } = old.credential
  expect((await operator.call('DELETE', `/v1/agents/${agent_id}/credentials/${credential_id}`)).status).toBe(200)
  // Of something that the backup does not know: there is nothing to revoke again.
  const unknown = await newMerchantKey(operator)
  expect((await revokeMerchantKey(operator, unknown)).status).toBe(200)
}

beforeAll(async () => {
  const settings = { FACTS_KEYS: `facts:${seed()}`, WEBHOOK_SECRET_KEYS: `seal:${seed()}`, NATS_URL: '' }
  feed = await startFeedWorld({ ...settings, RECEIPT_KEYS, LOG_MIRROR: folder })
  operator = feed.operator
  automation = await newAutomation(feed.world, feed.web, { operator, payee: feed.payee })
  server = await newMerchantKey(operator, ['payment_requests:read'])
  // Once proven, the receiver is down: its deliveries wait, in the backup too.
  let down = false
  const { path, url } = feed.web.webhooks.place((heard, response) =>
    down ? response.writeHead(503).end() : answerJson(response, { challenge: challengeIn(heard) }),
  )
  hooked = path
  await activeEndpoint(operator, { url })
  down = true
  await automation.consented()
  await automation.intended()
  await feed.create(automation, 2)
  old = await makeBefore()
  await sequenced()
  await until(
    async () => (await sql("select from webhook_deliveries where attempts > 0 and status = 'pending'")).length > 0,
  )
  for (const [whose, place, headers] of feeds()) ends.set(whose, { kept: await endOf(place, headers), seen: 0 })
  const { backUp, restore } = restorable(feed.world)
  await backUp()
  await until(async () => (await get('/v1/events', server.headers)).status === 200)
  await doAfter()
  await sequenced()
  for (const [whose, place, headers] of feeds()) {
    ends.set(whose, { kept: ends.get(whose)?.kept ?? 0, seen: await endOf(place, headers) })
  }
  // Another worker: its first turn writes a head with what was revoked.
  const second = await feed.world.another()
  await until(async () => (await sql('select from service_revocations')).length === 0)
  await second.stop()
  await restore()
}, 180_000)
afterAll(async () => {
  await feed.stop()
  rmSync(folder, { recursive: true })
})

test('a process whose database is behind the mirror does not start, and one that runs is not ready', async () => {
  await expect(feed.world.another()).rejects.toThrow(/behind LOG_MIRROR.*pursestrings-server admin restore open/)
  const readiness = async () => (await feed.world.call('GET', '/ready')).status
  await until(async () => (await readiness()) === 503, 30_000).catch(() => {})
  expect(await readiness()).toBe(503)
  expect((await feed.world.call('GET', '/ready')).json.error.message).toContain('admin restore open')
  const { number } = headNow()
  // A worker that still runs must not write over what the mirror knows.
  const config = readConfig(feed.world.settings)
  const { mirror: https } = await createEgress(config)
  const writer = { ...headReaderOf(config, https), sign: receiptSignerOf(config.RECEIPT_KEYS), now: () => new Date() }
  const transactions = transactionsOn(feed.world.database.admin)
  await expect(writeServiceHead({ ...(writer as Omit<HeadWriter, 'transactions'>), transactions })).rejects.toThrow(
    'this database is behind',
  )
  expect(headNow().number).toBe(number)
})

test('a head that nobody signed is not believed, and a folder that is not there is a fault', async () => {
  const path = join(folder, 'service/head')
  const kept = readFileSync(path, 'utf8')
  const [header, , signature] = kept.split('.')
  const forged = Buffer.from(JSON.stringify({ ...headNow(), number: 0 })).toString('base64url')
  writeFileSync(path, `${header}.${forged}.${signature}`)
  await expect(feed.world.another()).rejects.toThrow('is not signed by one of RECEIPT_KEYS')
  await expect(admin('restore', 'open', ...BY)).rejects.toThrow('is not signed by one of RECEIPT_KEYS')
  writeFileSync(path, kept)
  await expect(feed.world.another({ LOG_MIRROR: join(folder, 'none') })).rejects.toThrow('LOG_MIRROR is not a folder')
})

test('opening tells first what it would do, and needs a name, a reason and the epoch', async () => {
  await expect(admin('restore', 'open')).rejects.toThrow('--actor must name you')
  await expect(admin('restore', 'close', ...BY)).rejects.toThrow('usage')
  const planned = await admin('restore', 'open', ...BY)
  expect(planned).toMatch(/^would begin epoch 2: the mirror knows head \d+ of epoch 1, .*; 7 revocations to redo/)
  await expect(admin('restore', 'open', ...BY, '--confirm', '7')).rejects.toThrow('--confirm must be 2')
  const listed = headNow()
  const place = join(folder, `service/heads/${listed.revocations.length > 0 ? listed.number : listed.previous}`)
  const kept = readFileSync(place)
  rmSync(place)
  if (listed.revocations.length === 0) {
    await expect(admin('restore', 'open', ...BY)).rejects.toThrow("what it lists can't be revoked again")
  }
  writeFileSync(place, kept)
})

describe('once it is opened', () => {
  let opened: string
  beforeAll(async () => {
    await sql("update webhook_due set state = 'waiting', holder = null, due_at = now() + interval '1 day'")
    heard_before = heardNow()
    signed_before = assertionOf(old.agent)
    opened = await admin('restore', 'open', ...BY, '--confirm', '2')
    const service = await feed.world.another()
    await until(async () => (await feed.world.call('GET', '/ready')).status === 200)
    await until(() => headNow().epoch === 2)
    await service.stop()
    const [, path, headers] = feeds()[0] as ReturnType<typeof feeds>[number]
    await until(async () => (await get(`${path}?since=latest`, headers)).json.epoch === 2)
  })

  test('it says what was done', () => {
    expect(opened).toMatch(
      /^epoch 2 has begun: \d+ sessions ended, 7 revocations redone, [1-9]\d* deliveries and \d+ jobs due/,
    )
  })

  test('an assertion from before is refused, since nobody knows whether it was used; a new one is taken', async () => {
    expect(said(await exchange(feed.world, signed_before))).toEqual([401, 'assertion_clock_skew'])
    expect((await exchange(feed.world, assertionOf(old.agent))).status).toBe(200)
  })

  test('sessions, links, grants, pairings and short tokens are dead', async () => {
    const { world } = feed
    expect(said(await operator.call('GET', '/v1/merchant-sessions/current'))[0]).toBe(401)
    const verified = await world.call('POST', '/v1/merchant-accounts/email-verifications', {
      body: { token: old.link },
    })
    expect(verified.status).toBeGreaterThanOrEqual(400)
    const session = await world.call('POST', '/v1/merchant-sessions', { body: { grant: old.grant } })
    expect(session.status).toBeGreaterThanOrEqual(400)
    expect(await opensAsAgent(world, old.agent_token)).toBe(false)
    const { id, asClaimant } = old.invitation
    expect(said(await asClaimant('GET', `/v1/connect-invitations/${id}`))).toEqual([401, 'credential_invalid'])
    const agent = bearing(world, await agentTokenOf(world, old.agent))
    const paired = await agent('GET', `/v1/pairing/sessions/${old.pairing.pairing_session_id}`)
    expect(paired.json.pairing_session?.status ?? paired.json.error.code).toMatch(/expired/)
    const claimed = await agent('POST', '/v1/connect-invitations/claim', {
      body: { connect_key: old.connect_key, scopes: ['payment.requests.read'] },
    })
    expect(said(claimed)[1]).toBe('connect_key_unknown')
  })

  test('a cursor that the backup does not have is told so in every feed, by poll and as a stream', async () => {
    for (const [whose, path, headers] of feeds()) {
      const { kept, seen } = ends.get(whose) ?? { kept: 0, seen: 0 }
      expect([whose, seen > kept]).toEqual([whose, true])
      const reset = await get(`${path}?since=${seen}`, headers)
      expect([reset.status, reset.json.error.code]).toEqual([410, 'cursor_reset'])
      expect(detailsOf(reset)).toMatchObject({ resume_from: kept, epoch: 2 })
      const stream = await follow(feed.world.url, '', { path, headers, since: seen })
      expect([stream.status, JSON.stringify(stream.refused)]).toEqual([410, expect.stringContaining('cursor_reset')])
      // What the reader had seen and the backup has, too, goes on as if nothing had happened.
      const page = await get(`${path}?since=${kept}`, headers)
      expect([page.status, page.json.epoch]).toEqual([200, 2])
      const ahead = await get(`${path}?since=${9 * JUMP}`, headers)
      expect(ahead.json.error.code).toBe('cursor_ahead')
      expect(detailsOf(ahead).last_cursor).toBeGreaterThanOrEqual(kept)
      const latest = await get(`${path}?since=latest`, headers)
      expect(latest.json).toMatchObject({ events: [], next_since: detailsOf(ahead).last_cursor })
    }
  })

  test('what comes next has cursors and ids that nobody has seen, and follows from where the reader is sent', async () => {
    await feed.create(automation, 1)
    await automation.asProject('POST', paymentPath((await automation.intended()).id, 'cancel'))
    await sequenced()
    for (const [whose, path, headers] of feeds()) {
      const { kept } = ends.get(whose) ?? { kept: 0 }
      const { json } = await get(`${path}?since=${kept}&limit=500`, headers)
      expect([whose, json.events[0].cursor]).toEqual([whose, kept + JUMP + 1])
      const cursors = json.events.map((event: { cursor: number }) => event.cursor)
      expect(cursors).toEqual(cursors.map((_: number, i: number) => kept + JUMP + 1 + i))
      const stream = await follow(feed.world.url, '', { path, headers, since: kept })
      await until(() => stream.events.length >= cursors.length)
      expect([stream.epochs, stream.events[0]?.cursor]).toEqual([[2], kept + JUMP + 1])
      stream.close()
    }
  })

  test('what was revoked after the backup is revoked again, and told', async () => {
    const { world } = feed
    expect(said(await old.connection.call('GET', '/v1/connections/current'))).toEqual([403, 'connection_revoked'])
    expect(said(await old.device.call('GET', '/v1/app-devices/current'))).toEqual([401, 'credential_invalid'])
    expect(said(await get('/v1/events', old.merchant_key.headers))[0]).toBe(401)
    expect(said(await get('/v1/events', old.api_key.headers))[0]).toBe(401)
    expect(said(await exchange(world, assertionOf(old.credential)))[1]).toBe('credential_revoked')
    const { merchant_choices } = await grantFor(world, old.member.email)
    expect(merchant_choices).toEqual([])
    const events = await get('/v1/events?limit=500', server.headers)
    const about = events.json.events.filter((event: { type: string }) => event.type === 'connection.revoked')
    expect(about.map((event: { data: { connection_id: string } }) => event.data.connection_id)).toEqual([
      old.connection.connection_id,
    ])
    const actors = await sql(
      "select action, actor, details from audit_events where actor = 'operator:support' order by 1",
    )
    expect(actors.map(({ action }) => action)).toEqual([
      'agent_credential.revoked',
      'api_key.revoked',
      'connection.revoked',
      'member.removed',
      'merchant_key.revoked',
      'service.restored',
    ])
    expect(actors.at(-1)?.details).toEqual({ epoch: 2, reason: 'the disk died' })
  })

  test('deliveries that waited are sent again at once', async () => {
    await until(() => heardNow() > heard_before, 20_000).catch(() => {})
    expect(heardNow()).toBeGreaterThan(heard_before)
    expect(await sql("select from webhook_due where due_at > now() + interval '23 hours'")).toEqual([])
  })
})
