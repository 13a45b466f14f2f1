/** The second person's part in a change of payees, where an organization wants two. */

import { Type } from 'typebox'
import { merchantNotActive } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Text } from '../wire/text.ts'
import {
  approvalLapsed,
  approverTooNew,
  domainNotVerified,
  evidenceMismatch,
  recipientVersionState,
  secondPersonRequired,
} from './errors.ts'
import { activateRecipientVersion, both, common, EXAMPLE_VERSION, versionPath } from './operations.ts'
import { PayeeApproval, RecallReasonName } from './records.ts'

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

// Stopping one version of a payee. It needs no more than a session: stopping is never the risk.

export const stopVersion = operation({
  ...common,
  id: 'recipients.stop_version',
  role: 'developer',
  guards: [{ field: 'action', values: ['discard', 'recall'], role: 'admin' }],
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/stop',
  tier: 'payee_safety',
  idempotency: 'natural',
  summary: 'Stop a version',
  description:
    "Ends a version for good; you don't need to know its state beforehand, and can safely repeat the call. Admins can do all of it, developers can `hold`.\n\n`hold` is for a version that awaits approval or is cooling: use it to say no to a change, or for one that nobody in your organization made. The current version stays active, and whoever activated the other one gets an email with your `note`.\n\n`recall`, with a `reason`, stops payments to a version that is or was active, at once: pending requests become `failed` with reason `recipient_recalled`, wallets can't report `signed` or `approved`, and no new request can use it. We still keep transactions that wallets report.\n\n`discard` is for a draft or a verified version that has not been activated.",
  params: versionPath,
  body: Input({
    action: Type.Enum(['hold', 'recall', 'discard'], { type: 'string', description: 'how' }),
    reason: Type.Optional(RecallReasonName),
    note: Type.Optional(
      Text({ maxLength: 200, description: 'why you hold it, for the audit log and for who activated it' }),
    ),
  }),
  answer: { status: 200, body: both },
  refuses: [recipientVersionState],
  example: { params: EXAMPLE_VERSION, body: { action: 'recall', reason: 'compromised' } },
})

export const recipientStopOperations = [stopVersion] as const
