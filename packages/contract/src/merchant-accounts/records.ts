/** What the API shows of accounts, and how long their links and grants last. */
import { Type } from 'typebox'
import { MerchantStatusName } from '../merchants/records.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed } from '../wire/inputs.ts'

export const SIGN_IN_LINK_LIFETIME_S = 600
export const SESSION_GRANT_LIFETIME_S = 600

/** One mailbox, written plainly: no display name, no list, no quoted part. What counts is whether mail arrives. */
export const EMAIL_PATTERN = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$"

export const Email = Formed(EMAIL_PATTERN, {
  rule: 'must be one e-mail address, such as `operator@merchant.example`',
  maxLength: 254,
  examples: ['operator@merchant.example'],
})

export const Account = Resource('Account', { account_id: IdSchema('acc'), email: Type.String(), created_at: Timestamp })

export const MerchantChoice = Resource('MerchantChoice', {
  choice: Type.String({ description: 'opaque; means something only together with this grant' }),
  name: Type.String(),
  status: MerchantStatusName,
})
