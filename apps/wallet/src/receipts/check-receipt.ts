/** Checks a receipt on this device, against the log that this wallet pinned when it was made. Undefined where it pinned none. */
import { type ReceiptVerdict, verifyReceipt } from '@pursestrings/sdk/verify'
import { openedDevice } from '../keys/session.ts'

export const checkReceipt = async (text: string): Promise<ReceiptVerdict | undefined> => {
  const { log_policy } = openedDevice()
  return log_policy === undefined ? undefined : verifyReceipt(text, log_policy)
}
