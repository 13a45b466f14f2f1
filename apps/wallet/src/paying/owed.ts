/** What was decided on this device and is not told to its end yet. */
import { waitingRejections } from '../review/rejections.ts'
import { isOwedEntry, journal } from './journal.ts'

/** A journal that cannot be read keeps nobody from opening the wallet; paying says what is wrong. */
export const isOwed = async (): Promise<boolean> =>
  waitingRejections().length > 0 ||
  (await journal.list().then(
    (entries) => entries.some(isOwedEntry),
    () => false,
  ))
