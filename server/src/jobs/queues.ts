/** Every queue of the service: one line each. Retries and lifetimes belong to the queue, not to the sender. */
import type { Queue } from 'pg-boss'

export const QUEUES = {
  'sign-in-mail': { retryLimit: 4, retryDelay: 2, retryBackoff: true, expireInSeconds: 60, deleteAfterSeconds: 3600 },
  'spent-credentials': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'domain-reproofs': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'domain-reproof': { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3600 },
  'cooled-recipient-version': { retryLimit: 10, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 86_400 },
  'webhook-fan-out': {
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 30,
    deleteAfterSeconds: 60,
  },
  'webhook-delivery': {
    retryLimit: 1000,
    retryDelay: 1,
    expireInSeconds: 30,
    deleteAfterSeconds: 60,
    retentionSeconds: 1_209_600,
  },
  'webhook-retention': { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  'webhook-disabled-mail': {
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
]
