import { connectedAgent, type Deps } from '../deps.ts'
import { PAYMENT, paymentLines, paymentView, REQUEST_ID } from '../payment-view.ts'
import { closed, result, type Tool } from '../tool.ts'

interface Input {
  readonly request_id: string
}

export const getPaymentRequest = (deps: Deps): Tool<Input> => ({
  name: 'get_payment_request',
  title: 'Read a payment request',
  description: 'The request as it is now, with its signed facts verified. Changes nothing.',
  input: closed({ request_id: REQUEST_ID }),
  output: PAYMENT,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ request_id }, { signal }) {
    const agent = connectedAgent(deps)
    const { payment_request } = await agent.paymentRequests.read(request_id, {}, { signal })
    const view = await paymentView(agent, payment_request, { request_id, signal, wallet_url: deps.wallet_url })
    return result(view, paymentLines(view))
  },
})
