/** What can be refused about merchant keys, and what to do next. */
import { errorEntry } from '../errors.ts'
import { MERCHANT_KEYS_LIVE_MAX } from './records.ts'

export const tooManyMerchantKeys = errorEntry({
  code: 'too_many_merchant_keys',
  status: 409,
  meaning: `The organization has ${MERCHANT_KEYS_LIVE_MAX} active keys, the maximum.`,
  recovery: 'Revoke one that is no longer used (see `last_used_at`), then create the new one.',
  retry: 'never',
})
