/** One payment at a time per account: two that take the same sequence number would kill each other. */
export type AccountLock = <T>(account: string, work: () => Promise<T>) => Promise<T>

/** What is used of `navigator.locks`. */
interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Across all tabs and workers of this origin. The browser frees it when one of them dies. */
export const webLock =
  (locks: Locks = (globalThis.navigator as unknown as { locks: Locks }).locks): AccountLock =>
  (account, work) =>
    locks.request(`pursestrings-pay-${account}`, work)

/** Within this process. */
export function memoryLock(): AccountLock {
  const last = new Map<string, Promise<unknown>>()
  return (account, work) => {
    const mine = (last.get(account) ?? Promise.resolve()).then(work, work)
    last.set(
      account,
      mine.catch(() => undefined),
    )
    return mine
  }
}
