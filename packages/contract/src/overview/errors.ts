/** What can be said against the time that an overview is asked for. */
import { errorEntry } from '../errors.ts'

export const overviewRangeInvalid = errorEntry({
  code: 'overview_range_invalid',
  status: 422,
  meaning: '`from` is not before `to`, or there are too many buckets between them.',
  recovery: 'Ask for at most 31 days by the hour, or 366 days by the day.',
  retry: 'never',
})
