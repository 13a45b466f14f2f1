/** Ways to stop a payee, or one version of it. None of them needs more than a session: stopping is never the risk. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Counted } from '../wire/fields.ts'
import { Text } from '../wire/text.ts'
import { recipientVersionState } from './errors.ts'
import { both, common, EXAMPLE, EXAMPLE_VERSION, reads, recipientPath, versionPath } from './operations.ts'
import { RecallReasonName, Recipient } from './records.ts'

export const retireRecipient = operation({
  ...common,
  id: 'recipients.retire',
  role: 'admin',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/retire',
  tier: 'payee_safety',
  idempotency: 'natural',
  summary: 'Retire a recipient with all its versions',
  description:
    'No new request can name it. Requests that wait already can still be paid; to stop those too, recall the version.',
  params: recipientPath,
  answer: { status: 200, body: Type.Object({ recipient: Recipient }) },
  refuses: [],
  example: { params: EXAMPLE },
})

export const retireVersion = operation({
  ...common,
  id: 'recipients.retire_version',
  role: 'admin',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/retire',
  tier: 'payee_safety',
  idempotency: 'natural',
  summary: 'Discard a draft or verified version',
  description: 'For one that has not been activated.',
  params: versionPath,
  answer: { status: 200, body: both },
  refuses: [recipientVersionState],
  example: { params: EXAMPLE_VERSION },
})

export const holdVersion = operation({
  ...common,
  id: 'recipients.hold_version',
  role: 'developer',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/hold',
  tier: 'payee_safety',
  idempotency: 'natural',
  summary: 'Stop a version that awaits approval or is cooling',
  description:
    'It will never be active; the current version stays active. Use it to say no to a change, or for one that nobody in your organization made. Whoever activated the version gets an email with your reason.',
  params: versionPath,
  body: Input({
    reason: Type.Optional(Text({ maxLength: 200, description: 'why, for the audit log and for who activated it' })),
  }),
  answer: { status: 200, body: both },
  refuses: [recipientVersionState],
  example: { params: EXAMPLE_VERSION, body: { reason: 'Mara says this address is not ours' } },
})

export const recallVersion = operation({
  ...common,
  id: 'recipients.recall_version',
  role: 'admin',
  method: 'POST',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/recall',
  tier: 'payee_safety',
  idempotency: 'natural',
  summary: 'Recall a version',
  description:
    "Stops payments to a version that is or was active, at once: pending requests become `failed` with reason `recipient_recalled`, wallets can't report `signed` or `approved`, and no new request can use it. We still keep transactions that wallets report. This can't be undone.",
  params: versionPath,
  body: Input({ reason: RecallReasonName }),
  answer: { status: 200, body: both },
  refuses: [recipientVersionState],
  example: { params: EXAMPLE_VERSION, body: { reason: 'compromised' } },
})

export const previewRecall = operation({
  ...reads,
  id: 'recipients.preview_recall',
  method: 'GET',
  path: '/v1/recipients/{recipient_id}/versions/{recipient_version_id}/recall-preview',
  tier: 'payee_safety',
  idempotency: 'safe',
  summary: 'See what a recall would stop',
  description: 'Counts payment requests of the last 30 days that name this version.',
  params: versionPath,
  answer: {
    status: 200,
    body: Type.Object({
      pending: Counted('pending requests; a recall fails them', 3),
      under_way: Counted('requests that are signed or broadcasted: a recall comes too late', 1),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE_VERSION },
})

export const recipientStopOperations = [
  retireRecipient,
  retireVersion,
  holdVersion,
  recallVersion,
  previewRecall,
] as const
