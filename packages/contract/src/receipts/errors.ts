import { errorEntry } from '../errors.ts'

export const receiptNotReady = errorEntry({
  code: 'receipt_not_ready',
  status: 409,
  meaning: "There is no receipt yet: the request is still pending, or the service's key isn't in the public log yet.",
  recovery: 'Ask again once the request has been decided.',
  retry: 'later',
})
