/** What happened to connections, for those who tell of it. */
export { selectConnectionChanges as connectionChanges } from './connections.store.ts'
