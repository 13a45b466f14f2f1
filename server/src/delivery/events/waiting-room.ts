/**
 * How many may wait at once: at one feed, of one organization and in one process. A wait costs little, but not
 * nothing, and one organization with many connections must leave places for the others.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'

export interface Guest {
  /** Whose feed it waits for. */
  readonly owner_id: Uuid
  /** Whose share of the places it takes. */
  readonly share_key: string
}

export interface Places {
  readonly of_owner: number
  readonly of_share: number
  readonly in_all: number
}

export interface WaitingRoom {
  readonly places: Places
  /** Answers how to leave; undefined when there is no room. */
  enter(guest: Guest): (() => void) | undefined
  size(): number
}

export const createWaitingRoom = (places: Places): WaitingRoom => {
  const owners = new Map<string, number>()
  const shares = new Map<string, number>()
  let all = 0
  return {
    places,
    size: () => all,
    enter({ owner_id, share_key }) {
      const { of_owner, of_share, in_all } = places
      if (all >= in_all) return undefined
      if ((owners.get(owner_id) ?? 0) >= of_owner) return undefined
      if ((shares.get(share_key) ?? 0) >= of_share) return undefined
      const count = (by: 1 | -1) => {
        add(owners, owner_id, by)
        add(shares, share_key, by)
        all += by
      }
      count(1)
      let inside = true
      return () => {
        if (inside) count(-1)
        inside = false
      }
    },
  }
}

const add = (counts: Map<string, number>, key: string, by: number): void => {
  const left = (counts.get(key) ?? 0) + by
  if (left === 0) counts.delete(key)
  else counts.set(key, left)
}
