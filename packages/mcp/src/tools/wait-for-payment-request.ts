import { connectedAgent, type Deps } from '../deps.ts'
import { FIELDS, NEXT, OPTIONAL, REQUEST_ID } from '../payment-schema.ts'
import { paymentLines, paymentView } from '../payment-view.ts'
import { closed, result, type Tool } from '../tool.ts'

interface Input {
  readonly request_id: string
  readonly timeout_seconds?: number
}

/** Clients give up after a minute. */
const SECONDS_MAX = 50
const SECONDS = 45

const AGAIN =
  'It is not known how it ends; that is not a failure. Call wait_for_payment_request again with the same request_id, and do not ask for the payment a second time.'

const { request_id: id, next: _next, ...known } = FIELDS

export const waitForPaymentRequest = (deps: Deps): Tool<Input> => ({
  name: 'wait_for_payment_request',
  title: 'Wait for the person to decide',
  description: `Waits until the request has ended, at most ${SECONDS_MAX} seconds a call. The outcome is confirmed, rejected, failed, expired or unknown; unknown means that it has not ended yet, and call again.`,
  input: closed(
    {
      request_id: REQUEST_ID,
      timeout_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: SECONDS_MAX,
        description: `how long to wait (default: ${SECONDS})`,
      },
    },
    'timeout_seconds',
  ),
  output: closed(
    {
      outcome: { type: 'string', enum: ['confirmed', 'rejected', 'failed', 'expired', 'unknown'] },
      request_id: id,
      ...known,
      next: NEXT,
    },
    ...Object.keys(known),
    ...OPTIONAL,
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ request_id, timeout_seconds = SECONDS }, { mcpReq: { signal } }) {
    const agent = connectedAgent(deps)
    const timeout_ms = timeout_seconds * 1000
    const { outcome, request } = await agent.paymentRequests.waitForTerminal(request_id, { timeout_ms, signal })
    if (!request) {
      const next = AGAIN
      return result({ outcome, request_id, next }, [
        'Outcome: unknown. The service could not be asked.',
        `Next: ${next}`,
      ])
    }
    const view = await paymentView(agent, request, signal)
    const shown = outcome === 'unknown' ? { ...view, next: AGAIN } : view
    return result({ outcome, ...shown }, [`Outcome: ${outcome}.`, ...paymentLines(shown)])
  },
})
