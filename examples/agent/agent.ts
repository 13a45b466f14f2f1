/**
 * A small agent: it works through a list of purchases, asks for each, and says what became of it. It can be killed at any
 * moment and started again with the same list: nothing is asked twice, and what was decided meanwhile is seen.
 *
 *   node --conditions=@pursestrings/source examples/agent/agent.ts examples/agent/purchases.json
 */
import { readFileSync } from 'node:fs'
import { ApiError, OutcomeUnknownError } from '@pursestrings/sdk'
import { fromProfile } from '@pursestrings/sdk/profile'

interface Purchase {
  /** The same at every start: it is what makes asking again safe. */
  readonly task_ref: string
  readonly amount: string
  readonly what: string
}

const agent = fromProfile()
const [known] = await agent.connections.listRecipients().toArray({ limit: 1 })
if (!known) throw new Error('The merchant has no active payee.')
const { recipient_id, active_version_id: recipient_version_id } = known

/** Says how it ended: `paid` only if the ledger shows it. */
const buy = async ({ task_ref, amount, what }: Purchase): Promise<string> => {
  const { payment_request, replayed } = await agent.requestPayment({
    task_ref,
    amount,
    recipient_id,
    recipient_version_id,
    display: { title: what },
  })
  const { request_id, payment, payee } = payment_request
  console.log(`${replayed ? 'asked before' : 'asked'}: ${payment.amount} ${payment.asset} to ${payee.name} for ${what}`)
  const { outcome } = await agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 120_000 })
  return outcome === 'still_waiting' ? 'not known yet: start me again' : outcome
}

const purchases = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Purchase[]
for (const purchase of purchases) {
  try {
    console.log(`${purchase.task_ref}: ${await buy(purchase)}`)
  } catch (error) {
    // An answer that was lost may have been a yes. The same task asks for the same request, so starting again is safe.
    if (error instanceof OutcomeUnknownError) console.log(`${purchase.task_ref}: not known yet: start me again`)
    else if (error instanceof ApiError)
      console.log(`${purchase.task_ref}: refused with ${error.code}. ${error.recovery}`)
    else throw error
  }
}
