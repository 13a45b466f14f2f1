/** An event's id follows from its place in its feed: nothing to store, the same on every node and at every delivery. */
import { hash } from 'node:crypto'
import { type Id, idOf, type Uuid } from '@countersign/contract/ids'

export const eventIdOf = (connection_id: Uuid, cursor: number): Id<'evt'> => {
  const hex = hash('sha256', `${connection_id}:${cursor}`, 'hex').slice(0, 32)
  return idOf('evt', hex as Uuid)
}
