/** The figures that a merchant looks at first. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { Time } from '../wire/inputs.ts'
import { OVERVIEW_BUCKETS, Overview } from './records.ts'

/** What can be said against the time that an overview is asked for. */
export const overviewRangeInvalid = errorEntry({
  code: 'overview_range_invalid',
  status: 422,
  meaning: '`from` must be before `to`, and not too far from it.',
  recovery: 'Ask for at most 31 days by the hour, or 366 days by the day.',
  retry: 'never',
})

export const readOverview = operationOperation({
  id: 'overview.read',
  method: 'GET',
  path: '/v1/merchant/overview',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: 'Read figures for a period',
  description:
    "Requests by hour or day of creation and by current status, how fast users answer, and what's pending. Figures may be a few seconds behind. Reading them costs the same however many requests you have.",
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  query: Input({
    from: Type.Optional(Time({ description: 'default: a day before `to` by the hour, 30 days before by the day' })),
    to: Type.Optional(Time({ description: 'default: now' })),
    bucket: Type.Optional(
      Type.Enum([...OVERVIEW_BUCKETS], { type: 'string', description: 'how long a bucket is; default `hour`' }),
    ),
  }),
  answer: { status: 200, body: Type.Object({ overview: Overview }) },
  refuses: [overviewRangeInvalid],
  example: { query: { bucket: 'hour' } },
})

export const overviewOperations = [readOverview] as const
