/** Waits on a condition, never on a time; gives up loudly. */
import { setTimeout as pause } from 'node:timers/promises'

export const until = async (holds: () => boolean | Promise<boolean>, deadline_ms = 60_000): Promise<void> => {
  const end = Date.now() + deadline_ms
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not true after ${deadline_ms} ms: ${String(holds)}`)
    await pause(10)
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
