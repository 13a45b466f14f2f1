/**
 * The least that a wallet does: it registers, lets one agent ask, checks what is asked, answers, and ends. Where a real one
 * asks its user and signs with its own keys, the comments say so; the transaction named here is made up.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createWalletClient } from '@countersign/sdk'

const base_url = process.env.COUNTERSIGN_BASE_URL ?? 'http://127.0.0.1:8787'
// Which key of the service to believe. A real wallet has its thumbprint built in.
const pinned_keys = process.env.COUNTERSIGN_PINNED_KEYS?.split(',')
const wallet = createWalletClient({ base_url, pinned_keys })

/** The first that is listed, as soon as there is one. */
const first = async <T>(list: () => AsyncIterable<T>): Promise<T> => {
  for (;;) {
    for await (const one of list()) return one
    await pause(300)
  }
}

// Once per installation. Keep the token where the platform keeps secrets.
const { device, token } = await wallet.devices.register({ name: 'Example wallet', platform: 'desktop' })
wallet.useDevice({ device_id: device.device_id, token })

// The user hands this key to an agent, sees who claims it, and approves: all that is asked for, or less.
const { connect_key } = await wallet.connectKeys.issue()
console.log(`connect key: ${connect_key.key}`)
const invitation = await first(() => wallet.connectInvitations.list())
const { connect_invitation_id, source, requested_scopes: scopes } = invitation
console.log(`asks to connect: ${source.agent_name} of ${source.merchant_name} (${source.verified_domain})`)
await wallet.connectInvitations.approve(connect_invitation_id, { scopes })

// What is shown and paid are the facts that the pinned key signed; where they do not hold, `review` throws.
const { request_id } = await first(() => wallet.paymentRequests.list({ status: 'pending' }))
const { facts } = await wallet.review(request_id)
const { payment, payee } = facts
console.log(`asks for: ${payment.amount} ${payment.asset} to ${payee.name} of ${payee.domain}, at ${payment.to}`)

// Now the user decides. On a no: status `rejected`. On a yes the wallet signs, sends, and reports each step.
const transaction_hash = 'e'.repeat(64)
await wallet.paymentRequests.reportStatus(request_id, { status: 'signed' })
await wallet.paymentRequests.reportStatus(request_id, { status: 'broadcasted', transaction_hash })
await wallet.paymentRequests.reportStatus(request_id, { status: 'confirmed', transaction_hash })
console.log('reported: confirmed')
