/** What can be said against the cursor of a feed. */
import { errorEntry } from '../errors.ts'

export const cursorAhead = errorEntry({
  code: 'cursor_ahead',
  status: 422,
  meaning: 'The cursor is beyond the end of this feed; `last_cursor` says where the end is.',
  recovery: 'A cursor belongs to one feed. Start again from one that this feed gave you.',
  retry: 'never',
})
