/** Where a payment is asked for and read: a request that a person approves, or an agent payment within a policy. */
import {
  type AgentClient,
  type AgentPayment,
  ApiError,
  HitlRequiredError,
  outcomeOf,
  type PaymentRequest,
  type ProjectClient,
  TaskConflictError,
  type X402Terms,
} from '@pursestrings/sdk'
import { X402Refusal } from './outcomes.ts'
import type { Priced } from './read-offer.ts'
import type { Task } from './task.ts'

export type Agent = Pick<
  AgentClient,
  | 'payees'
  | 'requestPayment'
  | 'paymentRequests'
  | 'paymentAuthorizations'
  | 'events'
  | 'trustedKeys'
  | 'verifyFacts'
  | 'approvalLink'
>

/** Pays within a policy that the user consented to, as a project; a person is asked where it doesn't fit. */
export interface WithinPolicy {
  readonly project: Pick<ProjectClient, 'agentPayments' | 'paymentAuthorizations'>
  readonly connection_id: string
  readonly policy_id?: string
}

export type Asked = PaymentRequest | AgentPayment

export const idOf = (asked: Asked): string => ('request_id' in asked ? asked.request_id : asked.id)

export interface Desk {
  ask(task: Task, priced: Priced, terms: X402Terms): Promise<Asked>
  read(asked: Asked): Promise<Asked>
  /** What the wallet handed over; undefined until it did. */
  authorization(asked: Asked): Promise<string | undefined>
  /** Waits until there may be news, so long at most. */
  news(asked: Asked, wait_ms: number): Promise<void>
}

/** What the service says of a payee that its domain doesn't list, or lists no more. */
const NOT_LISTED = new Set([
  'payee_not_listed',
  'domain_invalid',
  'recipient_retired',
  'payee_not_resolved',
  'payee_listing_stale',
  'recipient_version_not_active',
])

/** The host that was called must itself list the address: nothing that the seller says counts. */
const payeeOf = async (agent: Agent, { url }: Task, { network, asset, contract, address }: Priced) => {
  const { recipient_id, recipient_version_id } = await agent.payees.resolve({
    domain: url.hostname,
    network,
    asset,
    contract,
    address,
  })
  return { recipient_id, recipient_version_id }
}

const translated = (failure: unknown, { url }: Task, { address, network }: Priced): unknown => {
  if (!(failure instanceof ApiError)) return failure
  if (NOT_LISTED.has(failure.code)) {
    return new X402Refusal(
      'payee_not_listed',
      `${url.hostname} doesn't list ${address} on ${network}, so nothing was asked. The seller can list it in /.well-known/svc-recipients.json of that host.`,
      { cause: failure },
    )
  }
  if (failure.code !== 'network_not_enabled') return failure
  return new X402Refusal('network_not_served', `The service doesn't serve ${network}. Nothing was asked.`, {
    cause: failure,
  })
}

const NEWS_MS_MAX = 25_000

export interface AskedPerson {
  readonly request_id: string
  /** Undefined where the agent's client doesn't know the wallet's address. */
  readonly approval_url: string | undefined
}

export const personsDesk = (agent: Agent, onAsked?: (asked: AskedPerson) => unknown): Desk => {
  let since: number | undefined
  return {
    async ask(task, priced, terms) {
      const { amount } = priced
      const { task_ref } = task
      since ??= await agent.events.latest()
      try {
        const payee = await payeeOf(agent, task, priced)
        // What is called is in the terms.
        const display = { title: task.description ?? `One call to ${task.url.host}` }
        const { payment_request } = await agent.requestPayment({ ...payee, task_ref, amount, terms, display })
        const { request_id, status } = payment_request
        if (status === 'pending') await onAsked?.({ request_id, approval_url: agent.approvalLink(request_id) })
        return payment_request
      } catch (failure) {
        if (failure instanceof TaskConflictError) {
          const { payment_request } = failure
          if (isSamePrice(payment_request, priced)) return payment_request
          throw isPaid(payment_request) ? alreadyPaid(payment_request) : priceChanged(payment_request, failure)
        }
        throw translated(failure, task, priced)
      }
    },
    read: async (asked) => (await agent.paymentRequests.read(idOf(asked))).payment_request,
    authorization: (asked) => sealedOf(() => agent.paymentAuthorizations.read(idOf(asked))),
    async news(_asked, wait_ms) {
      // Whole seconds, as the feed counts.
      const wait = Math.floor(Math.min(wait_ms, NEWS_MS_MAX) / 1000)
      if (since === undefined || wait === 0) return pause(wait_ms)
      const page = await agent.events.list({ changes: 'all', since, wait })
      since = page.next_since
      if (page.events.length === 0) await pause(PAUSE_MS)
    },
  }
}

export const projectsDesk = (agent: Agent, { project, connection_id, policy_id }: WithinPolicy): Desk => ({
  async ask(task, priced, terms) {
    const { task_ref: idempotency_key } = task
    try {
      const payee = await payeeOf(agent, task, priced)
      const purpose = `${task.method} ${task.url.host}${task.url.pathname}`.slice(0, 200)
      const wanted = { ...payee, connection_id, amount: priced.amount, purpose, terms, idempotency_key }
      const policy = policy_id !== undefined && { policy_id }
      return await project.agentPayments
        .create({ ...wanted, initiator: 'agent', ...policy })
        .catch((failure: unknown) => {
          // A person was asked, now or when this task first came.
          if (!(failure instanceof HitlRequiredError) && !isReused(failure)) throw failure
          return project.agentPayments.create({ ...wanted, initiator: 'human' })
        })
    } catch (failure) {
      if (!isReused(failure)) throw translated(failure, task, priced)
      // The seller, or the agent, words something otherwise than the first time: what was asked then stands.
      const before = await firstOf(project.agentPayments.list(), idempotency_key)
      if (before && isSamePrice(before, priced)) return before
      throw before && isPaid(before) ? alreadyPaid(before) : priceChanged(before, failure)
    }
  },
  read: (asked) => Promise.resolve(project.agentPayments.read(idOf(asked))),
  authorization: (asked) => sealedOf(() => project.paymentAuthorizations.read(idOf(asked))),
  news: (_asked, wait_ms) => pause(Math.min(wait_ms, PAUSE_MS)),
})

const isReused = (failure: unknown): boolean => failure instanceof ApiError && failure.code === 'idempotency_key_reused'

const firstOf = async (payments: AsyncIterable<AgentPayment>, key: string): Promise<AgentPayment | undefined> => {
  for await (const payment of payments) if (payment.idempotency_key === key) return payment
  return undefined
}

const isSamePrice = ({ payment }: Asked, { amount, address, network, contract }: Priced): boolean =>
  payment.amount === amount && payment.to === address && payment.network === network && payment.contract === contract

const PAUSE_MS = 250

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const sealedOf = async (
  read: () => PromiseLike<{ authorization: { sealed: string } }>,
): Promise<string | undefined> => {
  try {
    return (await read()).authorization.sealed
  } catch (failure) {
    const gone = failure instanceof ApiError && GONE.has(failure.code)
    if (gone) return undefined
    throw failure
  }
}

const GONE = new Set(['authorization_not_there', 'authorization_erased'])

const priceChanged = (asked: Asked | undefined, cause: unknown): X402Refusal =>
  new X402Refusal(
    'price_changed',
    'This call was asked for before, at another price or for another address. Nothing new was asked, and nothing was sent. To pay the new price, name another task.',
    { cause, request_id: asked && idOf(asked) },
  )

/** As a wallet says that nobody used what it signed. */
const ENDED_UNUSED = 'expired_unapplied'

/** What ends the wait for an approval; undefined while one may come, or where it came. */
export const endOf = (asked: Asked): X402Refusal | undefined => {
  const request_id = idOf(asked)
  const { status, reason, settlement, transaction_hash } = asked
  if (settlement.assurance === 'proven_unpaid') {
    return new X402Refusal(
      'proven_unpaid',
      'What was approved for this call has ended unused: it was not paid and can not be paid any more. To ask again, name another task.',
      { request_id },
    )
  }
  const outcome = 'request_id' in asked ? outcomeOf(asked, true) : settlement.assurance
  if (outcome === 'disputed') {
    return new X402Refusal(
      'disputed',
      'The wallet and the ledger disagree about this payment. Do not pay again; look at the request.',
      { request_id, transaction_hash },
    )
  }
  if (status === 'failed' && reason === ENDED_UNUSED) {
    return new X402Refusal(
      'still_waiting',
      'The approval has ended, and the wallet saw no payment by it. The same call tells once the ledger is final.',
      { request_id },
    )
  }
  if (['rejected', 'failed', 'expired', 'canceled'].includes(status)) {
    return new X402Refusal(
      'not_approved',
      `The payment was not approved: ${status}${reason === undefined ? '' : ` (${reason})`}. Nothing was sent to the seller. To ask again, name another task.`,
      { request_id },
    )
  }
  return undefined
}

export const isPaid = ({ status, settlement }: Asked): boolean =>
  settlement.assurance === 'chain_observed' ||
  settlement.assurance === 'merchant_accepted' ||
  status === 'confirmed' ||
  status === 'settled'

export const alreadyPaid = (asked: Asked, response?: Response): X402Refusal => {
  const { transaction_hash } = asked
  const where = transaction_hash === undefined ? '' : ` in transaction ${transaction_hash}`
  return new X402Refusal(
    'already_paid',
    `This call was paid before${where}. Do not pay again: ask the seller for what was bought. To buy it once more, name another task.`,
    {
      request_id: idOf(asked),
      transaction_hash,
      response,
    },
  )
}
