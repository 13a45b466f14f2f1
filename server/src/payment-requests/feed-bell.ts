/** Bells of the feed, rung by whatever adds to it: heard by whoever waits for more, and by the workers that tell webhooks. */
import type { Uuid } from '@countersign/contract/wire/ids'

export const feedBell = (connection_id: Uuid): string => `events.${connection_id}`
/** The queue's own bell: the job is left by a trigger, which cannot ring. */
export const WEBHOOKS_BELL = 'jobs.webhook-fan-out'
