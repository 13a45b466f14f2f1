/** A wallet hears of what waits for its user, and leaves nothing behind when it is sold. */
import assert from 'node:assert/strict'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady, refused, theShop } from '../stage.ts'
import { registerAgent, SCOPES } from '../steps/agent.ts'
import { registerWallet } from '../steps/wallet.ts'

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
