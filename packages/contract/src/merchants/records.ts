/** What the API shows of merchants. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Counted, CreatedAt, mostlyNull, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Issued } from '../wire/inputs.ts'

/** The statuses of merchants. */
export const MERCHANT_STATUSES = ['pending', 'active', 'suspended'] as const

/** Who suspended a merchant: a proof lifts only the first, the service's operator only the second. */
export const SUSPENDED_BY = ['lapse', 'operator'] as const

/** What the space of a user's own agents is called where the name of an organization would stand. */
export const PERSONAL_SPACE_NAME = 'Personal space'

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
  agents_stopped_at: mostlyNull(Timestamp, 'since when an owner has stopped all its agents; null while they may ask'),
  version: RecordVersion,
  created_at: CreatedAt,
})

export const Grant = Issued({ description: 'single-use, from the step before' })

// What can be refused about merchants, and what to do next.

export const grantSpent = errorEntry({
  code: 'grant_spent',
  status: 410,
  meaning: "This grant was used, has expired or isn't valid.",
  recovery: 'Ask for a new sign-in link with POST /v1/merchant-accounts/registrations.',
  retry: 'never',
})

export const nameMisleading = errorEntry({
  code: 'name_misleading',
  status: 422,
  meaning:
    'The name could mislead payers: it mixes scripts, contains an internet address, or claims to be verified or official. See `issues`.',
  recovery: 'Choose a plain name in one script. We always show your verified domain next to it.',
  retry: 'never',
})

export const merchantNotActive = errorEntry({
  code: 'merchant_not_active',
  status: 403,
  meaning: 'Only an active merchant can do this.',
  recovery:
    'Verify a domain first: POST /v1/merchant-domains. A personal space needs none: ask who runs the service why it is suspended.',
  retry: 'never',
})

// How long a new address of a payee waits before it is paid: longer than a day, if an organization wants that.

export const COOLING_OFF_S_MIN = 86_400
export const COOLING_OFF_S_MAX = 604_800

export const CoolingOff = Resource('CoolingOff', 'how long new addresses wait', {
  cooling_off_s: Counted('how long an activated version waits now, in seconds', COOLING_OFF_S_MIN),
  lowers_to_s: mostlyNull(
    Counted('how long later', COOLING_OFF_S_MIN),
    'how long from `lowers_at` on; null where nothing was lowered',
  ),
  lowers_at: mostlyNull(Timestamp, 'when the lower time takes effect'),
})

// How many people it takes to change where money goes: one, or two if an organization wants that.

/** A return to one person waits this long, unless a second person approves it. */
export const RETURN_DAYS = 7

export const approversMissing = errorEntry({
  code: 'approvers_missing',
  status: 409,
  meaning: 'Only one person here is an owner or admin, so nobody could approve.',
  recovery: 'Invite another owner or admin, or change the role of a member, and try again.',
  retry: 'never',
})

export const PayeeChangeApprovals = Resource('PayeeChangeApprovals', 'how many people a change of payees needs', {
  approvals: Counted('1, or 2 while another owner or admin must approve every activation', 1),
  approvers: Counted('how many people are owners or admins', 2),
  lowers_at: mostlyNull(Timestamp, 'when one person is enough again, unless an owner or admin cancels that'),
  lowers_asked_by: mostlyNull(IdSchema('acc'), 'the owner who asked for it'),
})
