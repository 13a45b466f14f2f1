/** The second person's part in a change of payees, where an organization wants two. */
import { merchantNotActive } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import {
  approvalLapsed,
  approverTooNew,
  domainNotVerified,
  evidenceMismatch,
  recipientVersionState,
  secondPersonRequired,
} from './errors.ts'
import { activateRecipientVersion, both, common, EXAMPLE_VERSION, versionPath } from './operations.ts'
import { PayeeApproval } from './records.ts'

export const listApprovals = operation({
  ...common,
  id: 'recipients.list_approvals',
  method: 'GET',
  path: '/v1/recipient-approvals',
  tier: 'payee_safety',
  idempotency: 'safe',
  summary: 'List versions that wait for a second person',
  description:
    'Newest first: versions that are `awaiting_approval`, and those that began to cool off before two people were needed. Approve with `recipients.approve_version`, say no with `hold` of `recipients.stop_version`.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('approvals', PayeeApproval) },
  refuses: [cursorInvalid],
  example: {},
})

export const approveVersion = operation({
  ...common,
  id: 'recipients.approve_version',
  role: 'admin',
  step_up: true,
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/approve',
  tier: 'payee_safety',
  idempotency: 'none',
  summary: 'Approve a version as the second person',
  description:
    "For another owner or admin than the one who activated it. Send the evidence you've seen, so that nobody can swap it. We check the domain once more, and then the version goes on as if you had just activated it (`recipients.activate_version`): it's active at once or `cooling`. Someone who became an owner or admin after two people were needed can approve only after the cooling-off time (`cooling_off` of `merchants.read`), so that nobody can add a helper and use them at once.",
  params: versionPath,
  body: activateRecipientVersion.body,
  answer: { status: 200, body: both },
  refuses: [
    secondPersonRequired,
    approverTooNew,
    approvalLapsed,
    merchantNotActive,
    recipientVersionState,
    evidenceMismatch,
    domainNotVerified,
    versionConflict,
  ],
  example: { params: EXAMPLE_VERSION, body: activateRecipientVersion.example.body },
})

export const recipientApprovalOperations = [listApprovals, approveVersion] as const
