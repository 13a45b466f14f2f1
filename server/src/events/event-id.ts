/**
 * An event's id follows from its place in its feed: nothing to store, the same on every node and at every delivery. Half of
 * it tells the feed, half is the cursor.
 */
import { hash } from 'node:crypto'
import { type Id, idOf, type Uuid } from '@countersign/contract/wire/ids'

export const eventIdsOf = (connection_id: Uuid): ((cursor: number) => Id<'evt'>) => {
  const feed = hash('sha256', connection_id, 'hex').slice(0, 16)
  return (cursor) => idOf('evt', (feed + cursor.toString(16).padStart(16, '0')) as Uuid)
}

export const eventIdOf = (connection_id: Uuid, cursor: number): Id<'evt'> => eventIdsOf(connection_id)(cursor)
