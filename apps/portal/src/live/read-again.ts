/**
 * Reads again what events have changed. Events that come together are one reason, reads of one round end before the next
 * begins, and rounds slow down while events keep coming, so that a busy hour costs a few calls a second at most. What is new
 * is still shown within a second.
 */
import { queries } from '../client.ts'

const EVERY_MS = 200
const EVERY_MS_MAX = 500

const changed = new Set<string>()
let round: Promise<void> | undefined

export const readAgain = (concerns: readonly string[]): void => {
  for (const name of concerns) changed.add(name)
  round ??= rounds().finally(() => {
    round = undefined
  })
}

const rounds = async (): Promise<void> => {
  for (let every_ms = EVERY_MS; changed.size > 0; every_ms = Math.min(2 * every_ms, EVERY_MS_MAX)) {
    const now = new Set(changed)
    changed.clear()
    await Promise.all([pause(every_ms), read(now)])
  }
}

/** A tab that nobody looks at reads when it is looked at. */
const read = (names: ReadonlySet<string>): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => names.has(String(queryKey[0])),
    refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
  })

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))
