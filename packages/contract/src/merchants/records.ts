/** What the API shows of merchants. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { Issued } from '../wire/inputs.ts'
import { MERCHANT_STATUSES } from './states.ts'

export const MerchantStatusName = Type.Enum([...MERCHANT_STATUSES], { type: 'string' })

export const Merchant = Resource('Merchant', {
  merchant_id: IdSchema('mer'),
  name: Type.String(),
  status: MerchantStatusName,
  version: Type.Integer(),
  created_at: Timestamp,
})

export const Grant = Issued({ description: 'single-use, from the step before' })
