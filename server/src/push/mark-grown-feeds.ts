/**
 * The transaction that makes a wallet's feed grow also marks its device for a look: no create writes anything for it, and a
 * worker that dies takes both back or neither. Costs nothing where no key for push messages is set.
 */
import type { OnGrown } from '../events/on-sequenced.ts'
import { markGrown } from './push-subscriptions.store.ts'
import type { PushKey } from './read-push-keys.ts'

/** Sent after the commit; without it whoever sends looks every second. */
export const PUSH_TOPIC = 'push-due'

interface Deps {
  readonly push_keys: readonly PushKey[]
  readonly wake: { notify(topic: string): void }
}

export const markGrownFeeds =
  ({ push_keys, wake }: Deps): OnGrown =>
  async (tx, owner_ids) => {
    if (push_keys.length === 0 || (await markGrown(tx, owner_ids)) === 0) return
    tx.afterCommit(() => wake.notify(PUSH_TOPIC))
  }
