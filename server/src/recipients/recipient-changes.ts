/** What happened to recipients, for those who tell of it. */
export { selectRecipientChanges as recipientChanges } from './recipients.store.ts'
