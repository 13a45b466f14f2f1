/** A merchant finds a request again, and hears of everything in one feed. */
import assert from 'node:assert/strict'
import type { MerchantEvent } from '@pursestrings/sdk'
import { journey } from '../journey.ts'
import { newReady, refused } from '../stage.ts'
import { reportUpTo, TRANSACTION_HASH } from '../steps/wallet.ts'

journey('merchant', 'A customer asks about an order; I open its request and see every step', async () => {
  const { merchant, wallet, connection_id, ask } = await newReady()
  const { request_id } = (await ask('order-asked-about')).payment_request
  await reportUpTo(wallet, request_id, 'confirmed')
  const { payment_request } = await merchant.paymentRequests.read(request_id, { connection_id })
  assert.deepEqual(
    payment_request.history?.map(({ status, said_by }) => [status, said_by]),
    [
      ['pending', 'agent'],
      ['signed', 'wallet'],
      ['broadcasted', 'wallet'],
      ['confirmed', 'wallet'],
    ],
  )
  assert.equal(payment_request.transaction_hash, TRANSACTION_HASH)
})

journey('merchant', 'My receiver was down; I read on in the feed from where it stopped', async () => {
  const { merchant, wallet, ask } = await newReady()
  const since = await merchant.feed.latest()
  const { request_id } = (await ask('order-while-down')).payment_request
  await wallet.paymentRequests.reportStatus(request_id, { status: 'rejected' })
  const heard: MerchantEvent[] = []
  for await (const event of merchant.feed.follow({ since })) {
    heard.push(event)
    if (event.type === 'payment_request.rejected') break
  }
  const cursors = heard.map(({ cursor }) => cursor)
  assert.deepEqual(
    cursors,
    cursors.map((_, at) => since + 1 + at),
  )
})

journey('merchant', 'I see which wallets my agents are connected to, and end one connection', async () => {
  const { merchant, agent, connection_id } = await newReady()
  const connections = await merchant.connections.list({ status: 'active' }).toArray()
  assert.ok(connections.some((one) => one.connection_id === connection_id))
  await merchant.connections.revoke(connection_id)
  await refused(agent.connections.read('current'), 'connection_revoked', 403)
})
