/**
 * Brings everything that was decided to its end, for as long as the wallet is open: rejections that were not told yet, and what
 * was signed, at the start, after a payment whose outcome is not known yet, and when another tab left something. It signs
 * nothing; what it needs is in the journal.
 */
import { api, queries } from '../client.ts'
import { dropReportingKey, reportingKey } from '../keys/session.ts'
import { tellWaiting } from '../review/rejections.ts'
import { isOpenEntry, isOwedEntry, journal } from './journal.ts'
import { signingSide } from './signing-side.ts'
import { keyOf, tellKnown, tellUnknown } from './told.ts'

const AGAIN_MS = 8_000

let wake = (): void => {}
/** There may be something open. */
export const lookNow = (): void => wake()

/** Until the function that it returns is called. */
export const keepGoing = (): (() => void) => {
  const over = new AbortController()
  void untilOver(over.signal)
  return () => over.abort()
}

const untilOver = async (signal: AbortSignal): Promise<void> => {
  await side().then(tellWaiting, () => {})
  while (!signal.aborted) {
    const open = await lookOnce(signal).catch(() => true)
    await pause(open ? AGAIN_MS : undefined, signal)
  }
}

/** With the device's key, where the wallet was opened with it. */
const side = async () => {
  const key = reportingKey()
  return key === undefined ? api() : signingSide(key)
}

/** Whether something is still open. */
const lookOnce = async (signal: AbortSignal): Promise<boolean> => {
  const isWaiting = reportingKey() === undefined ? isOpenEntry : isOwedEntry
  if (!(await journal.list()).some(isWaiting)) {
    dropReportingKey()
    return false
  }
  const { resumeAll } = await import('./payer.ts')
  const resumed = await resumeAll(await side(), signal)
  for (const { entry, result } of resumed) {
    if (result.is === 'unknown') tellUnknown(keyOf(entry), Date.now() + AGAIN_MS)
    else tellKnown(keyOf(entry))
  }
  void queries.invalidateQueries({ queryKey: ['journal'] })
  return (await journal.list()).some(isOpenEntry)
}

const pause = (ms: number | undefined, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = ms === undefined ? undefined : setTimeout(resume, ms)
    wake = () => {
      clearTimeout(timer)
      resume()
    }
    signal.addEventListener('abort', wake, { once: true })
  })
