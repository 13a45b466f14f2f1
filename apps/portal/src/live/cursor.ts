/** How far this browser has read the feed, shared by its tabs, so that whichever follows next goes on from there. */

/** Older ones are not caught up with: pages read everything when they open. */
const KEPT_MS = 3_600_000

const nameOf = (merchant_id: string): string => `feed-${merchant_id}`

export const keepCursor = (merchant_id: string, cursor: number): void =>
  localStorage.setItem(nameOf(merchant_id), JSON.stringify({ cursor, at: Date.now() }))

export const dropCursor = (merchant_id: string): void => localStorage.removeItem(nameOf(merchant_id))

/** Undefined if this browser has none that is recent. */
export const keptCursor = (merchant_id: string): number | undefined => {
  const { cursor, at } = JSON.parse(localStorage.getItem(nameOf(merchant_id)) ?? '{}') as {
    readonly cursor?: number
    readonly at?: number
  }
  return at !== undefined && Date.now() - at < KEPT_MS ? cursor : undefined
}

/** A quiet feed does not make its cursor old. */
export const refreshCursor = (merchant_id: string): void => {
  const cursor = keptCursor(merchant_id)
  if (cursor !== undefined) keepCursor(merchant_id, cursor)
}
