/** A journal's texts in the browser's database, each written through to the disk before the write counts as done. */
import type { RecordStore } from './journal.ts'

const STORE = 'entries'

/** The few parts of IndexedDB that are used; `globalThis.indexedDB` has them. */
export function indexedDbStore(name = 'pursestrings-journal', factory: IDBFactory = globalThis.indexedDB): RecordStore {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= open(factory, name).catch((failure: unknown) => {
      opened = undefined
      throw failure
    })
    return opened
  }
  return {
    async list() {
      const reading = (await database()).transaction(STORE, 'readonly').objectStore(STORE).getAll()
      return (await answered(reading)).map(String)
    },
    async put(id, text) {
      // Without `strict`, a browser reports success before the bytes are on the disk.
      const writing = (await database()).transaction(STORE, 'readwrite', { durability: 'strict' })
      writing.objectStore(STORE).put(text, id)
      await completed(writing)
    },
  }
}

function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const opening = factory.open(name, 1)
  opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(STORE))
  return answered(opening)
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps no journal.')))
  })

const completed = (writing: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const failed = () => reject(writing.error ?? new Error('The browser did not keep the journal.'))
    writing.addEventListener('complete', () => resolve())
    writing.addEventListener('error', failed)
    writing.addEventListener('abort', failed)
  })
