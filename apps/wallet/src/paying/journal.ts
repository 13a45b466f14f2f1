/** What this wallet has signed, in this browser. Light: it loads nothing of the ledger's code. */
import { indexedDbStore } from '@pursestrings/signing/indexed-db-store'
import { type Entry, journalIn, WANTS_SIGNATURE } from '@pursestrings/signing/journal'
import { waitingRejections } from '../review/rejections.ts'

// What was decided on this device and is not told to its end yet.

/** A journal that cannot be read keeps nobody from opening the wallet; paying says what is wrong. */
export const isOwed = async (): Promise<boolean> =>
  waitingRejections().length > 0 ||
  (await journal.list().then(
    (entries) => entries.some(isOwedEntry),
    () => false,
  ))

export const journal = journalIn(indexedDbStore())

/** It is not told to its end yet. */
export const isOwedEntry = ({ state }: Entry): boolean => state !== 'reported' && state !== 'erased'

/** Something can be done about it. What waits for a signature waits until the wallet is opened with its key. */
export const isOpenEntry = (entry: Entry): boolean => isOwedEntry(entry) && entry.reason !== WANTS_SIGNATURE

/** The newest envelope for a request; an erased one only if there is no other. */
export const entryFor = async (asked: {
  readonly connection_id: string
  readonly request_id: string
  readonly kind?: 'agent_payment' | undefined
}): Promise<Entry | undefined> => {
  const wanted = asked.kind ?? 'payment_request'
  const entries = (await journal.list()).filter(
    ({ kind, connection_id, request_id }) =>
      kind === wanted && connection_id === asked.connection_id && request_id === asked.request_id,
  )
  return entries.find(({ state }) => state !== 'erased') ?? entries[0]
}
