/**
 * Asks for a payment so that no second try can ask twice: the idempotency key and the request's id follow from the
 * connection, the payee, the amount and the task, whatever else the caller words anew. What comes back is checked against
 * what was asked and against its own digest.
 */
import { ApiError } from './api-error.ts'
import { hexOf, sha256 } from './bytes.ts'
import type { CallOptions } from './call.ts'
import type { PaymentRequestsCreateInput } from './generated/calls.ts'
import { canonicalJson } from './generated/canonical.ts'
import type { AgentOperations } from './generated/clients.ts'
import type { PaymentRequest } from './generated/records.ts'
import { checkDigest, FactsMismatchError } from './verify-facts.ts'

export interface PaymentWanted
  extends Omit<PaymentRequestsCreateInput, 'payment' | 'policy' | 'idempotency_key' | 'request_id'> {
  /**
   * What the payment is for, the same at every try: an order or task number. A request that has ended stays the answer to
   * its task; to ask for another payment, name another.
   */
  readonly task_ref: string
  /** Exact decimal text, such as `12.5`. */
  readonly amount: string
}

export interface PaymentInput {
  readonly payment_request: PaymentRequest
  /** It had been asked for before; this is that request, as it is now. */
  readonly replayed: boolean
  readonly idempotency_key: string
}

type Input = Pick<AgentOperations, 'paymentRequests'>

export const requestPayment = async (
  { paymentRequests }: Input,
  connection_id: string,
  { task_ref, amount, ...wanted }: PaymentWanted,
  options?: CallOptions,
): Promise<PaymentInput> => {
  if (task_ref === '') throw new TypeError('task_ref must name the task, the same at every try')
  const digest = await taskDigest({ connection_id, recipient_id: wanted.recipient_id, amount, task_ref })
  const [idempotency_key, request_id] = [`task-${digest}`, `task-${digest.slice(0, 32)}`]
  const create = paymentRequests.create(
    { ...wanted, request_id, payment: { amount }, policy: { requires_user_approval: true }, idempotency_key },
    options,
  )
  const { payment_request, replayed } = await create.withResponse().then(
    ({ data, response }) => ({
      payment_request: data.payment_request,
      replayed: response.headers.get('idempotency-replayed') === 'true',
    }),
    async (failure: unknown) => {
      // The same task, worded otherwise than the first time: what was asked then stands.
      if (!(failure instanceof ApiError) || failure.code !== 'idempotency_key_reused') throw failure
      return { payment_request: (await paymentRequests.read(request_id, {}, options)).payment_request, replayed: true }
    },
  )
  await checkIntent(payment_request, { ...wanted, amount })
  return { payment_request, replayed, idempotency_key }
}

interface Task {
  readonly connection_id: string
  readonly recipient_id: string
  readonly amount: string
  readonly task_ref: string
}

/** `12.5` and `12.50` are one amount. */
export const taskDigest = async ({ amount, ...task }: Task): Promise<string> =>
  hexOf(await sha256(canonicalJson({ type: 'svc.task.v1', ...task, amount: plain(amount) })))

const plain = (amount: string): string => (amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount)

const checkIntent = async (
  request: PaymentRequest,
  wanted: Pick<PaymentWanted, 'recipient_id' | 'amount'>,
): Promise<void> => {
  const { recipient_id, payment } = await checkDigest(request)
  if (recipient_id === wanted.recipient_id && plain(payment.amount) === plain(wanted.amount)) return
  throw new FactsMismatchError('intent', 'The request names another payee or amount than was asked for.')
}
