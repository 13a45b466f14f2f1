/** Where the sealed wallet is kept: one record in IndexedDB, of this origin. */
import type { Vault } from './vault.ts'

const DATABASE = 'pursestrings-wallet'
const KEPT = 'kept'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })

const open = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(KEPT))
  return done(request)
}

const inStore = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  try {
    // Written to the disk before it counts: a wallet that was shown as made must be there after a power cut.
    const transaction = database.transaction(KEPT, mode, { durability: 'strict' })
    const complete = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB gave up')))
    })
    const result = await done(work(transaction.objectStore(KEPT)))
    await complete
    return result
  } finally {
    database.close()
  }
}

export const readVault = async (): Promise<Vault | undefined> =>
  (await inStore('readonly', (store) => store.get('vault'))) as Vault | undefined

export const keepVault = async (vault: Vault): Promise<void> => {
  await inStore('readwrite', (store) => store.put(vault, 'vault'))
}

/** Everything that this origin keeps. */
export const eraseAll = async (): Promise<void> => {
  await inStore('readwrite', (store) => store.clear())
  localStorage.clear()
}
