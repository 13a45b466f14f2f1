/** What can be refused about audit events, and what to do next. */
import { errorEntry } from '../errors.ts'

export const cursorInvalid = errorEntry({
  code: 'cursor_invalid',
  status: 422,
  meaning: 'The cursor was not issued by this list.',
  recovery: 'Send `next_cursor` of the page before, unchanged, or start without a cursor.',
  retry: 'never',
})
