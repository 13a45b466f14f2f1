/** Processes that keep names in memory hear of a rename by this notification. */
export const RENAMED_TOPIC = 'recipients.renamed'
