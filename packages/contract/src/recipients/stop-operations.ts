/** Stopping one version of a payee. It needs no more than a session: stopping is never the risk. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Text } from '../wire/text.ts'
import { recipientVersionState } from './errors.ts'
import { both, common, EXAMPLE_VERSION, versionPath } from './operations.ts'
import { RecallReasonName } from './records.ts'

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
