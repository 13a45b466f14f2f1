/** The bell of a connection's feed: rung by whatever adds to it, heard by whoever waits for more. */
import type { Uuid } from '@countersign/contract/ids'

export const feedBell = (connection_id: Uuid): string => `events.${connection_id}`
