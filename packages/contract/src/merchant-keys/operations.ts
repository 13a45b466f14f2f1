/**
 * Keys with which a merchant's own servers read and manage. People create and revoke them; a key never changes
 * a payee, a domain, an agent's credential, a member or a key.
 */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import { MERCHANT_SCOPES } from '../scopes.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { orNull, page, pageQuery, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, Time } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'

// What the API shows of merchant keys.

export const MERCHANT_KEYS_LIVE_MAX = 50

export const MerchantScopeName = Type.Enum([...MERCHANT_SCOPES], {
  type: 'string',
  description:
    '`payment_requests:read`: requests and the event feed. `webhooks:manage`: endpoints, their secrets and deliveries. `connections:manage`: list and revoke connections. `recipients:read`: payees and their versions. `audit:read`: the audit log.',
})

export const MerchantScopes = Type.Array(MerchantScopeName, {
  minItems: 1,
  maxItems: MERCHANT_SCOPES.length,
  uniqueItems: true,
  description: 'what the key may do; give it no more than its server needs',
})

export const MerchantKey = Resource('MerchantKey', "a key of a merchant's own server; the key itself is shown once", {
  merchant_key_id: IdSchema('mky'),
  name: Shown('such as the server that uses it', 'Order server'),
  scopes: MerchantScopes,
  last_four: Shown('the last four characters of the key, to recognise it by', 'x7Qd'),
  created_at: CreatedAt,
  expires_at: mostlyNull(Timestamp, 'when it stops by itself; null where it works until it is revoked'),
  last_used_at: orNull(Timestamp, 'to the minute; null before the first call'),
  revoked_at: mostlyNull(Timestamp, 'when it was revoked; null while nobody has'),
})

/** What can be refused about merchant keys, and what to do next. */
export const tooManyMerchantKeys = errorEntry({
  code: 'too_many_merchant_keys',
  status: 409,
  meaning: `The organization has ${MERCHANT_KEYS_LIVE_MAX} active keys, the maximum.`,
  recovery: 'Revoke one that is no longer used (see `last_used_at`), then create the new one.',
  retry: 'never',
})

const keyPath = Input({ merchant_key_id: IdInput('mky') })
const EXAMPLE = { merchant_key_id: 'mky_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard' } as const
const one = Type.Object({ merchant_key: MerchantKey })

export const createMerchantKey = operationOperation({
  ...common,
  role: 'owner',
  step_up: true,
  id: 'merchant_keys.create',
  method: 'POST',
  path: '/v1/merchant-keys',
  tier: 'merchant_tools',
  idempotency: 'none',
  summary: 'Create a merchant key',
  description: `For your own server, which sends \`Authorization: Bearer svc_mkey_…\` and can do only what the key's scopes allow. \`secret\` is shown only now; we keep just its SHA-256. You can have ${MERCHANT_KEYS_LIVE_MAX} active keys, so you can replace one without downtime.`,
  body: Input({
    name: Text({ description: 'such as the server that uses it' }),
    scopes: MerchantScopes,
    expires_at: Type.Optional(Time({ description: 'when it stops by itself; left out, it works until it is revoked' })),
  }),
  answer: {
    status: 201,
    body: Type.Object({
      merchant_key: MerchantKey,
      secret: Shown('the key itself, shown this once', 'svc_mkey_…'),
    }),
  },
  refuses: [tooManyMerchantKeys],
  example: { body: { name: 'Order server', scopes: ['payment_requests:read'] } },
})

export const listMerchantKeys = operationOperation({
  ...common,
  id: 'merchant_keys.list',
  method: 'GET',
  path: '/v1/merchant-keys',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: 'List merchant keys',
  description:
    "Newest first, with their last use, including revoked and expired ones. The keys themselves aren't included.",
  query: Input(pageQuery),
  answer: { status: 200, body: page('merchant_keys', MerchantKey) },
  refuses: [cursorInvalid],
  example: {},
})

export const revokeMerchantKey = operationOperation({
  ...common,
  role: 'owner',
  id: 'merchant_keys.revoke',
  method: 'DELETE',
  path: '/v1/merchant-keys/{merchant_key_id}',
  tier: 'merchant_tools',
  idempotency: 'natural',
  summary: 'Revoke a merchant key',
  description:
    "Takes effect at once and can't be undone: the next call with it is refused, and its streams close. Revoking again changes nothing.",
  params: keyPath,
  answer: { status: 200, body: one },
  refuses: [],
  example: { params: EXAMPLE },
})

export const merchantKeyOperations = [createMerchantKey, listMerchantKeys, revokeMerchantKey] as const
