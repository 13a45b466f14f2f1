import { useParams, useSearchParams } from 'react-router'
import { api } from '../client.ts'
import type { Asked } from '../review/check-request.ts'
import { type Payment, requestOf } from './payment.ts'

export const readPayment = async ({ connection_id, request_id, kind }: Asked): Promise<Payment> =>
  kind === 'agent_payment'
    ? requestOf(await api().agentPayments.read(request_id))
    : (await api().paymentRequests.read(request_id, { connection_id })).payment_request

/** What the address of the page speaks of. */
export const useAsked = (): Asked => {
  const { connection = '', id = '' } = useParams()
  const [query] = useSearchParams()
  return {
    connection_id: connection,
    request_id: id,
    ...(query.get('kind') === 'agent_payment' && { kind: 'agent_payment' as const }),
  }
}
