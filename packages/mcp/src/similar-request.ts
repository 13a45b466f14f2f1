/**
 * Holds back what looks like the same payment under another name: a model that starts over may call its task something
 * else. The same payee and amount, waiting already, is asked for twice only when the caller says that it is meant.
 */
import type { AgentClient, PaymentRequest } from '@pursestrings/sdk'
import { Refusal } from './refusal.ts'

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
