import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intentOf, newReady, refused } from '../stage.ts'

const DAY_MS = 86_400_000
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()

test('an expiry that is past, sooner than a minute or later than seven days is refused', async () => {
  const ready = await newReady()
  for (const expires_at of [inMs(-DAY_MS), inMs(30_000), inMs(8 * DAY_MS)]) {
    const call = ready.agent.paymentRequests.create({ ...intentOf(ready), expires_at })
    await refused(call, 'expiry_out_of_range', 422)
  }
})

test('an expiry within the range is kept, and without one it is half an hour', async () => {
  const { ask } = await newReady()
  const expires_at = inMs(6 * DAY_MS)
  assert.equal((await ask('chosen', { expires_at })).payment_request.expires_at, expires_at)
  const { payment_request } = await ask('not chosen')
  const lasts_ms = Date.parse(payment_request.expires_at) - Date.parse(payment_request.created_at)
  // The two are not read from the clock at the same moment.
  assert.ok(Math.abs(lasts_ms - 1_800_000) < 10_000, `${lasts_ms} ms`)
})
