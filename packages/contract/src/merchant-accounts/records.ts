/** What the API shows of accounts, and how long their links and grants last. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { RoleName } from '../members/records.ts'
import { MERCHANT_STATUSES } from '../merchants/records.ts'
import { Resource } from '../operation.ts'
import { CreatedAt, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Formed } from '../wire/inputs.ts'

export const SIGN_IN_LINK_LIFETIME_S = 600
export const SESSION_GRANT_LIFETIME_S = 600

/** One mailbox, written plainly: no display name, no list, no quoted part. What counts is whether mail arrives. */
export const EMAIL_PATTERN = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$"

export const Email = Formed(EMAIL_PATTERN, {
  rule: 'must be one e-mail address, such as `operator@merchant.example`',
  description: 'where the sign-in link is sent',
  maxLength: 254,
  examples: ['operator@merchant.example'],
})

export const Account = Resource('Account', 'a person who signs in with an email address', {
  account_id: IdSchema('acc'),
  email: Shown('the address that it signs in with', 'operator@merchant.example'),
  created_at: CreatedAt,
})

export const MerchantChoice = Resource('MerchantChoice', 'an organization that the account may open', {
  choice: Shown('opaque; works only together with this grant', 'c_1'),
  name: Shown("the organization's name", 'Harbour Books'),
  status: Type.Enum([...MERCHANT_STATUSES, 'invited'], {
    type: 'string',
    description: 'of the organization; `invited` where you are no member yet: choosing it accepts the invitation',
    examples: ['active'],
  }),
  role: RoleName,
})

/** Holds what binds a link to the browser that asked for it. */
export const SIGN_IN_COOKIE = '__Host-svc_sign_in'
export const SIGN_IN_CODES_WRONG_MAX = 5

// What can be refused about merchant accounts, and what to do next.

export const signInLinkSpent = errorEntry({
  code: 'sign_in_link_spent',
  status: 410,
  meaning: "This sign-in link was used, has expired or isn't valid.",
  recovery: 'Ask for a new one with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const signInCodeRequired = errorEntry({
  code: 'sign_in_code_required',
  status: 403,
  meaning: 'You requested this link in another browser or program, and the code is missing or wrong.',
  recovery:
    'Send the `code` shown where you requested the link, or open the link there. After five wrong codes the link stops working. `email` of the error is the mailbox that it signs in.',
  retry: 'never',
})
