import { api } from '../client.ts'
import type { Asked } from '../review/check-request.ts'

export const readReceipt = ({ connection_id, request_id, kind }: Asked): Promise<{ readonly receipt: string }> =>
  Promise.resolve(
    kind === 'agent_payment'
      ? api().agentPayments.readReceipt(request_id)
      : api().paymentRequests.readReceipt(request_id, { connection_id }),
  )
