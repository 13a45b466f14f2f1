/** One transaction pays for one payment at most: a second that names it is a finding on every read, for every side. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, askingOver, newAsking } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { changeFacts } from './change-facts.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let mine: Asking
let theirs: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  mine = await newAsking(world, web)
  theirs = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const REPEATED = ['transaction_hash_repeated']
let hashes = 0
const newHash = (): string => (++hashes).toString(16).padStart(64, 'a')

const pay = async (asking: Asking, request_id: string, transaction_hash: string) => {
  await asking.report(request_id, { status: 'signed' })
  return (await asking.report(request_id, { status: 'broadcasted', transaction_hash })).json.payment_request
}
/** What the agent, the wallet and the merchant read, alone and in lists. */
const notesOf = async (asking: Asking, request_id: string): Promise<unknown[]> => {
  const path = `/v1/payment-requests/${request_id}`
  const lists = [
    await asking.call('GET', '/v1/payment-requests'),
    await asking.device.call('GET', '/v1/payment-requests'),
    await asking.operator.call('GET', '/v1/payment-requests'),
  ].map(({ json }) => json.payment_requests.find((r: { request_id: string }) => r.request_id === request_id))
  const reads = [await asking.call('GET', path), await asking.device.call('GET', path)]
  return [...reads.map(({ json }) => json.payment_request), ...lists].map((r) => r.settlement.notes)
}

test('both requests say so to agent, wallet and merchant, whichever tenant the other belongs to', async () => {
  const hash = newHash()
  const first = await mine.asked()
  const alone = await pay(mine, first.request_id, hash)
  expect(alone.settlement).toEqual({ assurance: 'wallet_reported', decision: 'device_token', notes: [] })
  const second = await theirs.asked()
  const told = await pay(theirs, second.request_id, hash)
  expect(told.settlement).toEqual({ assurance: 'wallet_reported', decision: 'device_token', notes: REPEATED })
  expect(await notesOf(mine, first.request_id)).toEqual(Array.from({ length: 5 }, () => REPEATED))
  expect(await notesOf(theirs, second.request_id)).toEqual(Array.from({ length: 5 }, () => REPEATED))
  const other = await mine.asked()
  await pay(mine, other.request_id, newHash())
  expect(await notesOf(mine, other.request_id)).toEqual(Array.from({ length: 5 }, () => []))
})

test('a report that came too late counts, too', async () => {
  const hash = newHash()
  const first = await mine.asked()
  await pay(mine, first.request_id, hash)
  const late = await theirs.asked()
  const past = "expires_at = now() - interval '1 minute'"
  await changeFacts(world.database.admin, [uuidOf('pr', late.request_id)], past)
  const reported = await theirs.report(late.request_id, { status: 'broadcasted', transaction_hash: hash })
  expect(reported.json.late).toBe(true)
  expect((await notesOf(theirs, late.request_id))[0]).toEqual(REPEATED)
  expect((await notesOf(mine, first.request_id))[0]).toEqual(REPEATED)
})

test('a payment of the other surface that names it is found from both sides', async () => {
  const hash = newHash()
  const automation: Automation = await newAutomation(world, web)
  await automation.consented()
  const { id } = await automation.intended()
  await automation.report(id, { status: 'approved' })
  const submitted = await automation.report(id, { status: 'submitted', transaction_hash: hash })
  expect(submitted.json.data.settlement.notes).toEqual([])
  const asking = askingOver(automation, automation.payee)
  const request = await asking.asked()
  const told = await pay(asking, request.request_id, hash)
  expect(told.settlement.notes).toEqual(REPEATED)
  for (const read of [automation.asProject, automation.device.call]) {
    expect((await read('GET', paymentPath(id))).json.data.settlement.notes).toEqual(REPEATED)
    const { agent_payments } = (await read('GET', '/v1/agent-payments')).json.data
    expect(agent_payments[0].settlement.notes).toEqual(REPEATED)
  }
})

test('no role of the service reads who names which transaction', async () => {
  const client = await world.database.admin.connect()
  for (const role of ['pursestrings_app', 'pursestrings_system', 'pursestrings_worker']) {
    await client.query(`begin; set local role ${role}`)
    await expect(client.query('select from named_transactions')).rejects.toMatchObject({ code: '42501' })
    await client.query('rollback')
  }
  client.release()
})
