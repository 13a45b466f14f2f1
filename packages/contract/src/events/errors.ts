/** What can be said against the cursor of a feed. */
import { errorEntry } from '../errors.ts'

export const cursorAhead = errorEntry({
  code: 'cursor_ahead',
  status: 422,
  meaning: 'The cursor is past the end of this feed; the last one is `last_cursor`.',
  recovery: 'Use a cursor that this feed gave you.',
  retry: 'never',
})

export const cursorReset = errorEntry({
  code: 'cursor_reset',
  status: 410,
  meaning:
    'The service was restored from a backup, and events that you have seen up to this cursor are lost. `resume_from` is the last cursor before them, `epoch` the number of the history since then.',
  recovery:
    'Read what you keep about open requests again, then go on from `resume_from`. Cursors jump after a restore, so no number comes twice.',
  retry: 'never',
})
