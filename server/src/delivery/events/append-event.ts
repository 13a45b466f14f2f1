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
