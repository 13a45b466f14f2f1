/** The people who run the service stop an organization, and let it go on. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})
let asking: Asking
beforeEach(async () => {
  asking = await newAsking(world, web)
})

const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
const BY = ['--actor', 'support', '--reason', 'imitates a bank']
const suspend = () => admin('merchant', 'suspend', asking.operator.merchant_id, ...BY)
const restore = () => admin('merchant', 'restore', asking.operator.merchant_id, ...BY)
const merchant = async () =>
  (await asking.operator.call('GET', `/v1/merchants/${asking.operator.merchant_id}`)).json.merchant
const told = async () =>
  (await asking.operator.call('GET', '/v1/events?limit=500')).json.events
    .filter(({ type }: { type: string }) => type.startsWith('merchant.'))
    .map(({ type, data }: { type: string; data: { suspended_by?: string } }) => [type, data.suspended_by])

test('a suspended organization gets no new requests, and wallets sign none that wait, until it is restored', async () => {
  const { request_id } = await asking.asked()
  expect(await merchant()).toMatchObject({ status: 'active', suspended_by: null })
  expect(await suspend()).toContain('suspended mer_')
  expect(await merchant()).toMatchObject({ status: 'suspended', suspended_by: 'operator' })
  expect((await asking.ask()).json.error.code).toBe('merchant_not_active')
  const at = `/v1/payment-requests/${request_id}`
  const waiting = async () => (await asking.device.call('GET', at)).json.payment_request
  expect((await waiting()).payee.verified).toBe(false)
  expect((await asking.report(request_id, { status: 'signed' })).json.error.code).toBe('recipient_suspended')
  // Whoever wants to say no still can.
  const other = await asking.report(request_id, { status: 'rejected' })
  expect(other.status).toBe(200)

  expect(await restore()).toContain('is active again')
  expect(await merchant()).toMatchObject({ status: 'active', suspended_by: null })
  const again = await asking.asked()
  expect((await asking.report(again.request_id, { status: 'signed' })).status).toBe(200)
  await expect.poll(told).toEqual([
    ['merchant.suspended', 'operator'],
    ['merchant.restored', undefined],
  ])
  const { audit_events } = (await asking.operator.call('GET', '/v1/audit-events?actor=operator:support')).json
  expect(audit_events).toMatchObject([
    { action: 'merchant.activated', details: { reason: 'imitates a bank' } },
    { action: 'merchant.suspended', details: { reason: 'imitates a bank', suspended_by: 'operator' } },
  ])
})

test('no proof of a domain lifts it', async () => {
  const { operator } = asking
  await suspend()
  const { domains } = (await operator.call('GET', '/v1/merchant-domains')).json
  const verified = await operator.call('POST', `/v1/merchant-domains/${domains[0].domain_id}/verify`)
  expect(verified.json).toMatchObject({ ok: true, merchant_status: 'suspended' })
  expect(await merchant()).toMatchObject({ status: 'suspended', suspended_by: 'operator' })
  expect((await asking.ask()).json.error.code).toBe('merchant_not_active')
})

test('the database itself refuses a new status that does not say so', async () => {
  await suspend()
  const text = "update merchants set status = 'active' where merchant_id = $1"
  const id = uuidOf('mer', asking.operator.merchant_id)
  await expect(world.database.admin.query(text, [id])).rejects.toThrow('does not lift it')
})

test('without a verified domain it stays suspended, until one is verified', async () => {
  const { operator } = asking
  await suspend()
  const { domains } = (await operator.call('GET', '/v1/merchant-domains')).json
  const removed = await operator.call('DELETE', `/v1/merchant-domains/${domains[0].domain_id}`)
  expect(removed.json.merchant_status).toBe('suspended')
  await expect(restore()).resolves.toContain('has no verified domain')
  expect(await merchant()).toMatchObject({ status: 'suspended', suspended_by: 'lapse' })
})

test('twice is as once, and what was not suspended is not restored', async () => {
  expect(await restore()).toContain('nothing to restore')
  await suspend()
  expect(await suspend()).toContain('already')
  await expect.poll(told).toEqual([['merchant.suspended', 'operator']])
  await restore()
  expect(await restore()).toContain('nothing to restore')
})

test('it is shown, needs a name and a reason, and concerns nobody else', async () => {
  const { merchant_id } = asking.operator
  const other = await newOperator(world, 'Quay Records')
  const shown = JSON.parse(await admin('merchant', 'show', merchant_id))
  expect(shown).toMatchObject({ merchant_id, status: 'active', verified_domains: ['shop.test'] })
  await expect(admin('merchant', 'suspend', merchant_id)).rejects.toThrow('--actor')
  await expect(admin('merchant', 'suspend', merchant_id, '--actor', 'me')).rejects.toThrow('--reason')
  await expect(admin('merchant', 'show', 'mer_nobody')).rejects.toThrow('there is no organization mer_nobody')
  await expect(admin('merchant', 'end', merchant_id)).rejects.toThrow('usage:')
  await suspend()
  const its = (await other.call('GET', `/v1/merchants/${other.merchant_id}`)).json.merchant
  expect(its).toMatchObject({ status: 'pending', suspended_by: null })
})
