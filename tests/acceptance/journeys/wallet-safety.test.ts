/** What a wallet can rely on, whoever sits between it and the service. */
import assert from 'node:assert/strict'
import { createWalletClient, FactsMismatchError, generateDeviceKey } from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { journey, newReady, refused, theShop } from '../stage.ts'
import { newStellarAddress } from '../steps/merchant.ts'
import { registerAgent, SCOPES } from '../steps/ready.ts'
import { pinKeys, registerWallet, reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

journey('wallet', 'Somebody changed the address on the way; my wallet notices and does not pay', async () => {
  const { base_url, audience } = thePlace()
  const wallet = await registerWallet(thePlace())
  const { ask } = await newReady({ wallet })
  const { request_id } = (await ask('order-changed')).payment_request
  const { device_id } = (await wallet.devices.readCurrent()).device
  const { token } = await wallet.devices.rotateToken(device_id)
  const changed: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    const text = (await answer.text()).replaceAll(/"G[A-Z2-7]{55}"/g, () => `"${newStellarAddress()}"`)
    return new Response(text, answer)
  }
  const between = createWalletClient({
    base_url,
    audience,
    device_id,
    token,
    pinned_keys: await pinKeys(thePlace()),
    fetch: changed,
  })
  await assert.rejects(between.review(request_id), FactsMismatchError)
})

journey('wallet', 'I replace the token of a device, and go on with the new one', async () => {
  const wallet = await registerWallet(thePlace())
  const { device_id } = (await wallet.devices.readCurrent()).device
  const { token } = await wallet.devices.rotateToken(device_id)
  wallet.useDevice({ device_id, token })
  assert.equal((await wallet.devices.readCurrent()).device.device_id, device_id)
})

journey('wallet', 'My report was lost; I send it again, and nothing happens twice', async () => {
  const { agent, wallet, ask } = await newReady()
  const { request_id } = (await ask('order-report-lost')).payment_request
  await reportUpTo(wallet, request_id, 'broadcasted')
  const events = await agent.events.latest()
  const report = { status: 'broadcasted', transaction_hash: TRANSACTION_HASH } as const
  const again = await wallet.paymentRequests.reportStatus(request_id, report)
  assert.deepEqual([again.payment_request.status, await agent.events.latest()], ['broadcasted', events])
})

// A wallet hears of what waits for its user, and leaves nothing behind when it is sold.

journey('wallet', 'My wallet hears of a new request without asking for lists', async () => {
  const { wallet, ask } = await newReady()
  const since = await wallet.feed.latest()
  const { request_id } = (await ask('order-announced')).payment_request
  for await (const event of wallet.feed.follow({ since })) {
    if (event.type === 'payment_request.pending' && event.data.request_id === request_id) break
  }
})

journey('wallet', 'My wallet hears that an agent wants to connect, and how it ended', async () => {
  const place = thePlace()
  const wallet = await registerWallet(place)
  const agent = await registerAgent(place, (await theShop()).merchant)
  const since = await wallet.feed.latest()
  const { connect_key } = await wallet.connectKeys.issue()
  const connecting = agent.connect({ connect_key: connect_key.key, scopes: SCOPES, poll_ms: 50 })
  const told: string[] = []
  for await (const event of wallet.feed.follow({ since })) {
    if (!('connect_invitation_id' in event.data)) continue
    const { connect_invitation_id, status } = event.data
    told.push(status)
    if (status === 'pending') await wallet.connectInvitations.approve(connect_invitation_id, { scopes: SCOPES })
    if (status === 'exchanged') break
  }
  await connecting
  assert.deepEqual(told, ['pending', 'approved', 'exchanged'])
})

journey('payer', 'I sell my phone; its wallet and its connections end', async () => {
  const wallet = await registerWallet(thePlace())
  const { agent } = await newReady({ wallet })
  await wallet.devices.revoke('current')
  await refused(agent.connections.read('current'), 'connection_revoked', 403)
})

journey('payer', 'I look at what one agent asked me for', async () => {
  const { wallet, connection_id, ask } = await newReady()
  const { request_id } = (await ask('order-of-this-agent')).payment_request
  const asked = await wallet.paymentRequests.list({ connection_id }).toArray()
  assert.deepEqual(
    asked.map((one) => one.request_id),
    [request_id],
  )
})

// One person, several devices: one wallet on all of them.

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
