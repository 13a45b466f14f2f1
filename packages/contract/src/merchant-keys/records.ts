/** What the API shows of merchant keys. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { MERCHANT_SCOPES } from '../scopes.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

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
