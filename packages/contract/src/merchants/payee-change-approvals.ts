/** How many people it takes to change where money goes: one, or two if an organization wants that. */
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

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
