import { api } from '../client.ts'
import type { Asked } from '../review/check-request.ts'
import { type Payment, requestOf } from './payment.ts'

export const readPayment = async ({ connection_id, request_id, kind }: Asked): Promise<Payment> =>
  kind === 'agent_payment'
    ? requestOf(await api().agentPayments.read(request_id))
    : (await api().paymentRequests.read(request_id, { connection_id })).payment_request
