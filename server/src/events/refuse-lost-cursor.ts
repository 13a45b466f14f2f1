/**
 * Cursors that are no place in a feed. Beyond its end: the reader is told where the last event stands. Without an event: only a
 * restored backup leaves such, and its reader saw events that are lost. It is told so, and where to go on, instead of being
 * given what comes next as if nothing were missing. Feeds have no other gaps, so most pages show by themselves that all is well.
 */
import { cursorAhead, cursorReset } from '@countersign/contract/events/errors'
import { Refusal } from '../refusal.ts'

export interface Place {
  readonly since: number
  /** Of the first event after it, if there is one. */
  readonly first: number | undefined
  /** Where the counter stands: after a restore that is beyond the last event. */
  readonly last_cursor: number
  readonly epoch: number
}

export const refuseLostCursor = async (
  { since, first, last_cursor, epoch }: Place,
  lastUpTo: (cursor: number) => Promise<number>,
): Promise<void> => {
  if (since > last_cursor) {
    throw new Refusal(cursorAhead, { details: { last_cursor: await lastUpTo(last_cursor) }, authenticated: true })
  }
  if (since === 0 || (first ?? last_cursor + 1) === since + 1) return
  const resume_from = await lastUpTo(since)
  if (resume_from !== since) throw new Refusal(cursorReset, { details: { resume_from, epoch }, authenticated: true })
}
