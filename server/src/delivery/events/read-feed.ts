/**
 * A page of the feed of a merchant, of a wallet or of a project, by the feed's own cursor: without gaps, so that a reader that
 * saw n has seen all before it. An item is what a webhook says of the event, with its cursor and id.
 */
import { type Id, idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { type EventOnWire, eventOnWire } from './event-on-wire.ts'
import { lastEntryOf, selectFeed } from './events.store.ts'
import { refuseLostCursor } from './read-page.ts'

export interface FeedPage {
  readonly events: readonly (EventOnWire & { readonly cursor: number; readonly event_id: Id<'evt'> })[]
  readonly next_since: number
  readonly has_more: boolean
}

interface Look {
  readonly since: number
  readonly limit: number
}

export const readMerchantFeed = (tx: TenantTx, look: Look, epoch: number): Promise<FeedPage> =>
  readFeed(tx, tx.merchant_id, look, epoch)
export const readWalletFeed = (tx: WalletTx, look: Look, epoch: number): Promise<FeedPage> =>
  readFeed(tx, tx.wallet_id, look, epoch)
/** Of a project of the tenant's. */
export const readProjectFeed = (tx: TenantTx, project_id: Uuid, look: Look, epoch: number): Promise<FeedPage> =>
  readFeed(tx, project_id, look, epoch)

const readFeed = async (tx: TenantTx | WalletTx, owner_id: Uuid, look: Look, epoch: number): Promise<FeedPage> => {
  const { last_cursor, rows } = await selectFeed(tx, owner_id, look)
  const place = { since: look.since, first: rows[0]?.cursor, last_cursor, epoch }
  await refuseLostCursor(place, (cursor) => lastEntryOf(tx, owner_id, cursor))
  const next_since = rows.at(-1)?.cursor ?? look.since
  return {
    events: rows.map((row) => ({ cursor: row.cursor, event_id: idOf('evt', row.event_id), ...eventOnWire(row) })),
    next_since,
    // Counters jump with an epoch, so the last event may stand before the end.
    has_more: rows.length > 0 && next_since < last_cursor,
  }
}
