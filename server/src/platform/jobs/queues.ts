/** Every queue of the service: one line each. Retries and lifetimes belong to the queue, not to the sender. */
import type { Queue } from 'pg-boss'

/** Where jobs go that failed as often as their queue allows, and that nobody but an operator would miss in time. */
export const DEAD_LETTERS = 'dead-letters'
const TEN_YEARS_S = 315_360_000
const KEPT = { deadLetter: DEAD_LETTERS } as const

/**
 * Somebody waits for it: tried for about ten minutes, as long as a link or a code lives, and twice a minute in the end. The mail
 * server may be away for that long, and a job that is given up is not deleted in silence.
 */
const AWAITED_MAIL = {
  ...KEPT,
  retryLimit: 24,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  expireInSeconds: 60,
  deleteAfterSeconds: 3600,
} as const

export const QUEUES = {
  // The first: others name it. Nothing works on it.
  [DEAD_LETTERS]: { retryLimit: 0, retentionSeconds: TEN_YEARS_S, deleteAfterSeconds: 0 },
  'sign-in-mail': AWAITED_MAIL,
  'step-up-mail': AWAITED_MAIL,
  letters: {
    ...KEPT,
    retryLimit: 10,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  },
  'spent-credentials': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'domain-reproofs': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'domain-reproof': { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3600 },
  'listing-looks': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'listing-look': { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3600 },
  'domain-notice': { ...KEPT, retryLimit: 10, retryDelay: 10, retryBackoff: true, deleteAfterSeconds: 3600 },
  'domain-mail': { ...KEPT, retryLimit: 10, retryDelay: 10, retryBackoff: true, deleteAfterSeconds: 3600 },
  'proven-domain': { ...KEPT, retryLimit: 10, retryDelay: 10, retryBackoff: true, deleteAfterSeconds: 3600 },
  'recalled-recipient-version': {
    ...KEPT,
    retentionSeconds: TEN_YEARS_S,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 3600,
  },
  'cooled-recipient-version': {
    ...KEPT,
    retryLimit: 10,
    retryDelay: 60,
    retryBackoff: true,
    deleteAfterSeconds: 86_400,
  },
  'webhook-events': {
    ...KEPT,
    retentionSeconds: TEN_YEARS_S,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 30,
    deleteAfterSeconds: 60,
  },
  'unused-devices': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'refused-decisions': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'payment-authorizations': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'refused-attempts': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'webhook-retention': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'webhook-disabled-mail': {
    ...KEPT,
    retryLimit: 10,
    retryDelay: 10,
    retryBackoff: true,
    expireInSeconds: 60,
    deleteAfterSeconds: 3600,
  },
} as const satisfies Record<string, Omit<Queue, 'name'>>

export type QueueName = keyof typeof QUEUES

/** What runs by the clock: queue → cron expression (UTC). */
export const SCHEDULES: readonly (readonly [QueueName, string])[] = [
  ['spent-credentials', '17 * * * *'],
  ['domain-reproofs', '41 * * * *'],
  ['listing-looks', '53 * * * *'],
  ['webhook-retention', '29 3 * * *'],
  ['unused-devices', '37 3 * * *'],
  ['refused-decisions', '43 3 * * *'],
  ['refused-attempts', '47 3 * * *'],
  ['payment-authorizations', '57 * * * *'],
]

/** What a tenant's own transaction may ask for. */
export const TENANT_QUEUES: readonly QueueName[] = [
  'cooled-recipient-version',
  'domain-notice',
  'domain-mail',
  'proven-domain',
  'recalled-recipient-version',
  'letters',
]
