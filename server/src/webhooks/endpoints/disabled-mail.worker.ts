/** Tells an operator that an endpoint gets nothing any more, on a way that does not depend on it. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Letter, Mail } from '../../outside/mail.ts'

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
3. Resend what you missed: POST /v1/webhook-endpoints/${idOf('whe', webhook_endpoint_id)}/recover

Meanwhile you can still read payment requests and their events.
`,
})
