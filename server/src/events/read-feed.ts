/**
 * A page of the feed of a merchant, of a wallet or of a project, by the feed's own cursor: without gaps, so that a reader that
 * saw n has seen all before it. An item is what a webhook says of the event, with its cursor and id.
 */
import { cursorAhead } from '@countersign/contract/events/errors'
import { type Id, idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type EventOnWire, eventOnWire } from './event-on-wire.ts'
import { selectFeed } from './events.store.ts'

export interface FeedPage {
  readonly events: readonly (EventOnWire & { readonly cursor: number; readonly event_id: Id<'evt'> })[]
  readonly next_since: number
  readonly has_more: boolean
}

interface Look {
  readonly since: number
  readonly limit: number
}

export const readMerchantFeed = (tx: TenantTx, look: Look): Promise<FeedPage> => readFeed(tx, tx.merchant_id, look)
export const readWalletFeed = (tx: WalletTx, look: Look): Promise<FeedPage> => readFeed(tx, tx.device_id, look)
/** Of a project of the tenant's. */
export const readProjectFeed = (tx: TenantTx, project_id: Uuid, look: Look): Promise<FeedPage> =>
  readFeed(tx, project_id, look)

const readFeed = async (tx: TenantTx | WalletTx, owner_id: Uuid, look: Look): Promise<FeedPage> => {
  const { last_cursor, rows } = await selectFeed(tx, owner_id, look)
  if (look.since > last_cursor) throw new Refusal(cursorAhead, { details: { last_cursor }, authenticated: true })
  const next_since = rows.at(-1)?.cursor ?? look.since
  return {
    events: rows.map((row) => ({ cursor: row.cursor, event_id: idOf('evt', row.event_id), ...eventOnWire(row) })),
    next_since,
    has_more: next_since < last_cursor,
  }
}
