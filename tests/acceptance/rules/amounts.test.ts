import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@pursestrings/sdk'
import { intentOf, newReady, refused } from '../stage.ts'
import type { Ready } from '../steps/ready.ts'

let ready: Ready
before(async () => {
  ready = await newReady()
})

test('an amount with more decimals than the asset has is refused, trailing zeros included', async () => {
  for (const amount of ['0.00000001', '1.00000000']) {
    await refused(ready.agent.paymentRequests.create(intentOf(ready, amount)), 'amount_invalid', 422)
  }
})

test('what is not an exact decimal amount above zero is refused', async () => {
  for (const amount of ['0', '0.0', '-1', '+1', '1e3', '01', '.5', '1.', '1,5', ' 1', 'Infinity', '١']) {
    const failure = await ready.agent.paymentRequests.create(intentOf(ready, amount)).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(failure instanceof ApiError && failure.status === 422, `${amount}: ${String(failure)}`)
  }
  assert.equal((await ready.agent.paymentRequests.list().toArray()).length, 0)
})
