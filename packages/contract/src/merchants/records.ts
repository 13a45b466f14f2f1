/** What the API shows of merchants. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { CreatedAt, mostlyNull, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Issued } from '../wire/inputs.ts'

/** The statuses of merchants. */
export const MERCHANT_STATUSES = ['pending', 'active', 'suspended'] as const

/** Who suspended a merchant: a proof lifts only the first, the service's operator only the second. */
export const SUSPENDED_BY = ['lapse', 'operator'] as const

const MerchantStatusName = Type.Enum([...MERCHANT_STATUSES], {
  type: 'string',
  description: '`active` once a domain is verified; only then can you activate payees and request payments',
  examples: ['active'],
})

export const SuspendedBy = Type.Enum([...SUSPENDED_BY], {
  type: 'string',
  description: '`lapse`: the last verified domain was lost; `operator`: the people who run the service did it',
  examples: ['lapse'],
})

export const Merchant = Resource('Merchant', 'an organization, and the tenant of everything it owns', {
  merchant_id: IdSchema('mer'),
  name: Shown("the organization's name, as payers see it", 'Harbour Books'),
  status: MerchantStatusName,
  suspended_by: mostlyNull(
    SuspendedBy,
    'who suspended it: `lapse`, when its last verified domain was lost; a new proof lifts that. `operator`: the people who run the service, and only they lift it',
  ),
  version: RecordVersion,
  created_at: CreatedAt,
})

export const Grant = Issued({ description: 'single-use, from the step before' })
