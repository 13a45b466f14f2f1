/** Waits on a condition, never on a time; gives up loudly. What does not come at once is asked for less and less often. */
import { setTimeout as pause } from 'node:timers/promises'

const FIRST_MS = 10
const LAST_MS = 50

export const until = async (holds: () => boolean | Promise<boolean>, deadline_ms = 60_000): Promise<void> => {
  const end = Date.now() + deadline_ms
  for (let wait = FIRST_MS; !(await holds()); wait = Math.min(wait * 1.3, LAST_MS)) {
    if (Date.now() > end) throw new Error(`still not true after ${deadline_ms} ms: ${String(holds)}`)
    await pause(wait)
  }
}

/**
 * Measures again until the clock moved by less than a second meanwhile: on a machine that stalled longer, what was
 * measured says nothing about a limit that is a second away. What a conclusive measurement shows is final.
 */
export const withinASecond = async <T>(clock_s: () => Promise<number>, measure: () => Promise<T>): Promise<T> => {
  for (;;) {
    const began = await clock_s()
    const measured = await measure()
    if ((await clock_s()) - began < 1) return measured
  }
}
