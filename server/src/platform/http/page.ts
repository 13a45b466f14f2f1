/** Pages by cursor, never by offset: the cursor is the id of the last record seen, and ids are ordered by time. */
import { cursorInvalid } from '@pursestrings/contract/transport-errors'
import { PAGE_LIMIT_DEFAULT } from '@pursestrings/contract/wire/envelopes'
import { NIL_UUID, type Prefix, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { Refusal } from '../refusal.ts'

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

export const beforeCursor = (prefix: Prefix, query: PageQuery): { before: Uuid | undefined; limit: number } => {
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT
  if (query.cursor === undefined) return { before: undefined, limit }
  const before = uuidOf(prefix, query.cursor)
  if (before === NIL_UUID) throw new Refusal(cursorInvalid)
  return { before, limit }
}

/** Ask the store for one more than the limit: whether it came tells if there is a next page. */
export const pageOf = <R>(
  rows: readonly R[],
  limit: number,
  cursorOf: (last: R) => string,
): { records: R[]; next_cursor: string | null } => {
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return { records, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
