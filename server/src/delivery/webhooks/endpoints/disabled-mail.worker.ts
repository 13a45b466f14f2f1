/** Tells an operator that an endpoint gets nothing any more, on a way that does not depend on it. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { appendAuditEvent, type ByOperator } from '../../../organizations/audit-events/append-audit-event.ts'
import type { Letter, Mail } from '../../../platform/egress/letter.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'
import { holdEndpoint } from './change-endpoint.ts'
import { updateEndpoint } from './endpoints.store.ts'

export interface DisabledMail {
  readonly email: string
  readonly webhook_endpoint_id: Uuid
  /** Not the whole URL: its path may hold a secret. */
  readonly host: string
  readonly disabled_reason: 'gone' | 'failing'
}

const WHY = {
  gone: 'it answered 410 Gone',
  failing: 'every delivery failed for five days',
} as const

export const mailDisabledEndpoints = (jobs: Jobs, { mail }: { mail: Mail }): Promise<void> =>
  jobs.work('webhook-disabled-mail', async (about: DisabledMail) => mail.send(letter(about)))

const letter = ({ email, webhook_endpoint_id, host, disabled_reason }: DisabledMail): Letter => ({
  to: email,
  subject: `Webhooks to ${host} are disabled`,
  text: `Your webhook endpoint ${idOf('whe', webhook_endpoint_id)} at ${host} was disabled: ${WHY[disabled_reason]}.

We keep new events for it for 30 days. To enable it again:

1. Fix the receiver; GET /v1/webhook-deliveries shows what went wrong.
2. Verify the endpoint again: POST /v1/webhook-endpoints/${idOf('whe', webhook_endpoint_id)}/verify
3. Resend what you missed: POST /v1/webhook-deliveries/redeliver

Meanwhile you can still read payment requests and their events.
`,
})

// The people who run the service turn an endpoint off. Whoever receives there must ask for webhooks again: its proof is gone, so it
// gets nothing before it answers another challenge. Events are held for it meanwhile.

/** Whether it was not so already. */
export const disableAsOperator = async (
  tx: TenantTx,
  webhook_endpoint_id: Uuid,
  { actor, reason }: ByOperator,
): Promise<boolean> => {
  const before = await holdEndpoint(tx, webhook_endpoint_id)
  if (before.status === 'disabled' && before.verified_at === null) return false
  const changes = { status: 'disabled', disabled_reason: 'operator', verified_at: null } as const
  if (!(await updateEndpoint(tx, before, changes))) throw new Error('a webhook endpoint that was held has changed')
  await appendAuditEvent(tx, {
    action: 'webhook_endpoint.disabled',
    actor,
    target: idOf('whe', webhook_endpoint_id),
    details: { reason, disabled_reason: 'operator' },
  })
  return true
}
