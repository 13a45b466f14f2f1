/** The last step of `demo`: a payment as it happens, from the request to the ledger, where the service names a test ledger. */
import { type CheckedRequest, checkRequest } from '../checked-request.ts'
import { connectedAgentOf, walletOf } from '../clients.ts'
import { failed } from '../stop.ts'
import { hasLedger, payOnLedger, seenByLedger } from '../test-wallet-ledger.ts'
import type { Step } from './demo-steps.ts'

const TASK = 'demo-payment'
/** Enough to open the payee's account on a ledger that has just begun. */
const AMOUNT = '1'

const told = ({ record: { status, settlement }, facts: { payment } }: CheckedRequest): string => {
  const { assurance, ledger, simulated } = settlement
  const sum = `${payment.amount} ${payment.asset}`
  if (assurance === 'chain_observed')
    return `${sum} paid: ledger ${ledger} has it${simulated ? ' (simulated ledger)' : ''}`
  return status === 'confirmed' ? `${sum} sent; the ledger doesn't show it yet` : `${sum} is ${status}`
}

/** The same task each time, so that it is asked and paid once. */
export const payment: Step = {
  name: 'payment',
  async run({ profiles }) {
    const profile = profiles.read()
    const [agent, wallet, { payee }] = [connectedAgentOf(profiles), walletOf(profile), profile]
    if (!payee) throw failed('This profile has no payee yet.', 'pursestrings demo makes one.')
    if (!(await hasLedger(wallet))) return { text: 'none: this service names no test ledger', made: false }
    const { recipient_id, recipient_version_id } = payee
    const asked = await agent.requestPayment({ task_ref: TASK, amount: AMOUNT, recipient_id, recipient_version_id })
    const { request_id, status } = asked.payment_request
    if (status !== 'pending') return { text: told(await checkRequest(agent, asked.payment_request)), made: false }
    await payOnLedger(profiles, wallet, { kind: 'payment_request', id: request_id })
    const read = async () => (await wallet.paymentRequests.read(request_id)).payment_request
    return { text: told(await checkRequest(wallet, await seenByLedger(read), request_id)), made: true }
  },
}
