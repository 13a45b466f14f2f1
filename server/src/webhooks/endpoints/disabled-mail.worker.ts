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
  gone: 'it answered with 410 Gone, which says that it is not to be called any more',
  failing: 'no delivery to it succeeded for five days',
} as const

export const mailDisabledEndpoints = (jobs: Jobs, { mail }: { mail: Mail }): Promise<void> =>
  jobs.work('webhook-disabled-mail', async (about: DisabledMail) => mail.send(letter(about)))

const letter = ({ email, webhook_endpoint_id, host, disabled_reason }: DisabledMail): Letter => ({
  to: email,
  subject: `Webhooks to ${host} are disabled`,
  text: `Your webhook endpoint ${idOf('whe', webhook_endpoint_id)} at ${host} was disabled: ${WHY[disabled_reason]}.

What happens from now on is kept for it for 30 days. To go on:

1. Fix the receiver; GET /v1/webhook-deliveries shows what each attempt met.
2. Verify the endpoint again: POST /v1/webhook-endpoints/${idOf('whe', webhook_endpoint_id)}/verify
3. Fetch what was missed: POST /v1/webhook-endpoints/${idOf('whe', webhook_endpoint_id)}/recover

Until then, payment requests and their events can be read as always: a webhook is never the source of truth.
`,
})
