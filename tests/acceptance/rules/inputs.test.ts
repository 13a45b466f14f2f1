import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { VersionConflictError } from '@pursestrings/sdk'
import { intentOf, newReady, refused, theShop } from '../stage.ts'

test('fields of the record that are no input change nothing, and a payment fact is refused by its name', async () => {
  const ready = await newReady()
  const intent = { ...intentOf(ready), idempotency_key: randomUUID() }
  const more = { protocol: 'svc.payment_request.v1', source: { app: 'till' }, payee: { name: 'Till' } }
  const { payment_request: first } = await ready.agent.paymentRequests.create({ ...intent, ...more })
  const { payment_request: same } = await ready.agent.paymentRequests.create(intent)
  assert.equal(same.request_id, first.request_id)
  const payment = { amount: '12.5', to: 'somebody' }
  const nested = ready.agent.paymentRequests.create({ ...intentOf(ready), payment })
  assert.equal((await refused(nested, 'override_forbidden', 422)).field, 'payment.to')
})

test('elsewhere an unknown field is refused by its name', async () => {
  const { merchant } = await theShop()
  const agent = {
    name: 'Till',
    runtime: 'node-24',
    environment: 'testnet',
    allowed_scopes: ['payment.requests.create'],
  } as const
  const { field } = await refused(merchant.agents.create({ ...agent, scops: [] } as typeof agent), 'unknown_field', 422)
  assert.equal(field, 'scops')
})

test('a refusal lists every issue, names its field and says what to do', async () => {
  const { merchant } = await theShop()
  const wrong = { name: '', runtime: 'node-24', environment: 'mainnet' as 'testnet', allowed_scopes: [] }
  const failure = await refused(merchant.agents.create(wrong), 'validation_failed', 422)
  const { field, issues, recovery, retry } = failure
  assert.deepEqual([...new Set(issues.map((issue) => issue.field))].toSorted(), [
    'allowed_scopes',
    'environment',
    'name',
  ])
  assert.deepEqual([issues[0]?.field, retry], [field, 'never'])
  assert.match(recovery, /issues/)
})

test('an update with a stale version is told the current one', async () => {
  const { merchant: client } = await theShop()
  const { merchant } = await client.merchantSessions.readCurrent()
  const stale = client.merchants.update(merchant.merchant_id, { name: 'Quay', version: merchant.version + 7 })
  const failure = await refused(stale, 'version_conflict', 409)
  assert.ok(failure instanceof VersionConflictError)
  assert.equal(failure.current_version, merchant.version)
})

test('a call without approval by the user is refused', async () => {
  const ready = await newReady()
  const policy = { requires_user_approval: false as true }
  await refused(ready.agent.paymentRequests.create({ ...intentOf(ready), policy }), 'validation_failed', 422)
})
