/** Whether what this tab shows is kept up to date, as the tab that follows the feed says. */
import { useSyncExternalStore } from 'react'

export interface LiveState {
  readonly is_live: boolean
  /** Tries in a row that did not connect. */
  readonly failures: number
  /** While it is not live: until when it was, and when it is tried again. */
  readonly seen_at?: number | undefined
  readonly retry_at?: number | undefined
}

let state: LiveState = { is_live: false, failures: 0 }
const listeners = new Set<() => void>()

export const live = (): LiveState => state

export const setLive = (now: LiveState): void => {
  state = now
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLive = (): LiveState => useSyncExternalStore(subscribe, live)
