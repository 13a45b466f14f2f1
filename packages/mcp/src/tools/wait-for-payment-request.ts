import type { Outcome } from '@pursestrings/sdk'
import { connectedAgent, type Deps } from '../deps.ts'
import { FIELDS, NEXT, OPTIONAL, paymentLines, paymentView, REQUEST_ID } from '../payment-view.ts'
import { closed, result, type Tool } from '../tool.ts'

interface Input {
  readonly request_id: string
  readonly timeout_seconds?: number
}

const SECONDS_MAX = 50
const SECONDS = 45
/** What the last look and the answer may take, so that a wait ends with the request rather than with the time. */
const REST_MS = 6_000

const AGAIN =
  "No outcome yet; it may still be paid. Call wait_for_payment_request again with the same request_id, and don't request the payment again."

const OUTCOMES = [
  'paid',
  'unpaid',
  'rejected',
  'expired',
  'canceled',
  'failed',
  'disputed',
  'reported',
  'still_waiting',
] as const satisfies readonly Outcome['outcome'][]

const { request_id: id, next: _next, ...known } = FIELDS

export const waitForPaymentRequest = (deps: Deps): Tool<Input> => ({
  name: 'wait_for_payment_request',
  title: 'Wait until it is paid',
  description: `Waits until the ledger shows what became of a request, up to ${SECONDS_MAX} seconds per call. Only the outcome "paid" means paid. still_waiting means no outcome yet: call again.`,
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
      outcome: { type: 'string', enum: [...OUTCOMES] },
      request_id: id,
      ...known,
      next: NEXT,
    },
    ...Object.keys(known),
    ...OPTIONAL,
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  when_late: AGAIN,
  async run({ request_id, timeout_seconds = SECONDS }, { signal, left_ms }) {
    const agent = connectedAgent(deps)
    const timeout_ms = Math.max(0, Math.min(timeout_seconds * 1000, left_ms() - REST_MS))
    const { outcome, request } = await agent.paymentRequests.waitForPaid(request_id, { timeout_ms, signal })
    if (!request) {
      const next = AGAIN
      return result({ outcome, request_id, next }, [
        "Outcome: still_waiting. Can't reach the service.",
        `Next: ${next}`,
      ])
    }
    const view = await paymentView(agent, request, { request_id, signal, outcome, wallet_url: deps.wallet_url })
    const shown = outcome === 'still_waiting' ? { ...view, next: AGAIN } : view
    return result({ outcome, ...shown }, [`Outcome: ${outcome}.`, ...paymentLines(shown)])
  },
})
