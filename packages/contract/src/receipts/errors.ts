import { errorEntry } from '../errors.ts'

export const receiptNotReady = errorEntry({
  code: 'receipt_not_ready',
  status: 409,
  meaning:
    "There is no receipt yet: the payment still waits for the wallet, or the service's key isn't in the public log yet.",
  recovery: 'Ask again once the wallet has answered, or the payment has ended.',
  retry: 'later',
})
