/** Checks, without any network, that a payment request is what the service signed, with the key that the profile pinned. */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { FactsMismatchError, verifyFacts } from '@countersign/sdk'

const profile = JSON.parse(readFileSync(`${homedir()}/.config/countersign/default.json`, 'utf8'))
const trust = { pinned_keys: profile.pinned_keys, issuer: profile.base_url }
const [request, keys] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
try {
  const { payee, payment } = await verifyFacts(request.payment_request, keys, trust)
  console.log(`signed: ${payment.amount} ${payment.asset} to ${payee.name} of ${payee.domain}`)
} catch (error) {
  if (!(error instanceof FactsMismatchError)) throw error
  console.log(`not what was signed: ${error.message}`)
}
