/** What can be said against the time that an overview is asked for. */
import { errorEntry } from '../errors.ts'

export const overviewRangeInvalid = errorEntry({
  code: 'overview_range_invalid',
  status: 422,
  meaning: '`from` must be before `to`, and not too far from it.',
  recovery: 'Ask for at most 31 days by the hour, or 366 days by the day.',
  retry: 'never',
})
