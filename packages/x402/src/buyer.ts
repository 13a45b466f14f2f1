/**
 * `fetch` for an agent that buys: what costs nothing is fetched as always, and a 402 becomes a request that a person, or a policy of
 * theirs, approves. The official client carries the rest. One call of a task is under way at a time; others of the same task share its answer.
 */
import { ApiError, NetworkError, OutcomeUnknownError, TimeoutError } from '@pursestrings/sdk'
import { approvedFor } from './approved.ts'
import {
  type Agent,
  type Asked,
  type AskedPerson,
  alreadyPaid,
  type Desk,
  endOf,
  idOf,
  isPaid,
  personsDesk,
  projectsDesk,
  type WithinPolicy,
} from './ask-payment.ts'
import {
  type Offer,
  type OfficialClient,
  type OfficialPackages,
  type PayloadResult,
  requiredIn,
  type Scheme,
} from './official.ts'
import { X402Refusal } from './outcomes.ts'
import { chooseOffer, readOffer, SERVED_NETWORKS } from './read-offer.ts'
import { type Identity, type Seal, sealOf } from './seal.ts'
import { expectSameHost, sendPaid } from './send-paid.ts'
import { shared } from './shared.ts'
import { type Task, type TaskOptions, taskOf } from './task.ts'

export interface BuyerOptions<Client extends OfficialClient> extends Identity {
  /** Connected, with the scopes `payment.requests.create`, `payment.requests.read` and `payees.resolve`. */
  readonly agent: Agent
  readonly official: OfficialPackages<Client>
  readonly within_policy?: WithinPolicy
  /** How long one call waits for a person; five minutes by default. */
  readonly timeout_ms?: number
  readonly fetch?: typeof globalThis.fetch
  /** Told where the person finds the request, before the wait; not within a policy. */
  readonly onAsked?: (asked: AskedPerson) => unknown
}

export interface PaidCall extends TaskOptions {
  readonly timeout_ms?: number
}

/** Throws X402Refusal where nothing was delivered. Its answer may be what a 402 was paid for: `paymentOf` tells. */
export type PayingFetch = (input: string | URL | Request, init?: RequestInit, call?: PaidCall) => Promise<Response>

const TIMEOUT_MS = 300_000

const payments = new WeakMap<Response, string>()

/** The request that this answer was paid with; what became of it is the ledger's to say: `agent.paymentRequests.waitForPaid`. */
export const paymentOf = (response: Response): string | undefined => payments.get(response)

export const createPayingFetch = <Client extends OfficialClient>(options: BuyerOptions<Client>): PayingFetch => {
  const { agent, official, within_policy, fetch = globalThis.fetch } = options
  const buying = shared<Delivered>()
  let seal: Promise<Seal> | undefined
  return async (input, init, { timeout_ms = options.timeout_ms ?? TIMEOUT_MS, ...named } = {}) => {
    const request = new Request(input, init)
    const task = await taskOf(request, named)
    const first = await fetch(request.clone())
    if (first.status !== 402) return first
    expectSameHost(task, first)
    const buy = async (): Promise<Delivered> => {
      seal ??= sealOf(options)
      const desk = within_policy ? projectsDesk(agent, within_policy) : personsDesk(agent, options.onAsked)
      return buyOnce({ task, request, first, desk, agent, official, fetch, timeout_ms, seal: await seal })
    }
    const { response, request_id } = await buying(task.task_ref, buy, () => first.body?.cancel())
    const own = response.clone()
    payments.set(own, request_id)
    return own
  }
}

interface Delivered {
  readonly response: Response
  readonly request_id: string
}

interface Purchase<Client extends OfficialClient> {
  readonly task: Task
  readonly request: Request
  readonly first: Response
  readonly desk: Desk
  readonly agent: Agent
  readonly official: OfficialPackages<Client>
  readonly fetch: typeof globalThis.fetch
  readonly timeout_ms: number
  readonly seal: Seal
}

const buyOnce = async <Client extends OfficialClient>(purchase: Purchase<Client>): Promise<Delivered> => {
  const { task, request, first, desk, official, fetch } = purchase
  const required = requiredIn(first)
  const chosen = required && chooseOffer(required.accepts)
  if (chosen === undefined) {
    throw new X402Refusal(
      'network_not_served',
      `${task.url.host} asks to be paid, but not by x402 version 2 with an offer. Nothing was asked.`,
      { response: first },
    )
  }
  readOffer(chosen)
  const { scheme, refused, approved } = schemeOf(purchase)
  const client = new official.x402Client(
    (_version, offers) => chooseOffer(offers) ?? (offers[0] as (typeof offers)[number]),
  )
  client.setSpendControls(false)
  for (const network of SERVED_NETWORKS) client.register(network, scheme)
  let answered = false
  const carry: typeof globalThis.fetch = async (input) => {
    if (!answered) {
      answered = true
      return first
    }
    const asked = approved()
    return sendPaid(fetch, new Request(input), { task, request_id: asked && idOf(asked) })
  }
  try {
    const response = await official.wrapFetchWithPayment(carry, client)(request)
    const asked = approved()
    if (asked === undefined)
      throw new X402Refusal('seller_refused', `${task.url.host} asked to be paid and took no payment.`, { response })
    if (response.status >= 400) throw await refusalOf(response, { asked, chosen, desk, task })
    return { response, request_id: idOf(asked) }
  } catch (failure) {
    throw told(refused() ?? failure, approved())
  }
}

/** Our scheme for the official client. It wraps what a scheme throws in an error without a cause, so the reason is kept. */
const schemeOf = ({ task, desk, agent, seal, timeout_ms }: Omit<Purchase<OfficialClient>, 'official'>) => {
  let reason: unknown
  let asked: Asked | undefined
  const create: Scheme['createPaymentPayload'] = async (x402Version, offer, { extensions = {} } = {}) => {
    const approved = await approvedFor(task, readOffer(offer), { agent, desk, seal, timeout_ms })
    asked = approved.asked
    const { authorization, signature } = approved.signed
    const result: PayloadResult = { x402Version, payload: { authorization, signature } }
    return PAYMENT_IDENTIFIER in extensions ? { ...result, extensions: identifierOf(idOf(asked)) } : result
  }
  const scheme: Scheme = {
    scheme: 'exact',
    createPaymentPayload: (...given) =>
      create(...given).catch((failure: unknown) => {
        reason = failure
        throw failure
      }),
  }
  return { scheme, refused: () => reason, approved: () => asked }
}

/** With it, a seller can deliver again what a lost answer held. */
const PAYMENT_IDENTIFIER = 'payment-identifier'
const identifierOf = (id: string) => ({ [PAYMENT_IDENTIFIER]: { info: { id } } })

interface After {
  readonly asked: Asked
  readonly chosen: Offer
  readonly desk: Desk
  readonly task: Task
}

/** The seller has the authorization and delivered nothing: what the service knows of the ledger goes before what the seller says. */
const refusalOf = async (response: Response, { asked, chosen, desk, task }: After): Promise<X402Refusal> => {
  const request_id = idOf(asked)
  const now = await desk.read(asked)
  const over = endOf(now)
  if (over) return over
  if (isPaid(now)) return alreadyPaid(now, response)
  const offer =
    response.status === 402
      ? requiredIn(response)?.accepts.find(
          ({ network, asset, scheme }) =>
            network === chosen.network && asset === chosen.asset && scheme === chosen.scheme,
        )
      : undefined
  if (offer && (offer.amount !== chosen.amount || offer.payTo !== chosen.payTo)) {
    return new X402Refusal(
      'price_changed',
      `${task.url.host} changed its price or address after the approval. What was approved pays the old price alone, and the seller didn't use it.`,
      { request_id, response },
    )
  }
  return new X402Refusal(
    'seller_refused',
    `${task.url.host} answered ${response.status} to the payment. The approval may still be used until it ends; make the same call again, and nothing is paid twice.`,
    { request_id, response },
  )
}

/** What is lost on the way, or put off, is not known yet: the same call finds out. */
const told = (failure: unknown, asked: Asked | undefined): unknown => {
  const lost = LOST.some((kind) => failure instanceof kind) || (asked !== undefined && failure instanceof TypeError)
  const put_off = failure instanceof ApiError && (failure.status >= 500 || PUT_OFF.has(failure.status))
  if (!lost && !put_off) return failure
  return new X402Refusal(
    'still_waiting',
    'An answer was lost on the way, or the service takes no calls now. Make the same call again: it goes on with the same request, and nothing is paid twice.',
    { request_id: asked && idOf(asked), cause: failure },
  )
}

const LOST = [NetworkError, TimeoutError, OutcomeUnknownError]
const PUT_OFF = new Set([408, 429])
