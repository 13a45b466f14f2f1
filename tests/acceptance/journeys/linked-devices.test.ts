/** One person, several devices: one wallet on all of them. */
import assert from 'node:assert/strict'
import { generateDeviceKey } from '@pursestrings/sdk'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady, refused } from '../stage.ts'
import { registerWallet } from '../steps/wallet.ts'

journey('payer', 'I bought a new phone and use my wallet on both', async () => {
  const old = await registerWallet(thePlace())
  const { agent, ask } = await newReady({ wallet: old })
  const phone = await registerWallet(thePlace())
  await phone.useLinkCode((await old.showLinkCode()).code)
  const { request_id } = (await ask('order-on-both')).payment_request
  for (const wallet of [old, phone]) assert.equal((await wallet.review(request_id)).payment_request.status, 'pending')
  await phone.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  assert.equal((await old.paymentRequests.read(request_id)).payment_request.status, 'rejected')
  assert.equal((await agent.paymentRequests.read(request_id)).payment_request.status, 'rejected')
})

journey('payer', 'I lost one of my phones; I remove it from the other, and my agents stay connected', async () => {
  const lost = await registerWallet(thePlace())
  const { agent } = await newReady({ wallet: lost })
  const phone = await registerWallet(thePlace())
  await phone.useLinkCode((await lost.showLinkCode()).code)
  const removed = await phone.devices.revoke(lost.device_id ?? '')
  assert.equal(removed.connections_ended, 0)
  await refused(lost.connections.list().toArray(), 'credential_invalid', 401)
  assert.equal((await agent.connections.read('current')).connection.status, 'active')
})

journey('wallet', 'Two of my devices are about to pay the same request; one of them is told to stop', async () => {
  const phone = await registerWallet(thePlace())
  const { ask } = await newReady({ wallet: phone })
  const tablet = await registerWallet(thePlace())
  await tablet.useLinkCode((await phone.showLinkCode()).code)
  const { request_id } = (await ask('order-paid-once')).payment_request
  await phone.paymentRequests.reportStatus(request_id, { status: 'signed' })
  await refused(tablet.paymentRequests.reportStatus(request_id, { status: 'signed' }), 'invalid_transition', 409)
  const again = await phone.paymentRequests.reportStatus(request_id, { status: 'signed' })
  assert.equal(again.payment_request.status, 'signed')
})

journey('wallet', 'Somebody stole the token of a device; without its key they link no device of theirs', async () => {
  const wallet = await registerWallet(thePlace())
  await wallet.useDeviceKey(await generateDeviceKey())
  await refused(wallet.devices.createLinkCode({}), 'link_signature_invalid', 422)
  assert.match((await wallet.showLinkCode()).link_uri, /^svc:\/\/link\?code=/)
})
