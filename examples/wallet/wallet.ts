/**
 * The least that a wallet does: it registers, lets one agent ask, checks what is asked, pays it on the test ledger that the
 * service names, and ends. Where a real one asks its user or keeps a secret safe, the comments say so.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createWalletClient } from '@pursestrings/sdk'
import { findingText } from '@pursestrings/signing/check-payment'
import { journalIn } from '@pursestrings/signing/journal'
import { createLedgerClient } from '@pursestrings/signing/ledger-client'
import { fileLock, fileStore } from '@pursestrings/signing/node/file-store'
import { createPayer } from '@pursestrings/signing/payer'
import { ownSigner } from '@pursestrings/signing/signer'
import { ownKey } from '@pursestrings/stellar/own-key'

const base_url = process.env.PURSESTRINGS_BASE_URL ?? 'http://127.0.0.1:8787'
// Which key of the service to believe. A real wallet has its thumbprint built in.
const pinned_keys = process.env.PURSESTRINGS_PINNED_KEYS?.split(',')
const wallet = createWalletClient({ base_url, pinned_keys })

/** The first that is listed, as soon as there is one. */
const first = async <T>(list: () => AsyncIterable<T>): Promise<T> => {
  for (;;) {
    for await (const one of list()) return one
    await pause(300)
  }
}

// 1. Once per installation. Keep the token where the platform keeps secrets.
const { device, token } = await wallet.devices.register({ name: 'Example wallet', platform: 'desktop' })
wallet.useDevice({ device_id: device.device_id, token })

// 2. The account that pays. A real wallet makes its key once, and keeps it encrypted. It signs payments and who paid them.
const key = ownKey(crypto.getRandomValues(new Uint8Array(32)))
// 3. Which ledger: a real wallet has its own choice, and a test wallet takes what the service names.
const { service } = await wallet.service.read()
const rpc_url = service.networks.find(({ network }) => network === 'stellar_testnet')?.ledger?.rpc_url
if (rpc_url === undefined) throw new Error('This service names no test ledger. `npm run dev` has one.')
const ledger = createLedgerClient({ rpc_url, passphrase: 'Test SDF Network ; September 2015' })
// 4. Test funds.
await ledger.fund(key.address)

// What it signs is kept here before anything leaves, so that a crash neither loses nor repeats a payment.
const folder = '.pursestrings/example-wallet'
const payer = createPayer({
  wallet,
  service: service.base_url,
  ledger,
  journal: journalIn(fileStore(folder)),
  lock: fileLock(folder),
  signer: ownSigner(key),
})
// 5. On every start: what a crash interrupted is brought to its end first.
await payer.resume()

// 6. and 7. The user hands this key to an agent, sees who claims it, and approves: all that is asked for, or less.
const { connect_key } = await wallet.connectKeys.issue()
console.log(`connect key: ${connect_key.key}`)
const invitation = await first(() => wallet.connectInvitations.list())
const { connect_invitation_id, source, requested_scopes: scopes } = invitation
console.log(`asks to connect: ${source.agent_name} of ${source.merchant_name} (${source.verified_domain})`)
await wallet.connectInvitations.approve(connect_invitation_id, { scopes })

// 8. and 9. What is shown and paid are the facts that the pinned key signed; where they do not hold, `check` throws.
const { request_id } = await first(() => wallet.paymentRequests.list({ status: 'pending' }))
const { payable, findings, costs } = await payer.check({ request_id, account: key.address })
const { payment, payee } = payable.facts
console.log(`asks for: ${payment.amount} ${payment.asset} to ${payee.name} of ${payee.domain}, at ${payment.to}`)
for (const finding of findings) console.log(`in the way: ${findingText(finding)}`)
console.log(`costs: a fee of ${costs?.fee} XLM on top; ${costs?.remains} XLM remain`)

// 10. Now the user decides. On a no: paymentRequests.reportStatus, `rejected`. On a yes it is paid with the digest of the facts as
// its memo, and the account's key signs which request it pays, so that nobody else can say that it was theirs.
const result = await payer.pay({ request_id, facts_digest: payable.facts_digest })
console.log(result.is === 'paid' ? `paid: in ledger ${result.ledger}` : `not paid: ${result.is}`)
