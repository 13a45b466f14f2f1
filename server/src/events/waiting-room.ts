/** How many may wait at once, of one connection and in one process: a wait costs little, but not nothing (I12). */
import type { Uuid } from '@countersign/contract/ids'

export interface WaitingRoom {
  /** Answers how to leave; undefined when there is no room. */
  enter(connection_id: Uuid): (() => void) | undefined
}

export const createWaitingRoom = ({
  of_connection,
  in_all,
}: {
  of_connection: number
  in_all: number
}): WaitingRoom => {
  const waiting = new Map<Uuid, number>()
  let all = 0
  return {
    enter(connection_id) {
      const own = waiting.get(connection_id) ?? 0
      if (own >= of_connection || all >= in_all) return undefined
      waiting.set(connection_id, own + 1)
      all++
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        all--
        const left = (waiting.get(connection_id) ?? 1) - 1
        if (left === 0) waiting.delete(connection_id)
        else waiting.set(connection_id, left)
      }
    },
  }
}
