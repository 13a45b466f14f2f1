/**
 * Counts per key within a window of fixed length, in this process. Windows all have the same length, so the oldest entry is
 * always the first to end: what has ended is dropped from the front, and the front is dropped when too many keys are kept.
 * So memory has a bound however many addresses call.
 */
export interface Count {
  readonly taken: number
  readonly reset_ms: number
}

export interface Windows {
  /** Counts one and says how many there are now. */
  take(key: string): Count
  giveBack(key: string): void
  look(key: string): Count
  readonly size: number
}

interface Window {
  taken: number
  readonly ends_at: number
}

interface Bounds {
  readonly window_ms: number
  readonly keys_max: number
  readonly now?: () => number
}

export const createWindows = ({ window_ms, keys_max, now = () => performance.now() }: Bounds): Windows => {
  const windows = new Map<string, Window>()

  const live = (key: string, at: number): Window | undefined => {
    const found = windows.get(key)
    return found !== undefined && found.ends_at > at ? found : undefined
  }
  const open = (key: string, at: number): Window => {
    windows.delete(key)
    for (const [oldest, { ends_at }] of windows) {
      if (ends_at > at && windows.size < keys_max) break
      windows.delete(oldest)
    }
    const opened = { taken: 0, ends_at: at + window_ms }
    windows.set(key, opened)
    return opened
  }

  return {
    take(key) {
      const at = now()
      const window = live(key, at) ?? open(key, at)
      window.taken++
      return { taken: window.taken, reset_ms: window.ends_at - at }
    },
    giveBack(key) {
      const window = live(key, now())
      if (window !== undefined && window.taken > 0) window.taken--
    },
    look(key) {
      const at = now()
      const window = live(key, at)
      return window ? { taken: window.taken, reset_ms: window.ends_at - at } : { taken: 0, reset_ms: 0 }
    },
    get size() {
      return windows.size
    },
  }
}
