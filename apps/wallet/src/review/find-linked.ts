/**
 * Whether this wallet was asked what a link names. Anybody else is told the same, whether there is such a request or not. The link
 * names a request and nothing more: whatever else its address says is not read.
 */
import { linkedRequest } from '@pursestrings/protocol/approval-link'
import { ApiError, type WalletClient } from '@pursestrings/sdk'
import type { Asked } from './check-request.ts'

export type Found = Asked | 'not_here' | 'several'

/** An agent may call its request as it likes, so what has the form of an agent payment's name can be either. */
const AGENT_PAYMENT = /^apy_[0-9a-z]{26}$/

export const findLinked = async (
  { paymentRequests, agentPayments }: Pick<WalletClient, 'paymentRequests' | 'agentPayments'>,
  fragment: string,
): Promise<Found> => {
  const request_id = linkedRequest(fragment)
  if (request_id === undefined) return 'not_here'
  const asked = await mine(async () => (await paymentRequests.read(request_id)).payment_request)
  if (asked !== 'not_here' || !AGENT_PAYMENT.test(request_id)) return asked
  return mine(async () => {
    const { id, connection_id } = await agentPayments.read(request_id)
    return { request_id: id, connection_id, kind: 'agent_payment' }
  })
}

const mine = async (read: () => Promise<Asked>): Promise<Found> => {
  try {
    const { request_id, connection_id, kind } = await read()
    return { request_id, connection_id, ...(kind && { kind }) }
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.code === 'request_id_ambiguous') return 'several'
    if (failure.status === 404 || failure.status === 422) return 'not_here'
    throw failure
  }
}
