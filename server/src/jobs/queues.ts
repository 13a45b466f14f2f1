/** Every queue of the service: one line each. Retries and lifetimes belong to the queue, not to the sender. */
import type { Queue } from 'pg-boss'

/** Where jobs go that failed as often as their queue allows, and that nobody but an operator would miss in time. */
export const DEAD_LETTERS = 'dead-letters'
const TEN_YEARS_S = 315_360_000
const KEPT = { deadLetter: DEAD_LETTERS } as const

export const QUEUES = {
  // The first: others name it. Nothing works on it.
  [DEAD_LETTERS]: { retryLimit: 0, retentionSeconds: TEN_YEARS_S, deleteAfterSeconds: 0 },
  'sign-in-mail': { retryLimit: 4, retryDelay: 2, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  'step-up-mail': { retryLimit: 4, retryDelay: 2, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
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
  // Of the version before, which leaves jobs in it while both run.
  'webhook-fan-out': {
    ...KEPT,
    retentionSeconds: TEN_YEARS_S,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 30,
    deleteAfterSeconds: 60,
  },
  // Of the version before, too: deliveries have a table of their own now.
  'webhook-delivery': {
    ...KEPT,
    retryLimit: 1000,
    retryDelay: 1,
    expireInSeconds: 30,
    deleteAfterSeconds: 60,
    retentionSeconds: 1_209_600,
  },
  'unused-devices': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'refused-decisions': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
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
  ['webhook-retention', '29 3 * * *'],
  ['unused-devices', '37 3 * * *'],
  ['refused-decisions', '43 3 * * *'],
  ['refused-attempts', '47 3 * * *'],
]

/** What a tenant's own transaction may ask for; for deliveries only one of the version before does. */
export const TENANT_QUEUES: readonly QueueName[] = [
  'cooled-recipient-version',
  'domain-notice',
  'domain-mail',
  'proven-domain',
  'recalled-recipient-version',
  'webhook-delivery',
  'letters',
]
