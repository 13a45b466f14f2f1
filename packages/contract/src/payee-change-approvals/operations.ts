/** How many people it takes to change where money goes: one, or two if an organization wants that. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation, Resource } from '../operation.ts'
import { approverTooNew } from '../recipients/errors.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Whole } from '../wire/inputs.ts'

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

const common = {
  path: '/v1/payee-change-approvals',
  tier: 'payee_safety',
  credential: 'merchant_session',
  limit: 'standard',
  answer: { status: 200, body: Type.Object({ payee_change_approvals: PayeeChangeApprovals }) },
} as const

export const readPayeeChangeApprovals = operation({
  ...common,
  id: 'payee_change_approvals.read',
  method: 'GET',
  idempotency: 'safe',
  summary: 'Read how many people a payee change needs',
  description: 'One, unless you chose two.',
  refuses: [],
  example: {},
})

export const updatePayeeChangeApprovals = operation({
  ...common,
  id: 'payee_change_approvals.update',
  method: 'PATCH',
  idempotency: 'none',
  summary: 'Change how many people a payee change needs',
  description:
    'Owners choose 2, which counts at once, or ask for 1. A return to 1 counts when another owner or admin sends 1, too; otherwise after seven days, and every member gets an email. Until then any owner or admin cancels it by sending 2. Stopping a payee never needs two people.',
  role: 'admin',
  step_up: true,
  body: Input({ approvals: Whole(1, 2, { description: 'how many people', examples: [2] }) }),
  refuses: [approversMissing, approverTooNew],
  example: { body: { approvals: 2 } },
})

export const payeeChangeApprovalOperations = [readPayeeChangeApprovals, updatePayeeChangeApprovals] as const
