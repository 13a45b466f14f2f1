/** What others do with new events, in the transaction that gives them their cursors. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'

/** What is new in the feed of a merchant, in order. */
export interface Sequenced {
  readonly merchant_id: Uuid
  readonly event_ids: readonly Uuid[]
}

export type OnSequenced = (tx: SystemTx, sequenced: readonly Sequenced[]) => Promise<void>

/** The same for every feed that grew, by its owner: a merchant, a device or a project. */
export type OnGrown = (tx: SystemTx, owner_ids: readonly Uuid[]) => Promise<void>
