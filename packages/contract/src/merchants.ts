/** An organization that is asked on behalf of, and the tenant of everything it owns (spec 3, contract 2). */
import { Type } from 'typebox'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { IdInput, INTEGER_MAX, Issued, Whole } from './inputs.ts'
import { Input, operation, Resource } from './operation.ts'
import { Text } from './text.ts'
import { versionConflict } from './transport-errors.ts'

export const MERCHANT_STATUSES = ['pending', 'active', 'suspended'] as const
export const MerchantStatus = Type.Enum([...MERCHANT_STATUSES], { type: 'string' })

export const Version = Whole(1, INTEGER_MAX, { description: 'the version that was read; a stale one is refused' })

export const Merchant = Resource('Merchant', {
  merchant_id: IdSchema('mer'),
  name: Type.String(),
  status: MerchantStatus,
  version: Type.Integer(),
  created_at: Timestamp,
})

export const grantSpent = errorEntry({
  code: 'grant_spent',
  status: 410,
  meaning: 'This grant has been used, has expired or was never issued.',
  recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const Grant = Issued({ description: 'single-use, from the step before' })
const merchantPath = Input({ merchant_id: IdInput('mer') })

export const nameMisleading = errorEntry({
  code: 'name_misleading',
  status: 422,
  meaning:
    'The name could mislead whoever pays: it mixes letters of several scripts, names an internet address, or claims to be verified or official. `issues` says which.',
  recovery:
    'Choose a plain name in one script. The domain that you have proven is always shown beside it, by the service itself.',
  retry: 'never',
})

export const createMerchant = operation({
  id: 'merchants.create',
  method: 'POST',
  path: '/v1/merchants',
  summary: 'Create an organization',
  description:
    'Consumes the session grant. The organization starts as `pending`; its first proven domain activates it. Spend `next_grant` on POST /v1/merchant-sessions.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({ grant: Grant, name: Text({ description: "the organization's name, as payers will see it" }) }),
  answer: {
    status: 201,
    body: Type.Object({ merchant: Merchant, next_grant: Type.String(), expires_at: Timestamp }),
  },
  refuses: [grantSpent, nameMisleading],
  example: { body: { grant: 'svc_grant_…', name: 'Harbour Books' } },
})

export const readMerchant = operation({
  id: 'merchants.read',
  method: 'GET',
  path: '/v1/merchants/{merchant_id}',
  summary: 'Read an organization',
  description: 'Answers for the organization of the session alone.',
  credential: 'merchant_session',
  limit: 'standard',
  params: merchantPath,
  answer: { status: 200, body: Type.Object({ merchant: Merchant }) },
  refuses: [],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' } },
})

export const listMerchants = operation({
  id: 'merchants.list',
  method: 'GET',
  path: '/v1/merchants',
  summary: 'List organizations',
  description: 'The organizations that this session can act for: exactly one. Sign in again to act for another.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('merchants', Merchant) },
  refuses: [],
  example: {},
})

export const updateMerchant = operation({
  id: 'merchants.update',
  method: 'PATCH',
  path: '/v1/merchants/{merchant_id}',
  summary: 'Rename an organization',
  description: 'Carries the `version` that was read; a change made in between is never overwritten.',
  credential: 'merchant_session',
  limit: 'standard',
  params: merchantPath,
  body: Input({ name: Text({ description: 'the new name' }), version: Version }),
  answer: { status: 200, body: Type.Object({ merchant: Merchant }) },
  refuses: [versionConflict, nameMisleading],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' }, body: { name: 'Harbour Books', version: 1 } },
})

export const merchantOperations = [createMerchant, readMerchant, listMerchants, updateMerchant] as const
