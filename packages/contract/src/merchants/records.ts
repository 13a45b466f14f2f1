/** What the API shows of merchants. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { INTEGER_MAX, Issued, Whole } from '../wire/inputs.ts'
import { MERCHANT_STATUSES } from './states.ts'

export const MerchantStatus = Type.Enum([...MERCHANT_STATUSES], { type: 'string' })

export const Version = Whole(1, INTEGER_MAX, { description: 'the version that was read; a stale one is refused' })

export const Merchant = Resource('Merchant', {
  merchant_id: IdSchema('mer'),
  name: Type.String(),
  status: MerchantStatus,
  version: Type.Integer(),
  created_at: Timestamp,
})

export const Grant = Issued({ description: 'single-use, from the step before' })
