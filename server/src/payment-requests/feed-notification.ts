/** Notifications of the feed, sent by whatever adds to it: heard by whoever waits for more, and by the workers that tell webhooks. */
import type { Uuid } from '@countersign/contract/wire/ids'

export const feedNotification = (connection_id: Uuid): string => `events.${connection_id}`
/** The queue's own notification: the job is left by a trigger, which cannot notify. */
export const FAN_OUT_TOPIC = 'jobs.webhook-fan-out'
