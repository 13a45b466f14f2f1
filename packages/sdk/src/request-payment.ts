/**
 * Asks for a payment so that one task never asks twice, whatever amount or payee a second try names: the idempotency key and
 * the request's id follow from the connection and the task alone. Another intent for the task is refused with the request
 * that is there. `replace` takes that one back first; what follows it has a key made from its id, so two who replace at the
 * same moment meet at one key. What comes back is checked against what was asked and against its own digest.
 */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { isTerminal } from '@pursestrings/protocol/payment-status'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { ApiError, ResourceNotFoundError } from './api-error.ts'
import { hexOf, sha256 } from './bytes.ts'
import { type CallOptions, PursestringsError } from './call.ts'
import type { PaymentRequestsCreateInput } from './generated/calls.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { PaymentRequest } from './generated/records.ts'
import { checkDigest, FactsMismatchError } from './verify-facts.ts'
import { termsDigest } from './verify-terms.ts'

// A task that has asked for one payment is asked for another.

/** Nothing new was asked for. `payment_request` is what the task asked for before, as it is now. */
export class TaskConflictError extends PursestringsError {
  override readonly name = 'TaskConflictError'
  readonly task_ref: string
  readonly payment_request: PaymentRequest

  constructor(task_ref: string, payment_request: PaymentRequest) {
    const { request_id, status } = payment_request
    // No amount: the request's signature has not been checked yet.
    super(
      `This task has asked for another amount, payee or purpose already: request ${request_id} is ${status}. Nothing new was asked for. Use that request, name another task, or set \`replace\` to take back what still waits.`,
    )
    this.task_ref = task_ref
    this.payment_request = payment_request
  }
}

export interface PaymentWanted
  extends Omit<PaymentRequestsCreateInput, 'payment' | 'policy' | 'idempotency_key' | 'request_id' | 'terms'> {
  /**
   * What the payment is for, the same at every try: an order or task number. It is kept in `metadata.task_ref`. A request
   * that has ended stays the answer to its task; to ask for another payment, name another task or set `replace`.
   */
  readonly task_ref: string
  /** Exact decimal text, such as `12.5`. */
  readonly amount: string
  /** What the payment is for, where the payee sells it at an address. */
  readonly terms?: PaymentTerms | undefined
  /**
   * Asks again for a task whose request waits with another amount, payee or other terms, or has ended unpaid. The one that waits is
   * canceled first; one that the user has approved is never replaced.
   */
  readonly replace?: boolean
}

export interface PaymentInput {
  readonly payment_request: PaymentRequest
  /** It had been asked for before; this is that request, as it is now. */
  readonly replayed: boolean
  readonly idempotency_key: string
}

type Calls = Pick<AgentOperations, 'paymentRequests'>

/** Others may replace at the same time; whoever loses that often is told what there is. */
const ROUNDS = 10

export const requestPayment = async (
  calls: Calls,
  connection_id: string,
  { replace = false, ...wanted }: PaymentWanted,
  options?: CallOptions,
): Promise<PaymentInput> => {
  const { task_ref } = wanted
  if (task_ref === '') throw new TypeError('task_ref must not be empty')
  const task = { connection_id, task_ref }
  let asked = await ask(calls, await namesOf(task), wanted, options)
  for (let round = 0; asked.replayed; round++) {
    asked = await newest(calls, task, asked, options)
    const { payment_request } = asked
    await checkDigest(payment_request)
    const same = await isSame(payment_request, wanted)
    if (same && !(replace && isUnpaid(payment_request))) return asked
    if (!replace || round === ROUNDS) throw new TaskConflictError(task_ref, payment_request)
    const ended = await takeBack(calls, payment_request, options)
    if (!isUnpaid(ended)) throw new TaskConflictError(task_ref, ended)
    asked = await ask(calls, await namesOf({ ...task, after: ended.request_id }), wanted, options)
  }
  await checkDigest(asked.payment_request)
  if (await isSame(asked.payment_request, wanted)) return asked
  throw new FactsMismatchError('intent', 'The request has a different payee, amount or terms.')
}

interface Names {
  readonly idempotency_key: string
  readonly request_id: string
}

const ask = async (
  { paymentRequests }: Calls,
  { idempotency_key, request_id }: Names,
  { task_ref, amount, metadata, ...wanted }: Omit<PaymentWanted, 'replace'>,
  options: CallOptions | undefined,
): Promise<PaymentInput> => {
  const policy = { requires_user_approval: true } as const
  const input = { ...wanted, metadata: { ...metadata, task_ref }, request_id, payment: { amount }, policy }
  const create = paymentRequests.create({ ...input, idempotency_key }, options)
  return create.withResponse().then(
    ({ data: { payment_request }, response }) => ({
      payment_request: expectNamed(payment_request, request_id),
      replayed: response.headers.get('idempotency-replayed') === 'true',
      idempotency_key,
    }),
    async (failure: unknown) => {
      // The same task, worded otherwise than the first time: what was asked then stands.
      if (!(failure instanceof ApiError) || failure.code !== 'idempotency_key_reused') throw failure
      const { payment_request } = await paymentRequests.read(request_id, {}, options)
      return { payment_request: expectNamed(payment_request, request_id), replayed: true, idempotency_key }
    },
  )
}

/** Another's request of the same price to the same payee is signed, too. */
const expectNamed = (request: PaymentRequest | undefined, request_id: string): PaymentRequest => {
  if (request?.request_id === request_id) return request
  throw new FactsMismatchError('intent', 'The answer is about a different request.')
}

/** What followed it, if it was replaced. Only what has ended is ever replaced. */
const newest = async (
  { paymentRequests }: Calls,
  task: Task,
  first: PaymentInput,
  options: CallOptions | undefined,
): Promise<PaymentInput> => {
  let found = first
  while (isTerminal(found.payment_request.status)) {
    const { request_id, idempotency_key } = await namesOf({ ...task, after: found.payment_request.request_id })
    const next = await paymentRequests.read(request_id, {}, options).catch((failure: unknown) => {
      if (failure instanceof ResourceNotFoundError) return undefined
      throw failure
    })
    if (!next) break
    found = { payment_request: expectNamed(next.payment_request, request_id), replayed: true, idempotency_key }
  }
  return found
}

/** The request as it is after that: the user may have decided meanwhile. */
const takeBack = async (
  { paymentRequests }: Calls,
  request: PaymentRequest,
  options: CallOptions | undefined,
): Promise<PaymentRequest> => {
  if (request.status !== 'pending') return request
  const { request_id } = request
  try {
    return (await paymentRequests.cancel(request_id, options)).payment_request
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.code !== 'invalid_transition') throw failure
    return (await paymentRequests.read(request_id, {}, options)).payment_request
  }
}

/** It has ended, and nobody has named a transaction for it. */
const isUnpaid = ({ status, transaction_hash }: PaymentRequest): boolean =>
  isTerminal(status) && status !== 'confirmed' && transaction_hash === undefined

const isSame = async (
  { recipient_id, payment, terms_digest }: PaymentRequest,
  wanted: Pick<PaymentWanted, 'recipient_id' | 'amount' | 'terms'>,
): Promise<boolean> =>
  recipient_id === wanted.recipient_id &&
  sameAmount(payment.amount, wanted.amount) &&
  terms_digest === (wanted.terms && (await termsDigest(wanted.terms)))

/** `12.5` and `12.50` are one amount. */
export const sameAmount = (a: string, b: string): boolean => plain(a) === plain(b)

const plain = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

interface Task {
  readonly connection_id: string
  readonly task_ref: string
  /** The request that this one replaces. */
  readonly after?: string
}

export const namesOf = async (task: Task): Promise<Names> => {
  const digest = hexOf(await sha256(canonicalJson({ type: 'svc.task.v1', ...task })))
  return { idempotency_key: `task-${digest}`, request_id: `task-${digest.slice(0, 32)}` }
}
