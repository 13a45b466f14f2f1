/** What an agent may do about money: request it, and wait for the user. Approving is not among it. */
import { fromProfile } from '@pursestrings/sdk/profile'

const agent = fromProfile()

export interface Purchase {
  task_ref: string
  amount: string
  purpose: string
}

/** Safe to call again: one task asks once, also after a crash or when the model repeats itself. */
export const requestPayment = async ({ task_ref, amount, purpose }: Purchase) => {
  // Where the money goes comes from the merchant's verified payee, never from the model.
  const [payee] = await agent.connections.listRecipients().toArray({ limit: 1 })
  if (!payee) throw new Error('The merchant has no active payee.')
  const { payment_request } = await agent.requestPayment({
    task_ref,
    amount,
    recipient_id: payee.recipient_id,
    recipient_version_id: payee.active_version_id,
    display: { title: purpose },
  })
  // Only what the service signed is told to the model.
  const facts = await agent.verifyFacts(payment_request)
  const { request_id, status } = payment_request
  return { request_id, status, amount: facts.payment.amount, asset: facts.payment.asset, payee: facts.payee.name }
}

/** Waits for the ledger. `still_waiting` is not `failed`: a wallet may have signed already. */
export const waitForPayment = async ({ request_id }: { request_id: string }) => {
  const { outcome } = await agent.paymentRequests.waitForPaid(request_id, { timeout_ms: 120_000 })
  return { request_id, outcome }
}

export const REQUEST_PAYMENT =
  'Request a payment. The user approves or rejects it in their own wallet. Use the order number as task_ref, the same at every try.'
export const WAIT_FOR_PAYMENT =
  'Wait until the ledger shows what became of a payment. Only "paid" means paid; "still_waiting" means wait again, never request again.'
export const INSTRUCTIONS =
  'You buy what you are asked to buy. Request each payment once, wait for its outcome, and say what it is. Call it paid only if the outcome is "paid".'
export const TASK = 'Pay 4.25 for printer ink, order 2001.'
