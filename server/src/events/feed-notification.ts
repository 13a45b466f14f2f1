/** Notifications of the log: of one feed, for whoever waits for more, and of anything new, for the sequencer. */
import type { Uuid } from '@countersign/contract/wire/ids'

/** Of a connection, merchant, device or project. */
export const feedNotification = (owner_id: Uuid): string => `events.${owner_id}`
/** Sent after the commit where many events come; without it the sequencer looks by itself ten times a second. */
export const APPENDED_TOPIC = 'events-appended'
