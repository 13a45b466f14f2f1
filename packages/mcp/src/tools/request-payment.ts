import { isInputRequiredResult } from '@modelcontextprotocol/server'
import type { AgentClient, PayableRecipient, PaymentRequest } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { connectedAgent, type Deps } from '../deps.ts'
import { oneLine } from '../fence.ts'
import type { HandOff, Opened, Way } from '../hand-off.ts'
import { FIELDS, OPTIONAL, type PaymentView, paymentLines, paymentView } from '../payment-view.ts'
import { Refusal } from '../refusal.ts'
import { type Call, closed, field, result, type Tool, text } from '../tool.ts'

/** Whom the agent may name: the payees of its merchant, as the service lists them now, each with the version that it pays. */
const recipientNamed = async (
  agent: AgentClient,
  recipient_id: string,
  signal: AbortSignal,
): Promise<PayableRecipient> => {
  for await (const one of agent.connections.listRecipients({ limit: 100 }, { signal })) {
    if (one.recipient_id === recipient_id) return one
  }
  throw new Refusal(
    'recipient_unknown',
    'No active payee has this ID, and only listed payees can be paid.',
    "Call list_recipients and use a recipient_id from there. If the payee isn't listed, tell the user; don't pay somebody else instead.",
  )
}

interface Input {
  readonly recipient_id: string
  readonly amount: string
  readonly task_ref: string
  readonly purpose?: string
  readonly distinct?: boolean
  readonly replace?: boolean
}

const ASKED = INPUTS['payment_requests.create']

export const requestPayment = (deps: Deps, handOff: HandOff): Tool<Input> => ({
  name: 'request_payment',
  title: 'Request a payment',
  description:
    'Asks the user to pay a known payee. It moves no money: the user approves or rejects in their own wallet. Each task_ref creates one request: calling again returns the same one, and another amount or payee is refused. If in doubt, call it again with the same arguments, never with a new task_ref.',
  input: closed(
    {
      recipient_id: field(ASKED.recipient_id, 'from list_recipients'),
      amount: field(ASKED.payment.properties.amount, 'decimal amount, such as 12.5'),
      task_ref: text('what the payment is for, such as an order or invoice number; reuse it when you retry', {
        minLength: 1,
        maxLength: 200,
      }),
      purpose: text('one sentence for the person who decides', { minLength: 1, maxLength: 500 }),
      distinct: {
        type: 'boolean',
        description: 'true only if the user wants a second payment like a pending one',
      },
      replace: {
        type: 'boolean',
        description:
          'true only if the user wants another amount or payee for this task_ref: cancels the pending request, or replaces one that was not paid',
      },
    },
    'purpose',
    'distinct',
    'replace',
  ),
  output: closed({ ...FIELDS, replayed: { type: 'boolean', description: 'the request already existed' } }, ...OPTIONAL),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run(given, call) {
    const { signal, context } = call
    const input = cleaned(given)
    const agent = connectedAgent(deps)
    const { recipient_id, active_version_id: recipient_version_id } = await recipientNamed(
      agent,
      input.recipient_id,
      signal,
    )
    // What could not be checked afterwards is not asked for at all.
    await agent.trustedKeys({ signal })
    if (input.distinct !== true) await refuseSimilar(agent, input, signal)
    const { amount, task_ref, replace = false } = input
    const display = displayOf(input)
    const asked = await agent.requestPayment(
      { recipient_id, recipient_version_id, amount, task_ref, replace, display },
      { signal },
    )
    const { payment_request } = asked
    const { request_id } = payment_request
    const view = await paymentView(agent, payment_request, { request_id, signal, wallet_url: deps.wallet_url })
    const opened = handOff.answered(context) ?? (asked.replayed ? undefined : await offerTo(handOff, call, view))
    if (isInputRequiredResult(opened)) return opened
    return result({ ...view, replayed: asked.replayed }, [...headOf(asked.replayed, opened), ...paymentLines(view)])
  },
})

/** A line break or an unseen letter more or less makes no other task. */
const cleaned = (given: Input): Input => {
  const task_ref = oneLine(given.task_ref)
  const purpose = oneLine(given.purpose ?? '')
  if (task_ref !== '') return { ...given, task_ref, purpose }
  throw new Refusal('task_ref_empty', 'The task_ref is empty.', 'Use the number or name of the task.')
}

const displayOf = ({ purpose, distinct }: Input) => ({
  ...(purpose && { purpose }),
  ...(distinct === true && { note: 'The agent says this is a different payment from one that is pending.' }),
})

/** The review says most: another Stellar wallet is led to where no address of a wallet is kept. */
const offerTo = (handOff: HandOff, call: Call, view: PaymentView) => {
  const url = view.approval_url ?? view.hand_off_uri
  return url === undefined ? undefined : handOff.offer(call, wayTo(view, url))
}

const wayTo = ({ facts: { amount, asset, network, payee_domain } }: PaymentView, url: string): Way => ({
  message: `Approve or reject ${amount} ${asset} on ${network} to ${payee_domain} in your wallet. Nothing is paid unless you approve it there.`,
  url,
})

const headOf = (replayed: boolean, opened: Opened): string[] => [
  replayed && opened === undefined ? 'Already requested; this is that request as it is now.' : '',
  opened === 'decline' || opened === 'cancel' ? "The user didn't open their wallet. The request is still pending." : '',
  opened === 'accept' ? 'The user agreed to open their wallet. That approves nothing: they decide there.' : '',
]

// Holds back what looks like the same payment under another name: a model that starts over may call its task something
// else. The same payee and amount, waiting already, is asked for twice only when the caller says that it is meant.

export interface Wanted {
  readonly recipient_id: string
  readonly amount: string
  readonly task_ref: string
}

export const refuseSimilar = async (
  { paymentRequests }: Pick<AgentClient, 'paymentRequests'>,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<void> => {
  // More than a page never waits at once.
  const waiting = (await paymentRequests.list({ status: 'pending', limit: 100 }, { signal }).page()).payment_requests
  const similar = waiting.find((request) => isSimilar(request, wanted))
  if (!similar) return
  throw new Refusal(
    'similar_request_pending',
    `Request ${similar.request_id} is pending with the same amount and payee under another task_ref.`,
    `If it is the same purchase, use that request: wait_for_payment_request. Only if the user wants a second payment, call request_payment again with distinct: true.`,
  )
}

const isSimilar = ({ recipient_id, payment, metadata }: PaymentRequest, wanted: Wanted): boolean =>
  recipient_id === wanted.recipient_id &&
  plain(payment.amount) === plain(wanted.amount) &&
  metadata?.task_ref !== wanted.task_ref

const plain = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)
