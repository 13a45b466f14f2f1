/** What this wallet has signed, in this browser. Light: it loads nothing of the ledger's code. */
import { indexedDbStore } from '@countersign/signing/indexed-db-store'
import { type Entry, journalIn } from '@countersign/signing/journal'

export const journal = journalIn(indexedDbStore())

export const isOpenEntry = ({ state }: Entry): boolean =>
  state === 'signed' || state === 'claimed' || state === 'settled'

/** The newest envelope for a request; an erased one only if there is no other. */
export const entryFor = async (asked: { connection_id: string; request_id: string }): Promise<Entry | undefined> => {
  const entries = (await journal.list()).filter(
    ({ connection_id, request_id }) => connection_id === asked.connection_id && request_id === asked.request_id,
  )
  return entries.find(({ state }) => state !== 'erased') ?? entries[0]
}
