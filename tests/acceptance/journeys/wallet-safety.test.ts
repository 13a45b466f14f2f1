/** What a wallet can rely on, whoever sits between it and the service. */
import assert from 'node:assert/strict'
import { createWalletClient, FactsMismatchError } from '@pursestrings/sdk'
import { journey } from '../journey.ts'
import { thePlace } from '../place.ts'
import { newReady } from '../stage.ts'
import { newStellarAddress } from '../steps/stellar-address.ts'
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
