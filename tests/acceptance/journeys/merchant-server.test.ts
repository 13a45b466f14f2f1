/** A merchant's own server, with a key of its own in place of a person's session. */
import assert from 'node:assert/strict'
import { createMerchantClient } from '@pursestrings/sdk'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady, refused } from '../stage.ts'

journey('merchant', 'My server lists our payment requests with a key, long after I signed out', async () => {
  const { merchant, ask } = await newReady()
  const { base_url } = thePlace()
  const { request_id } = (await ask('order-of-the-day')).payment_request
  const { merchant_key, secret } = await merchant.merchantKeys.create({
    name: 'Order server',
    scopes: ['payment_requests:read'],
  })
  const server = createMerchantClient({ base_url, merchant_key: secret })
  const requests = await server.paymentRequests.list().toArray({ limit: 100 })
  assert.ok(requests.some((one) => one.request_id === request_id))
  const keys = await merchant.merchantKeys.list().toArray()
  assert.ok(keys.find((one) => one.merchant_key_id === merchant_key.merchant_key_id)?.last_used_at)
})

journey('merchant', 'Somebody stole the key of our server: it moves no money, and I end it at once', async () => {
  const { merchant } = await newReady()
  const { base_url } = thePlace()
  const { merchant_key, secret } = await merchant.merchantKeys.create({ name: 'Audit', scopes: ['audit:read'] })
  const thief = createMerchantClient({ base_url, merchant_key: secret })
  await refused(thief.paymentRequests.list().page(), 'scope_missing', 403)
  await assert.rejects(
    thief.recipients.create({ name: 'Mine', network: 'stellar_testnet', asset: 'XLM', address: 'G' }),
    /session token/,
  )
  await merchant.merchantKeys.revoke(merchant_key.merchant_key_id)
  await refused(thief.auditEvents.list().page(), 'credential_invalid', 401)
})
