/** Checks, without any network, that a payment request is what the service signed, with the key that the profile pinned. */
import { readFileSync } from 'node:fs'
import { FactsMismatchError, verifyFacts } from '@pursestrings/sdk'
import { readProfile } from '@pursestrings/sdk/profile'

const { base_url, audience = base_url, pinned_keys = [] } = readProfile()
const trust = { pinned_keys, issuer: audience }
const [request, keys] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
try {
  const { payee, payment } = await verifyFacts(request.payment_request, keys, trust)
  console.log(`signed: ${payment.amount} ${payment.asset} to ${payee.name} of ${payee.domain}`)
} catch (error) {
  if (!(error instanceof FactsMismatchError)) throw error
  console.log(`not what was signed: ${error.message}`)
}
