/** An organization that is asked on behalf of, and the tenant of everything it owns (specification 3). */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { At, Shown } from '../wire/fields.ts'
import { IdInput, Version } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import { Grant, grantSpent, Merchant, nameMisleading } from './records.ts'

const merchantPath = Input({ merchant_id: IdInput('mer') })

export const createMerchant = operation({
  id: 'merchants.create',
  method: 'POST',
  path: '/v1/merchants',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Create an organization',
  description:
    'Uses the grant. The organization starts as `pending`; verifying its first domain activates it. Use `grant` for POST /v1/merchant-sessions.',
  credential: 'none',
  limit: 'sign_in',
  body: Input({ grant: Grant, name: Text({ description: "the organization's name, as payers will see it" }) }),
  answer: {
    status: 201,
    body: Type.Object({
      merchant: Merchant,
      grant: Shown('single-use; spend it on POST /v1/merchant-sessions', 'svc_grant_…'),
      expires_at: At('until when the grant can be used'),
    }),
  },
  refuses: [grantSpent, nameMisleading],
  example: { body: { grant: 'svc_grant_…', name: 'Harbour Books' } },
})

export const readMerchant = operation({
  id: 'merchants.read',
  method: 'GET',
  path: '/v1/merchants/{merchant_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read an organization',
  description: "Only your session's own organization.",
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
  tier: 'teams',
  idempotency: 'safe',
  summary: 'List your organizations',
  description:
    'Every organization that you can open, newest first. Switch with POST /v1/merchants/{merchant_id}/sessions.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input(pageQuery),
  answer: { status: 200, body: page('merchants', Merchant) },
  refuses: [cursorInvalid],
  example: {},
})

export const updateMerchant = operation({
  id: 'merchants.update',
  method: 'PATCH',
  path: '/v1/merchants/{merchant_id}',
  tier: 'teams',
  idempotency: 'none',
  summary: 'Rename an organization',
  description: "Send the `version` you read, so you don't overwrite somebody else's change.",
  credential: 'merchant_session',
  role: 'admin',
  limit: 'standard',
  params: merchantPath,
  body: Input({ name: Text({ description: 'the new name' }), version: Version }),
  answer: { status: 200, body: Type.Object({ merchant: Merchant }) },
  refuses: [versionConflict, nameMisleading],
  example: { params: { merchant_id: 'mer_01k0000000e008000000000000' }, body: { name: 'Harbour Books', version: 1 } },
})

export const merchantOperations = [createMerchant, readMerchant, listMerchants, updateMerchant] as const
