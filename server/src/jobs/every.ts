/**
 * What is done every second or so by every worker, side by side: too often for a queue, and harmless to do twice. A turn
 * that fails is reported and the next one comes all the same; the rhythm is uneven, so that processes do not march in step.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const UNEVEN = 0.2

export const runEvery = (
  every_ms: number,
  run: () => Promise<void>,
  onFault: (error: unknown) => void,
): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const { signal } = stopping
  const turns = async () => {
    while (!signal.aborted) {
      await run().catch(onFault)
      const pause = every_ms * (1 + UNEVEN * (Math.random() * 2 - 1))
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
  const ended = turns()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
