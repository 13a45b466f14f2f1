/** npm run agent: buys the tide tables. It asks whoever it is connected to, and holds no key that pays. */
import { readFileSync } from 'node:fs'
import { fromProfile, readProfile } from '@pursestrings/sdk/profile'
import { createPayingFetch, paymentOf } from '@pursestrings/x402/buyer'
import { X402Refusal } from '@pursestrings/x402/outcomes'
import { x402Client } from '@x402/core/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import './names-below-localhost.ts'

const [url = 'http://shop.localhost:4021/tides', task] = process.argv.slice(2)
const profile = readProfile()
if (profile.agent === undefined)
  throw new Error('This profile has no agent key: connect it with `npx pursestrings connect <connect key>`.')

const agent = fromProfile()
const pay = createPayingFetch({
  agent,
  issuer: profile.audience ?? profile.base_url,
  private_key: readFileSync(profile.agent.key_file, 'utf8'),
  official: { x402Client, wrapFetchWithPayment },
  onAsked: ({ approval_url }) => console.log(`approve it in your wallet: ${approval_url}`),
})

try {
  const response = await pay(url, {}, task === undefined ? {} : { task })
  console.log(await response.text())
  const request_id = paymentOf(response)
  // The seller has delivered. Whether it was paid is the ledger's to say.
  if (request_id !== undefined)
    console.log(`The outcome is ${(await agent.paymentRequests.waitForPaid(request_id)).outcome}.`)
} catch (failure) {
  if (!(failure instanceof X402Refusal)) throw failure
  console.log(`The outcome is ${failure.outcome}. ${failure.message}`)
  process.exitCode = 1
}
