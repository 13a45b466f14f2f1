/**
 * What a wallet signed goes to the agent that asked, sealed: kept once, for the device that claimed the payment, and read by
 * nobody but that agent until it is erased.
 */
import { randomBytes } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { type Asking, askingOver } from './asking.ts'
import { type Automation, newAutomation } from './automation.ts'
import { changeFacts } from './change-facts.ts'
import { newConnection, said } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { activate, verifiedPayee } from './payee.ts'
import { newApiKey } from './project.ts'
import { newTerms, USDC_ENABLED, usdcPayee } from './usdc.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
let mine: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...USDC_ENABLED, LOG_LEVEL: 'error' })
  const operator = await newOperator(world)
  const payee = await usdcPayee(web, operator)
  const connection = await newConnection(world, { operator })
  asking = askingOver(connection, payee)
  mine = await newAutomation(world, web, { connection, payee })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

type Caller = Pick<Asking, 'call'>

const path = (id: string) => `/v1/payment-requests/${id}/authorization`
const sealedNow = (): string => randomBytes(300).toString('base64url')
const put = (by: Caller, id: string, sealed = sealedNow(), more: object = {}) =>
  by.call('PUT', path(id), { body: { sealed, ...more } })
const read = (by: Caller, id: string) => by.call('GET', path(id))
const project = { call: (...args: Parameters<Automation['asProject']>) => mine.asProject(...args) }

const claimed = async (more: object = {}): Promise<string> => {
  const { request_id } = await asking.asked({ terms: newTerms(), ...more })
  expect(said(await asking.report(request_id, { status: 'signed' }))).toEqual([200])
  return request_id
}
const claimedPayment = async (): Promise<string> => {
  const { id } = await mine.intended({ initiator: 'human', terms: newTerms(), amount: '2' })
  expect(said(await mine.report(id, { status: 'approved' }))).toEqual([200])
  return id
}
const KINDS = [
  ['a request', claimed, () => asking],
  ['an agent payment', claimedPayment, () => project],
] as const

test.each(KINDS)(
  'of %s: what the wallet handed over is what the agent fetches, byte for byte',
  async (_, claim, agent) => {
    const id = await claim()
    expect(said(await read(agent(), id))).toEqual([404, 'authorization_not_there'])
    const sealed = sealedNow()
    const kept = await put(asking.device, id, sealed)
    expect(said(kept)).toEqual([200])
    const { authorization } = kept.json
    expect(authorization).toMatchObject({ connection_id: asking.connection_id, sealed })
    expect((await read(agent(), id)).json.authorization).toEqual(authorization)
    expect((await put(asking.device, id, sealed)).json.authorization).toEqual(authorization)
  },
)

test('where two connections of a wallet use one id, the connection has to be named', async () => {
  const { operator, device } = asking
  const twin = askingOver(await newConnection(world, { operator, device }), asking.payee)
  const request_id = 'tides-on-monday'
  for (const one of [asking, twin]) {
    const { connection_id } = one
    await one.asked({ request_id, terms: newTerms() })
    expect(said(await one.report(request_id, { status: 'signed', connection_id }))).toEqual([200])
  }
  expect(said(await put(device, request_id))).toEqual([409, 'request_id_ambiguous'])
  for (const { connection_id } of [asking, twin])
    expect(said(await put(device, request_id, sealedNow(), { connection_id }))).toEqual([200])
})

test.each(KINDS)('of %s: other bytes are refused, and what was kept stays, whoever races', async (_, claim, agent) => {
  const id = await claim()
  const many = Array.from({ length: 8 }, sealedNow)
  const answers = await Promise.all(many.map((sealed) => put(asking.device, id, sealed)))
  const codes = answers.map((answer) => said(answer).join(' ')).toSorted()
  expect(codes).toEqual(['200', ...Array.from({ length: 7 }, () => '409 authorization_fixed')])
  const winner = answers.find(({ status }) => status === 200)?.json.authorization
  expect((await read(agent(), id)).json.authorization).toEqual(winner)
  expect(said(await put(asking.device, id))).toEqual([409, 'authorization_fixed'])
})

test('nothing is kept before the wallet has claimed the payment, nor after it failed', async () => {
  const { request_id } = await asking.asked({ terms: newTerms() })
  expect(said(await put(asking.device, request_id))).toEqual([409, 'authorization_too_early'])
  const { id } = await mine.intended({ initiator: 'human', terms: newTerms(), amount: '2' })
  expect(said(await put(asking.device, id))).toEqual([409, 'authorization_too_early'])
  const failed = await claimed()
  await asking.report(failed, { status: 'failed', reason: 'no balance' })
  expect(said(await put(asking.device, failed))).toEqual([409, 'authorization_too_early'])
  const rejected = await asking.asked()
  await asking.report(rejected.request_id, { status: 'rejected' })
  expect(said(await put(asking.device, rejected.request_id))).toEqual([409, 'authorization_too_early'])
})

test('the same bytes are kept already, whatever became of the payment meanwhile', async () => {
  const [id, sealed] = [await claimed(), sealedNow()]
  expect((await put(asking.device, id, sealed)).status).toBe(200)
  await asking.report(id, { status: 'failed', reason: 'expired_unapplied' })
  expect(said(await put(asking.device, id, sealed))).toEqual([200])
  expect(said(await put(asking.device, id))).toEqual([409, 'authorization_fixed'])
})

test('another device of the same wallet hands over nothing for a payment that it did not claim', async () => {
  const other = await newDevice(world)
  const { code } = (await asking.device.call('POST', '/v1/app-devices/current/link-codes')).json
  expect(said(await other.call('POST', '/v1/app-devices/current/links', { body: { code } }))).toEqual([200])
  for (const id of [await claimed(), await claimedPayment()]) {
    expect(said(await put(other, id))).toEqual([409, 'authorization_too_early'])
    const sealed = sealedNow()
    expect((await put(asking.device, id, sealed)).status).toBe(200)
    expect(said(await put(other, id, sealed))).toEqual([409, 'authorization_fixed'])
  }
})

test('to another wallet, connection, organization or project the payment is not there', async () => {
  const [request, payment] = [await claimed(), await claimedPayment()]
  const strangers = await newConnection(world, { operator: asking.operator })
  const elsewhere = await newConnection(world)
  const otherProject = await newApiKey(asking.operator)
  const otherOrganization = await newApiKey(elsewhere.operator)
  const byKey = ({ headers }: { headers: Readonly<Record<string, string>> }): Caller => ({
    call: (method, at, sent = {}) => world.call(method, at, { ...sent, headers: { ...headers, ...sent.headers } }),
  })
  for (const { device } of [strangers, elsewhere])
    for (const id of [request, payment]) expect(said(await put(device, id))).toEqual([404, 'resource_not_found'])
  for (const id of [request, payment]) await put(asking.device, id)
  const readers = [strangers, elsewhere, byKey(otherProject), byKey(otherOrganization)]
  for (const by of readers)
    for (const id of [request, payment]) expect(said(await read(by, id))).toEqual([404, 'resource_not_found'])
  // Each fetches its own kind alone.
  expect(said(await read(asking, payment))).toEqual([404, 'resource_not_found'])
  expect(said(await read(project, request))).toEqual([404, 'resource_not_found'])
  for (const { call } of [asking.device, asking.operator])
    expect((await call('GET', path(request))).json.error.code).toBe('credential_kind_not_accepted')
})

test('an agent that may not read requests, or whose connection ended, fetches nothing', async () => {
  const scopes = ['payment.requests.create']
  const blind = askingOver(await newConnection(world, { operator: asking.operator, requested: scopes }), asking.payee)
  const { request_id } = await blind.asked()
  expect(said(await read(blind, request_id))).toEqual([403, 'scope_missing'])
  const gone = askingOver(await newConnection(world, { operator: asking.operator }), asking.payee)
  const { request_id: id } = await gone.asked()
  await gone.report(id, { status: 'signed' })
  await put(gone.device, id)
  expect((await gone.device.call('DELETE', `/v1/connections/${gone.connection_id}`)).status).toBe(200)
  expect(said(await read(gone, id))).toEqual([403, 'connection_revoked'])
})

test('a payment on a ledger without authorizations takes none', async () => {
  const payee = await verifiedPayee(web, asking.operator, asking.payee.domain_id)
  await activate(asking.operator, payee)
  const { request_id } = await askingOver(asking, payee).asked({ terms: newTerms() })
  await asking.report(request_id, { status: 'signed' })
  expect(said(await put(asking.device, request_id))).toEqual([409, 'authorization_not_taken'])
})

test('at most 4 KiB are kept, and nothing that is not base64url', async () => {
  const id = await claimed()
  for (const sealed of ['', 'A', 'a+b/', 'YQ==', 'A'.repeat(5_463)])
    expect((await put(asking.device, id, sealed)).status).toBe(422)
  const most = randomBytes(4_096).toString('base64url')
  expect((await put(asking.device, id, most)).json.authorization.sealed).toBe(most)
})

test('a day after the payment expired nothing can be fetched or handed over, and the worker erases what was', async () => {
  const [early, late] = [await claimed(), await claimed()]
  const payment = await mine.intended({ initiator: 'human', terms: newTerms(), amount: '2' })
  expect((await mine.report(payment.id, { status: 'approved' })).status).toBe(200)
  const sealed = sealedNow()
  for (const id of [early, payment.id]) expect((await put(asking.device, id, sealed)).status).toBe(200)
  const ids = [uuidOf('pr', early), uuidOf('pr', late), uuidOf('apy', payment.id)]
  const passes = async (interval: string) => {
    await changeFacts(world.database.admin, ids, `expires_at = now() - interval '${interval}'`)
    await world.database.admin.query(`begin; set local session_replication_role = replica;
      update payment_authorizations set kept_until = now() - interval '${interval}' + interval '1 day'
        where payment_id = any ('{${ids.join()}}'); commit`)
  }
  const rows = async () =>
    (await world.database.admin.query('select from payment_authorizations where payment_id = any ($1)', [ids])).rowCount
  await passes('23 hours')
  await world.runJob('payment-authorizations')
  expect((await read(asking, early)).json.authorization.sealed).toBe(sealed)
  expect(await rows()).toBe(2)

  await passes('25 hours')
  for (const id of [early, late]) {
    expect(said(await read(asking, id))).toEqual([410, 'authorization_erased'])
    expect(said(await put(asking.device, id, sealed))).toEqual([410, 'authorization_erased'])
  }
  expect(said(await read(project, payment.id))).toEqual([410, 'authorization_erased'])
  await world.runJob('payment-authorizations')
  expect(await rows()).toBe(0)
  expect(said(await read(asking, early))).toEqual([410, 'authorization_erased'])
})

test('the database changes nothing that was handed over, and lets none go before its time', async () => {
  const id = uuidOf('pr', await claimed().then(async (one) => (await put(asking.device, one), one)))
  const { admin, url } = world.database
  const pool = createPool({ url, max: 1, application_name: 'test', role: WORKER_ROLE })
  const [change, remove] = ["update payment_authorizations set sealed = 'x'", 'delete from payment_authorizations']
  for (const statement of [change, remove])
    await expect(admin.query(`${statement} where payment_id = $1`, [id])).rejects.toThrow(
      'facts that nobody may change',
    )
  await expect(pool.query(`${remove} where payment_id = $1`, [id])).rejects.toThrow('facts that nobody may change')
  await expect(pool.query('select sealed from payment_authorizations')).rejects.toThrow('permission denied')
  await pool.end()
})
