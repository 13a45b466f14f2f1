/** Notifications of the log: of one feed, for whoever waits for more, and of anything new, for the sequencer. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

/** Of a connection, merchant, device or project. */
export const feedNotification = (owner_id: Uuid): string => `events.${owner_id}`
/** Sent after the commit where many events come; without it the sequencer is rung for by the worker's next look. */
export const APPENDED_TOPIC = 'events-appended'

// What others do with new events, in the transaction that gives them their cursors.

/** What is new in the feed of a merchant, in order. */
export interface Sequenced {
  readonly merchant_id: Uuid
  readonly event_ids: readonly Uuid[]
}

export type OnSequenced = (tx: SystemTx, sequenced: readonly Sequenced[]) => Promise<void>

/** The same for every feed that grew, by its owner: a merchant, a device or a project. */
export type OnGrown = (tx: SystemTx, owner_ids: readonly Uuid[]) => Promise<void>
