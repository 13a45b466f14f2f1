/** Payments that no request asked for, and addresses that several organizations list: what the merchant and the operator see of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOperator } from './as-operator.ts'
import type { Asking } from './asking.ts'
import { type LedgerWorld, startLedgerWorld } from './ledger-world.ts'
import { newOperator, type Operator } from './operator.ts'
import { activate, proveHost, verifiedPayee } from './payee.ts'
import { until } from './until.ts'

let on: LedgerWorld
let shop: Asking
beforeAll(async () => {
  on = await startLedgerWorld()
  shop = await on.asking()
})
afterAll(() => on.stop())

const findings = async (operator: Operator, recipient_id: string) => {
  const { status, json } = await operator.call('GET', `/v1/recipients/${recipient_id}/ledger-findings`)
  return { status, ...json }
}

/** Until so many are kept of an address. */
const kept = (address: string, n: number) =>
  until(async () => {
    const text = 'select from payee_findings where payee = $1'
    return (await on.world.database.admin.query(text, [address])).rowCount === n
  })

test('what reached the address without a request is counted and listed, newest first', async () => {
  const { operator, payee } = shop
  expect(await findings(operator, payee.recipient_id)).toMatchObject({
    status: 200,
    found: 0,
    findings: [],
    shared_address: false,
  })
  // While a request is open, the address is looked at.
  await shop.asked()
  const first = on.include(on.transaction({ to: payee.address, amount: '0.0000001' }))
  await kept(payee.address, 1)
  const second = on.include(on.transaction({ to: payee.address, amount: '3' }))
  await kept(payee.address, 2)
  const told = await findings(operator, payee.recipient_id)
  expect(told.found).toBe(2)
  expect(told.findings).toMatchObject([
    { transaction_hash: second, place: 'op/0', amount: '3', asset: 'XLM', from: on.payer.publicKey() },
    { transaction_hash: first, amount: '0.0000001' },
  ])
  const stranger = await newOperator(on.world)
  expect((await findings(stranger, payee.recipient_id)).status).toBe(404)
})

test('an address that another organization lists is told without its name; one that nobody vouched for tells nothing', async () => {
  expect(await asOperator(on.world, 'payee', 'shared-addresses')).toBe('no address is listed by several organizations')
  const other = await newOperator(on.world)
  const facts = { name: 'Quay till', network: 'stellar_testnet', asset: 'XLM', address: shop.payee.address }
  const draft = await other.call('POST', '/v1/recipients', { body: facts })
  expect(draft.status).toBe(201)
  expect(await findings(other, draft.json.recipient.recipient_id)).toMatchObject({
    found: 0,
    findings: [],
    shared_address: false,
  })
  expect((await findings(shop.operator, shop.payee.recipient_id)).shared_address).toBe(false)

  const domain_id = await proveHost(on.web, other, 'quay.test')
  const payee = await verifiedPayee(on.web, other, domain_id, 'quay.test', { address: shop.payee.address })
  expect((await activate(other, payee)).status).toBe(200)
  const told = await findings(shop.operator, shop.payee.recipient_id)
  expect(told.shared_address).toBe(true)
  expect(JSON.stringify(told)).not.toContain(other.merchant_id)
  expect((await findings(other, payee.recipient_id)).shared_address).toBe(true)

  const listed = await asOperator(on.world, 'payee', 'shared-addresses')
  expect(listed).toContain(`stellar_testnet  ${shop.payee.address}  `)
  for (const { merchant_id } of [shop.operator, other]) expect(listed).toContain(merchant_id)
  await expect(asOperator(on.world, 'payee', 'list')).rejects.toThrow('usage')
})
