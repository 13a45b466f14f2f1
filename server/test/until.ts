/** Waits on a condition, never on a time; gives up loudly. */
import { setTimeout as pause } from 'node:timers/promises'

export const until = async (holds: () => boolean | Promise<boolean>, deadline_ms = 60_000): Promise<void> => {
  const end = Date.now() + deadline_ms
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`still not true after ${deadline_ms} ms: ${String(holds)}`)
    await pause(10)
  }
}
