/** Something happened: it is logged in the transaction in which it did, for every feed that the contract names. */
import { type EventKind, eventResourceOf, type Feed } from '@pursestrings/contract/events/kinds'
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { insertEvent, insertEvents } from './events.store.ts'

export interface NewEvent {
  readonly kind: EventKind
  readonly merchant_id: Uuid
  /** What it happened to: the row that the caller holds. */
  readonly subject_id: Uuid
  readonly connection_id?: Uuid
  /** Whose wallet's feed gets it: the connection's. */
  readonly device_id?: Uuid
  /** What the wire shows besides, ids as UUIDs. */
  readonly data: object
}

export const appendEvent = (tx: TenantTx | WalletTx, event: NewEvent): Promise<void> => insertEvent(tx, rowOf(event))

/** In one statement, whatever their number. */
export const appendEvents = (tx: TenantTx | WalletTx, events: readonly NewEvent[]): Promise<void> =>
  insertEvents(tx, events.map(rowOf))

const rowOf = (event: NewEvent) => {
  const { feeds } = eventResourceOf(event.kind)
  const feedOf = (feed: Feed, owner_id: Uuid | undefined) => (feeds.includes(feed) ? (owner_id ?? null) : null)
  return {
    ...event,
    event_id: newUuidFor(event.merchant_id),
    connection_id: event.connection_id ?? null,
    for_merchant: feeds.includes('merchant'),
    device_id: feedOf('wallet', event.device_id),
  }
}

/** After a restored backup: the next event of every feed has a cursor that no reader has seen. Connections count by themselves. */
export const jumpFeeds = async ({ client }: SystemTx, by: number): Promise<void> => {
  await client.query('select jump_feeds($1)', [by])
}

// Notifications of the log: of one feed, for whoever waits for more, and of anything new, for the sequencer.

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
