import { type ReceiptVerdict, verifyReceipt } from '@pursestrings/sdk/verify'
import { api } from '../client.ts'
import { openedDevice } from '../keys/session.ts'
import type { Asked } from '../review/check-request.ts'

/** Checks a receipt on this device, against the log that this wallet pinned when it was made. Undefined where it pinned none. */
export const checkReceipt = async (text: string): Promise<ReceiptVerdict | undefined> => {
  const { log_policy } = openedDevice()
  return log_policy === undefined ? undefined : verifyReceipt(text, log_policy)
}

export const readReceipt = ({ connection_id, request_id, kind }: Asked): Promise<{ readonly receipt: string }> =>
  Promise.resolve(
    kind === 'agent_payment'
      ? api().agentPayments.readReceipt(request_id)
      : api().paymentRequests.readReceipt(request_id, { connection_id }),
  )
