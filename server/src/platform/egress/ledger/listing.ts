/**
 * How far one call reads an account's payments: ledger by ledger, until so many transactions are listed, and then the ledger
 * that holds the last of them to its end. What is told is whole, and the next call goes on after it. A transaction that
 * cannot be read is told as such, and takes nothing else with it.
 */
import { type LedgerTransaction, type Scan, type Scanned, SourceFault, type Unreadable } from './ledger-source.ts'

/** A ledger of the network holds about a thousand. Whoever lists more than this would never come to an end. */
const OF_ONE_LEDGER_MAX = 10_000
/** A source is asked for so many transactions at once. */
const AT_ONCE = 4

interface Listed<T> extends Unreadable {
  readonly shown: T
}

export interface Listing<T> {
  /** False where it belongs to the next call, as does everything after it. Given in the order of the ledgers. */
  take(one: Listed<T>): boolean
  /** `read` gives undefined for what it cannot read. */
  read(read: (one: Listed<T>) => Promise<LedgerTransaction | undefined>): Promise<Scanned>
}

export function listingOf<T>(name: string, { after, through, budget = Infinity }: Scan): Listing<T> {
  const listed = new Map<string, Listed<T>>()
  let [last, end, of_last] = [after + 1, through, 0]
  return {
    take(one) {
      if (one.ledger < last) throw new SourceFault('malformed', `${name} lists payments out of order`)
      if (one.ledger > through || (one.ledger > last && listed.size >= budget)) {
        end = Math.min(through, one.ledger - 1)
        return false
      }
      if (one.ledger > last) of_last = 0
      last = one.ledger
      if (listed.has(one.hash)) return true
      listed.set(one.hash, one)
      of_last += 1
      if (of_last > OF_ONE_LEDGER_MAX)
        throw new SourceFault('malformed', `${name} lists more payments than a ledger holds`)
      return true
    },
    async read(read) {
      const all = [...listed.values()]
      const found: (LedgerTransaction | undefined)[] = []
      const waiting = all.entries()
      const work = async () => {
        for (const [i, one] of waiting) found[i] = await read(one)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
      const unreadable = all.filter((_, i) => found[i] === undefined)
      return {
        transactions: found.filter((one) => one !== undefined),
        unreadable: unreadable.map(({ hash, ledger, closed_at }) => ({ hash, ledger, closed_at })),
        through: end,
      }
    },
  }
}

/** Pages of a listing. Where an answer is too large, less is asked for at a time from then on. */
export function pagesOf(most: number) {
  let limit = most
  return async <T>(ask: (limit: number) => Promise<T>): Promise<{ page: T; limit: number }> => {
    for (;;) {
      try {
        return { page: await ask(limit), limit }
      } catch (error) {
        if (!isTooLarge(error) || limit === 1) throw error
        limit = Math.max(1, Math.floor(limit / 4))
      }
    }
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof SourceFault && error.why === 'too_large'

/** For an answer that holds what strangers wrote: that it is too large is no fault of the source. */
export const ifTooLarge =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isTooLarge(error)) return instead
    throw error
  }

/** Asks once for what several want to know. */
export function askedOnce<K, V>(ask: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const answers = new Map<K, Promise<V>>()
  return (key) => {
    const answer = answers.get(key) ?? ask(key)
    answers.set(key, answer)
    return answer
  }
}
