/** Checks, without any network, that a payment request is what the service signed. */
import { readFileSync } from 'node:fs'
import { FactsMismatchError, verifyFacts } from '@countersign/sdk'

const [request, keys] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
try {
  const { payee, payment } = await verifyFacts(request.payment_request, keys)
  console.log(`signed: ${payment.amount} ${payment.asset} to ${payee.name} of ${payee.domain}`)
} catch (error) {
  if (!(error instanceof FactsMismatchError)) throw error
  console.log(`not what was signed: ${error.message}`)
}
