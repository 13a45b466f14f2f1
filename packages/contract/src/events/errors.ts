/** What can be said against the cursor of a feed. */
import { errorEntry } from '../errors.ts'

export const cursorAhead = errorEntry({
  code: 'cursor_ahead',
  status: 422,
  meaning: 'The cursor is past the end of this feed; the last one is `last_cursor`.',
  recovery: 'Use a cursor that this feed gave you.',
  retry: 'never',
})
